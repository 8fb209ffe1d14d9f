import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Mistakes in a `.env` file, each with its line. */
export class DotEnvError extends Error {
  override readonly name = 'DotEnvError';

  constructor(mistakes: readonly string[]) {
    super(['The file .env is not read:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
  }
}

/**
 * Reads the settings of a `.env` file, if there is one. The environment has the last word: a file never overrides it.
 *
 * @throws DotEnvError with every line that Node would read otherwise than it looks, before any of it is used
 */
export function readDotEnv(): void {
  let bytes: Buffer;
  try {
    bytes = readFileSync('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const mistakes = mistakesIn(bytes);
  if (mistakes.length > 0) throw new DotEnvError(mistakes);
  loadEnvFile('.env');
}

/** What is wrong with a `.env` file; a value is never shown, since it may be a secret. */
export function mistakesIn(bytes: Buffer): string[] {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.includes(0))
    return ['line 1: it is in UTF-16: save it as UTF-8'];
  if (!isUtf8(bytes)) return ['line 1: it is not in UTF-8: save it as UTF-8'];
  const text = bytes.toString('utf8');
  if (text.startsWith('\ufeff'))
    return ['line 1: it begins with a byte order mark: save it as UTF-8 without one'];
  const lines = text.split(/\r?\n/);
  const mistakes: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    const place = `line ${at + 1}`;
    const quote = value[0] ?? '';
    if (name === undefined) mistakes.push(`${place}: expected NAME=value`);
    else if (quote !== '' && '\'"`'.includes(quote)) {
      const end = closing(lines, at, quote, value);
      if (end === undefined) mistakes.push(`${place}: the quote that ${name} begins with is never closed`);
      else if (!/^\s*(?:#.*)?$/.test(end.rest))
        mistakes.push(`${place}: ${name} goes on after its closing quote`);
      at = end?.at ?? at;
    } else if (value.includes('#'))
      mistakes.push(
        `${place}: ${name} has a # without quotes, which begins a comment: write ${name}='…', or a comment on a line of its own`,
      );
  }
  return mistakes;
}

/** Where a quoted value ends, which may be on a later line, and what follows there. */
function closing(
  lines: readonly string[],
  at: number,
  quote: string,
  value: string,
): { readonly at: number; readonly rest: string } | undefined {
  const own = value.indexOf(quote, 1);
  if (own > 0) return { at, rest: value.slice(own + 1) };
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const end = line.indexOf(quote);
    if (end !== -1) return { at: next, rest: line.slice(end + 1) };
  }
  return undefined;
}
