/**
 * `npm run summary -- [verdicts.json]`: prints the summary of a run, appends it to the job summary if GitHub Actions
 * provides a file for it, and writes a badge beside the reports. If there is no verdict, the job summary says why,
 * and the badge of an earlier run is removed.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.ts';
import { readVerdictFile } from './judge/verdict-file.ts';
import type { VerdictFile } from './model.ts';
import { defaultOutput, filesIn, tellJob, writeWhole } from './output.ts';
import { badgeOf } from './write/badge.ts';
import { markdownFailure } from './write/markdown.ts';
import { summaryOf } from './write/summary.ts';

await command(() => {
  const output = defaultOutput();
  const badge = path.join(output, 'badge.json');
  rmSync(badge, { force: true });
  const verdicts = read(process.argv[2] ?? filesIn(output).verdicts);
  const summary = summaryOf(verdicts);
  process.stdout.write(summary);
  tellJob(summary);
  writeWhole(badge, `${JSON.stringify(badgeOf(verdicts))}\n`);
});

function read(file: string): VerdictFile {
  try {
    return { errors: [], ...readVerdictFile(file) };
  } catch (error) {
    tellJob(markdownFailure('There is no verdict', error));
    throw error;
  }
}
