import { catalogue } from '../../tests/support/catalogue.ts';
import { type Comparison, circumstances, closing, headOf } from '../judge/comparison.ts';
import type { Catalogue } from '../model.ts';
import { changesText } from './changes-text.ts';
import type { Paint } from './paint.ts';

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
    ...section('Judged in only one run, or changed otherwise', turned('other')),
    ...section(
      'Same verdict, different observation',
      still.filter(({ what }) => what.includes('observed')),
    ),
    ...section(
      'Same verdict, different reason',
      still.filter(({ what }) => !what.includes('observed')),
    ),
    ...(onlyOld.length > 0 ? ['', `Only in the old file: ${onlyOld.join(' ')}`] : []),
    ...(onlyNew.length > 0 ? ['', `Only in the new file: ${onlyNew.join(' ')}`] : []),
    '',
    closing(comparison),
  ];
}
