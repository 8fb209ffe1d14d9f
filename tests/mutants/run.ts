/**
 * The command behind `npm run mutants`: lets the suite judge faulty deployments, each of which breaks
 * what it says it breaks, and tells which of them it has not caught.
 */
import path from 'node:path';
import { defaultOutput, writeWhole } from '../../reports/output.ts';
import { paintFor } from '../../reports/paint.ts';
import { startReference } from '../reference/start.ts';
import { mutants } from './bank/index.ts';
import { fateOf } from './fate.ts';
import { matrixOf } from './matrix.ts';
import type { Mutant } from './mutant.ts';
import { evidenceOf, summaryOf } from './table.ts';
import { type Candidate, listChecks, tryAll } from './trial.ts';

const usage = `npm run mutants                  all mutants, each judged by the check files that cover what it breaks
npm run mutants -- NAME…         those whose name is NAME or starts with it, or that break the requirement NAME
npm run mutants -- --whole …     each judged by the whole suite: shows which other checks fail as well`;

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const whole = words.includes('--whole');
  const names = words.filter((word) => word !== '--whole');
  const chosen = [...mutants].filter(
    ([name, mutant]) => names.length === 0 || names.some(selects(name, mutant)),
  );
  if (chosen.length === 0) {
    console.error(`No mutant is selected by ${names.join(' ')}.\n\n${usage}`);
    return 2;
  }
  const paint = paintFor(process.stdout, process.env);
  const started = performance.now();
  let done = 0;
  const show = (name: string): void => {
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${done}/${chosen.length} ${name}`);
    else if (done % 50 === 0) process.stderr.write(`${done}/${chosen.length}\n`);
  };
  const trials = await tryAll(candidatesOf(chosen, whole), show);
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  const byName = new Map(trials.map((trial) => [trial.name, trial]));
  const outcomes = chosen.map(([name, mutant]) => fateOf(name, mutant, byName.get(name)));
  const matrix = matrixOf(outcomes, {
    whole,
    complete: names.length === 0,
    durationMs: Math.round(performance.now() - started),
  });
  const file = path.join(defaultOutput(), 'mutants.json');
  if (matrix.complete) writeWhole(file, `${JSON.stringify(matrix, null, 2)}\n`);
  const lines =
    chosen.length <= 5 ? outcomes.flatMap((one) => evidenceOf(one, byName.get(one.name), paint)) : [];
  console.log([...lines, ...summaryOf(matrix, paint)].join('\n'));
  if (matrix.complete) console.log(path.relative(process.cwd(), file));
  return matrix.unexplained.length > 0 || matrix.unproven.length > 0 ? 1 : 0;
}

/** Whether a word of the command line selects a mutant. */
function selects(name: string, { breaks }: Mutant): (word: string) => boolean {
  return (word) => name === word || name.startsWith(word) || breaks.some((id) => id === word);
}

function candidatesOf(chosen: readonly [string, Mutant][], whole: boolean): Candidate[] {
  const checks = listChecks();
  return chosen.map(([name, { breaks, replace }]) => {
    const files = new Set(
      checks.filter(({ covers }) => covers.some((id) => breaks.includes(id))).map(({ file }) => file),
    );
    const titles = checks.filter(({ file }) => files.has(file)).map(({ title }) => title);
    return {
      name,
      ...(!whole && { checks: titles }),
      start: () => startReference({ rules: replace() }),
    };
  });
}
