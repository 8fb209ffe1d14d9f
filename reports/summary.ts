/**
 * `npm run summary -- [verdicts.json]`: prints the summary of a run, adds it to the job's where GitHub
 * Actions names a file for that, and writes a badge beside the reports.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { readVerdictFile } from '../tests/support/verdict-file.ts';
import { command } from './command.ts';
import type { VerdictFile } from './model.ts';
import { defaultOutput, filesIn, writeWhole } from './output.ts';
import { badgeOf } from './write/badge.ts';
import { summaryOf } from './write/summary.ts';

await command(() => {
  const output = defaultOutput();
  const file = process.argv[2] ?? filesIn(output).verdicts;
  const verdicts: VerdictFile = { errors: [], ...readVerdictFile(file) };
  const summary = summaryOf(verdicts);
  process.stdout.write(summary);
  const job = process.env['GITHUB_STEP_SUMMARY'];
  if (job) appendFileSync(job, summary);
  writeWhole(path.join(output, 'badge.json'), `${JSON.stringify(badgeOf(verdicts))}\n`);
});
