/**
 * `npm run compare -- OLD.json NEW.json [--json] [--html FILE]`: compares two verdict files, for people, for programs
 * and as a page, and in the job summary if GitHub Actions provides a file for it. Exits 1 on a regression, 2 if too
 * little was judged to rule one out.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '../tests/support/catalogue.ts';
import { command } from './command.ts';
import { type Comparison, compare } from './judge/comparison.ts';
import { EXIT } from './judge/outcome.ts';
import { readVerdictFile } from './judge/verdict-file.ts';
import { tellJob, withoutCommands, writeWhole } from './output.ts';
import { printable } from './text.ts';
import { comparePage } from './write/compare-page.ts';
import { compareText } from './write/compare-text.ts';
import { markdown, markdownBlock } from './write/markdown.ts';
import { paintFor } from './write/paint.ts';

/** The maximum number of lines in a job summary: GitHub accepts at most a megabyte, and the page has all of them. */
const SHOWN = 200;

const usage = 'npm run compare -- OLD.json NEW.json [--json] [--html FILE]';

await command(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, html: { type: 'string' } },
  });
  const [older, newer] = positionals;
  if (older === undefined || newer === undefined || positionals.length > 2)
    throw new Error(`Expected two verdict files: ${usage}`);
  const comparison = compare(readVerdictFile(older), readVerdictFile(newer), [older, newer]);
  if (values.json) console.log(printable(JSON.stringify(comparison, null, 2)));
  else
    console.log(withoutCommands(compareText(comparison, paintFor(process.stdout, process.env))).join('\n'));
  const { target, startedAt } = comparison.old;
  const when = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  tellJob(`## Since ${markdown(target.name)}, ${when}\n\n${summaryOf(comparison)}`);
  if (values.html !== undefined) {
    writeWhole(path.resolve(values.html), comparePage(comparison, catalogue));
    // Standard output is for the comparison alone, which a program may read.
    console.error(`${values.html} shows the comparison as a page.`);
  }
  if (comparison.counts.regression > 0) return EXIT.fail;
  const compared = comparison.changes.length + comparison.same;
  // What the new run no longer covers, or was not asked for, may have become worse.
  const speaks = comparison.changed.includes('catalogue') || comparison.onlyOld.length === 0;
  const isWhole = speaks && comparison.leftOut.length === 0;
  const told = [comparison.old, comparison.new].every(({ outcome }) => outcome !== 'inconclusive');
  return told && isWhole && comparison.new.complete && compared > 0 ? EXIT.ok : EXIT.inconclusive;
});

/** The text without colours, cut to a readable length. */
function summaryOf(comparison: Comparison): string {
  const lines = compareText(comparison, paintFor({ isTTY: false }, {}));
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more lines`, ''] : [];
  return markdownBlock([...lines.slice(0, SHOWN), ...more, ...(more.length > 0 ? lines.slice(-1) : [])]);
}
