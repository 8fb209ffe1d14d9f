/**
 * `npm run compare -- OLD.json NEW.json [--json] [--html FILE]`: what two verdict files say differently,
 * for people, for programs and as a page. Exits 1 where there is a regression, 2 where too little
 * was judged to tell that there is none.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '../tests/support/catalogue.ts';
import { readVerdictFile } from '../tests/support/verdict-file.ts';
import { command } from './command.ts';
import { compare } from './judge/comparison.ts';
import { EXIT } from './judge/outcome.ts';
import { writeWhole } from './output.ts';
import { comparePage } from './write/compare-page.ts';
import { compareText } from './write/compare-text.ts';
import { paintFor } from './write/paint.ts';

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
  if (values.json) console.log(JSON.stringify(comparison, null, 2));
  else console.log(compareText(comparison, paintFor(process.stdout, process.env)).join('\n'));
  if (values.html !== undefined) {
    writeWhole(path.resolve(values.html), comparePage(comparison, catalogue));
    // Standard output is for the comparison alone, which a program may read.
    console.error(`${values.html} shows it as a page.`);
  }
  if (comparison.counts.regression > 0) return EXIT.fail;
  const compared = comparison.changes.length + comparison.same;
  const told = [comparison.old, comparison.new].every(({ outcome }) => outcome !== 'inconclusive');
  return told && comparison.new.complete && compared > 0 ? EXIT.ok : EXIT.inconclusive;
});
