import type { Outcome } from '../../tests/mutants/fate.ts';
import type { Matrix } from '../../tests/mutants/matrix.ts';
import { catalogue, requirementIds } from '../../tests/support/catalogue.ts';
import { digestOf } from '../judge/run.ts';
import { line } from '../text.ts';
import { capabilities } from './capabilities.ts';
import type { ListedCheck } from './checks.ts';
import { homesOf } from './homes.ts';
import type { MatrixData, MatrixGroup } from './model.ts';

/** The kill matrix as a page: a picture of the whole, and what proves each requirement, by capability. */
export function matrixPageOf(matrix: Matrix | undefined, checks: readonly ListedCheck[]): MatrixData {
  if (!matrix)
    return { made: false, mutants: 0, otherCatalogue: false, groups: [], unproven: [], notKilled: [] };
  const homes = homesOf(checks);
  const groups = groupsOf(matrix, checks);
  return {
    made: true,
    counts: matrix.counts,
    core: matrix.core,
    mutants: matrix.mutants.length,
    localised: matrix.localised,
    ...(matrix.variants && {
      harmless: {
        total: matrix.variants.length,
        blamed: matrix.variants.filter(({ alarms }) => alarms.length > 0).length,
      },
    }),
    ...(matrix.constants && {
      constant: {
        total: matrix.constants.length,
        vacuous: matrix.constants.filter(({ vacuous }) => vacuous.length > 0).length,
      },
    }),
    otherCatalogue: matrix.catalogue !== digestOf(catalogue),
    groups,
    unproven: matrix.unproven.map((id) => ({ id, path: homes.get(id)?.path ?? '' })),
    notKilled: matrix.mutants
      .filter(({ fate }) => fate !== 'killed')
      .map(({ name, says, fate, survives, breaks }) => ({
        name: line(name),
        says: line(says),
        fate,
        ...(survives && { why: line(survives) }),
        breaks: breaks.map(({ id }) => id),
      })),
    picture: pictureOf(matrix, groups),
  };
}

function groupsOf({ mutants, requirements }: Matrix, checks: readonly ListedCheck[]): MatrixGroup[] {
  const homes = homesOf(checks);
  const known = new Map(requirements.map((one) => [one.id as string, new Set(one.provenBy)]));
  const breaking = new Map<string, Outcome[]>();
  for (const mutant of mutants)
    for (const { id } of mutant.breaks) breaking.set(id, [...(breaking.get(id) ?? []), mutant]);
  return capabilities.map(({ path, server, title }) => {
    const ids = requirementIds.filter((id) => homes.get(id)?.path === path && known.has(id));
    const rows = ids.map((id) => ({
      id,
      title: catalogue[id].title,
      level: catalogue[id].level,
      mutants: (breaking.get(id) ?? []).map(({ name, says, core }) => ({
        name: line(name),
        says: line(says),
        told: known.get(id)?.has(name) ?? false,
        core,
      })),
    }));
    const names = new Set(rows.flatMap((row) => row.mutants.map(({ name }) => name)));
    return { path, server, title, rows, mutants: names.size };
  });
}

/** The dimensions of the picture, in units of about a pixel. */
const LABELS = 190;
const COLUMNS = 710;
const BAND_LEAST = 14;
const ROW = 3;

/** Mutants are sorted by the first requirement that they break, so that kills lie on a diagonal. */
function pictureOf(
  { mutants, requirements }: Matrix,
  groups: readonly MatrixGroup[],
): NonNullable<MatrixData['picture']> {
  const shown = groups.filter(({ rows }) => rows.length > 0);
  const places = new Map<string, Place>();
  let top = 0;
  const bands = shown.map(({ path, title, rows }) => {
    const height = Math.max(BAND_LEAST, rows.length * ROW);
    const y = top;
    for (const [index, { id }] of rows.entries())
      places.set(id, { y: y + (index * height) / rows.length, height: height / rows.length });
    top += height;
    return { path, title, y, height };
  });
  const first = ({ breaks }: Outcome) => Math.min(...breaks.map(({ id }) => places.get(id)?.y ?? top));
  const columns = mutants.toSorted((a, b) => first(a) - first(b));
  const width = COLUMNS / columns.length;
  const cell = (column: number, id: string): string => {
    const place = places.get(id);
    return place
      ? `M${round(LABELS + column * width)} ${round(place.y)}h${round(width)}v${round(place.height)}h-${round(width)}z`
      : '';
  };
  const proven = new Set(requirements.flatMap(({ id, provenBy }) => provenBy.map((name) => `${id} ${name}`)));
  const broken = columns.flatMap(({ name, breaks }, column) =>
    breaks.map(({ id }) => ({ id, name, column })),
  );
  const draw = (cells: readonly { readonly id: string; readonly column: number }[]) =>
    cells.map(({ id, column }) => cell(column, id)).join('');
  return {
    width: LABELS + COLUMNS,
    height: top,
    rows: places.size,
    labels: LABELS,
    told: draw(broken.filter(({ id, name }) => proven.has(`${id} ${name}`))),
    missed: draw(broken.filter(({ id, name }) => !proven.has(`${id} ${name}`))),
    strays: draw(columns.flatMap(({ strays }, column) => strays.map((id) => ({ id, column })))),
    bands,
  };
}

interface Place {
  readonly y: number;
  readonly height: number;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
