import { readFileSync } from 'node:fs';
import type { Verdicts } from '../../schemas/index.d.ts';
import { violations } from '../../tests/support/judging/schemas.ts';

/**
 * Reads the verdict file of an earlier run.
 *
 * @throws Error naming the file and what is wrong with it: missing, not JSON, not a verdict file, or an id that
 *   occurs twice
 */
export function readVerdictFile(file: string): Verdicts {
  const value = readJson(file);
  const found = violations('verdicts', value);
  if (found.length > 0) {
    const told = found.slice(0, 3).map(({ message }) => message);
    const more = found.length > told.length ? `; and ${found.length - told.length} more` : '';
    throw new Error(`${file} is not a verdict file: ${told.join('; ')}${more}`);
  }
  const verdicts = value as Verdicts;
  const ids = verdicts.requirements.map(({ id }) => id);
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  if (twice.length > 0) throw new Error(`${file} is not a verdict file: it has ${twice.join(', ')} twice`);
  const contradiction = contradictionIn(verdicts);
  if (contradiction !== undefined) throw new Error(`${file} contradicts itself: ${contradiction}`);
  return verdicts;
}

/** What the head of a verdict file says that its rows contradict: reports are written from both. */
function contradictionIn({ counts, outcome, requirements }: Verdicts): string | undefined {
  for (const [verdict, told] of Object.entries(counts)) {
    const are = requirements.filter((row) => row.verdict === verdict).length;
    if (are !== told) return `it counts ${told} as ${verdict}, and has ${are}`;
  }
  const fails = requirements.some(({ verdict, deviation }) => verdict === 'fail' && deviation === undefined);
  return fails === (outcome === 'non-conformant')
    ? undefined
    : `its outcome is ${outcome}, which its rows contradict`;
}

/**
 * Reads the run that `TARGET_BASELINE` names. A run that judged nothing cannot serve as a baseline: such a file is
 * found if the baseline is where the run writes its own verdict file.
 *
 * @throws Error as `readVerdictFile` does, and if nothing was judged
 */
export function readBaseline(file: string): Verdicts {
  const verdicts = readVerdictFile(file);
  if (verdicts.requirements.every(({ tests }) => tests.length === 0)) {
    throw new Error(
      `${file} contains no verdict of any check (each run clears its output folder: keep a baseline elsewhere)`,
    );
  }
  return verdicts;
}

/**
 * Reads a file as JSON.
 *
 * @throws Error naming the file, if it cannot be read or is not JSON
 */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`, {
      cause: error,
    });
  }
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error });
  }
}
