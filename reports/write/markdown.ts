import { line } from '../text.ts';

/** What Markdown, GitHub's and GitLab's dialects of it, or HTML could take for markup inside a line. */
const markup = /[\\`*_{}[\]<>#+!|~&@$^=]/g;

/** A dot or colon within a word, of which an address would be made: `www.x`, `https:x`. */
const inAddress = /[.:](?=\S)/g;

/** Text of any origin as Markdown that shows just this text, on one line: also inside a cell of a table. */
export function markdown(text: string): string {
  return line(text)
    .replace(markup, (character) => `\\${character}`)
    .replace(inAddress, (character) => `\\${character}`);
}

/** A table; the cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)];
}

/** A section that says why there is nothing to tell: each line of a message by itself. */
export function markdownFailure(title: string, error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  return [`## ${title}`, '', ...lines.map((text) => `- ${markdown(text)}`), ''].join('\n');
}

/** Lines as they are, whatever they hold: no fence of backticks in them ends the block. */
export function markdownBlock(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((text) => text.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence, ''].join('\n');
}
