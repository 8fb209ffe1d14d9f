/**
 * The command behind `npm run compare`: what two verdict files say differently, for people, for programs
 * and as a page.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { catalogue } from '../tests/support/catalogue.ts';
import { readVerdictFile } from '../tests/support/verdict-file.ts';
import { changesText } from './changes-text.ts';
import { comparePage } from './compare-page.ts';
import { type Comparison, circumstances, closing, compare, headOf } from './comparison.ts';
import type { Catalogue } from './model.ts';
import { EXIT } from './outcome.ts';
import { writeWhole } from './output.ts';
import { type Paint, paintFor } from './paint.ts';

/** The comparison as lines for people. */
export function compareText(comparison: Comparison, paint: Paint, titles: Catalogue = catalogue): string[] {
  const { changes, onlyOld, onlyNew } = comparison;
  const section = (title: string, some: readonly (typeof changes)[number][]) =>
    some.length === 0
      ? []
      : ['', paint.bold(`${title}: ${some.length}`), ...changesText(some, paint, titles)];
  const turned = (kind: string) =>
    changes.filter((change) => change.kind === kind && change.what.includes('verdict'));
  const still = changes.filter(({ what }) => !what.includes('verdict'));
  return [
    `old  ${headOf(comparison.old)}`,
    `new  ${headOf(comparison.new)}`,
    ...circumstances(comparison).map((text) => `  ${text}`),
    ...section('Regressions', turned('regression')),
    ...section('Improvements', turned('improvement')),
    ...section('Judged in one run alone, or otherwise', turned('other')),
    ...section(
      'Observed differently, the verdict being the same',
      still.filter(({ what }) => what.includes('observed')),
    ),
    ...section(
      'For another reason, the verdict being the same',
      still.filter(({ what }) => !what.includes('observed')),
    ),
    ...(onlyOld.length > 0 ? ['', `Only in the old file: ${onlyOld.join(' ')}`] : []),
    ...(onlyNew.length > 0 ? ['', `Only in the new file: ${onlyNew.join(' ')}`] : []),
    '',
    closing(comparison),
  ];
}

const usage = 'npm run compare -- OLD.json NEW.json [--json] [--html FILE]';

/** @returns the exit code: 1 where there is a regression, 2 where a file cannot be read or is no verdict file */
function run(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
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
  return comparison.counts.regression > 0 ? EXIT.fail : EXIT.ok;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = run(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = EXIT.inconclusive;
  }
}
