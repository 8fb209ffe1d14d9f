/** `npm run merge -- DIR_OR_FILE…`: the verdict files of all shards of one run as that of the whole run. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../tests/support/catalogue.ts';
import { readVerdictFile } from '../tests/support/verdict-file.ts';
import { command } from './command.ts';
import { exitCodeOf } from './judge/outcome.ts';
import { mergeShards } from './judge/shards.ts';
import { defaultOutput, filesIn, writeWhole } from './output.ts';
import { writeAllure } from './write/allure.ts';
import { type EvidenceFile, evidenceBeside, withEvidence } from './write/evidence-file.ts';
import { junitOf } from './write/junit.ts';
import { paintFor } from './write/paint.ts';
import { summaryOf } from './write/terminal.ts';

await command(async () => {
  const names = process.argv.slice(2);
  if (names.length === 0)
    throw new Error('Expected the verdict files of the shards: npm run merge -- DIR_OR_FILE…');
  const shards = filesOf(names).map((file) => ({ file, verdicts: readVerdictFile(file) }));
  const merged = mergeShards(shards, catalogue, process.env.TARGET_STRICT === 'true');
  const checks = shards.flatMap(({ file, verdicts }) => evidenceBeside(file, verdicts)?.checks ?? []);
  const run = withEvidence(merged, checks);
  const { verdicts, evidence, junit, allureResults } = filesIn(defaultOutput());
  writeWhole(verdicts, `${JSON.stringify(run.file, null, 2)}\n`);
  const { startedAt } = run.file;
  writeWhole(evidence, `${JSON.stringify({ schemaVersion: 1, startedAt, checks } satisfies EvidenceFile)}\n`);
  writeWhole(junit, junitOf(run));
  await writeAllure(run, allureResults);
  const shown = [verdicts, junit].map((file) => path.relative(process.cwd(), file));
  console.log(summaryOf(run, paintFor(process.stdout, process.env), shown).join('\n'));
  return exitCodeOf(run.file, run.strict);
});

/** The verdict files that are meant: a file as it is, of a folder all that are called verdicts….json. */
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
