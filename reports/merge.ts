/**
 * `npm run merge -- DIR_OR_FILE…`: merges the verdict files of all shards of a run into that of the whole run. The
 * results of an earlier run are removed first, so that no old verdict remains if shards are missing.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../tests/support/catalogue.ts';
import { readDotEnv } from '../tests/support/dot-env.ts';
import { command } from './command.ts';
import { exitCodeOf, isStrict } from './judge/outcome.ts';
import { mergeShards } from './judge/shards.ts';
import { readVerdictFile } from './judge/verdict-file.ts';
import { clear, defaultOutput, filesIn, tellJob, withoutCommands, writeWhole } from './output.ts';
import { writeAllure } from './write/allure.ts';
import {
  EVIDENCE_VERSION,
  type EvidenceFile,
  evidenceBeside,
  onePerName,
  withEvidence,
} from './write/evidence-file.ts';
import { junitOf } from './write/junit.ts';
import { markdownFailure } from './write/markdown.ts';
import { paintFor } from './write/paint.ts';
import { summaryOf } from './write/terminal.ts';

await command(async () => {
  const names = process.argv.slice(2);
  if (names.length === 0)
    throw new Error('Expected the verdict files of the shards: npm run merge -- DIR_OR_FILE…');
  const output = defaultOutput();
  const { verdicts, evidence, junit, allureResults } = filesIn(output);
  refuse(names, verdicts);
  clear(output);
  const shards = orTold(() => filesOf(names).map((file) => ({ file, verdicts: readVerdictFile(file) })));
  // The file may contain settings that say how a live run is judged.
  if (shards.some(({ verdicts }) => verdicts.target.kind === 'live')) readDotEnv();
  const strict = isStrict(process.env);
  const merged = orTold(() => mergeShards(shards, catalogue, strict));
  const checks = onePerName(
    shards.flatMap(({ file, verdicts }) => evidenceBeside(file, verdicts)?.checks ?? []),
  );
  const run = withEvidence(merged, checks);
  writeWhole(verdicts, `${JSON.stringify(run.file, null, 2)}\n`);
  const { startedAt } = run.file;
  writeWhole(
    evidence,
    `${JSON.stringify({ schemaVersion: EVIDENCE_VERSION, startedAt, checks } satisfies EvidenceFile)}\n`,
  );
  writeWhole(junit, junitOf(run));
  writeAllure(run, allureResults);
  const shown = [verdicts, junit].map((file) => path.relative(process.cwd(), file));
  console.log(withoutCommands(summaryOf(run, paintFor(process.stdout, process.env), shown)).join('\n'));
  return exitCodeOf(run.file, run.strict);
});

/** The files to merge must not be among those that are removed first. */
function refuse(names: readonly string[], verdicts: string): void {
  const around = (name: string) => !path.relative(path.resolve(name), verdicts).startsWith('..');
  const own = existsSync(verdicts) && names.find(around);
  if (own)
    throw new Error(
      `The merge would replace ${path.relative(process.cwd(), verdicts)}, which is in ${own}: give each shard a CONFORMANCE_OUTPUT of its own.`,
    );
}

/** The job summary also says why there is no whole run, since people look there. */
function orTold<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    tellJob(markdownFailure('The shards do not belong to one run', error));
    throw error;
  }
}

/** The verdict files to merge: a named file itself, and all files named verdicts….json in a named folder. */
function filesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return name;
    const found = readdirSync(name, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^verdicts.*\.json$/.test(path.basename(file)))
      .toSorted();
    if (found.length === 0) throw new Error(`There is no verdict file (verdicts….json) in ${name}.`);
    return found.map((file) => path.join(name, file));
  });
}
