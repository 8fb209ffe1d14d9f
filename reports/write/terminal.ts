import { needMeans } from '../../tests/support/needs.ts';
import { inShort } from '../judge/deviations.ts';
import { causesOf, closingLine, isUntestable, isWrong } from '../judge/outcome.ts';
import type { Exchange, Row, Run, Verdict, VerdictFile } from '../model.ts';
import { count, duration, groupBy, line, plain, shorten } from '../text.ts';
import { bodyExcerpt } from './body-excerpt.ts';
import { changesText } from './changes-text.ts';
import { shownOf } from './evidence.ts';
import { depthNote, headlineOf } from './headline.ts';
import { type Paint, wrap } from './paint.ts';
import { table } from './table.ts';

/** How much is shown of the form that was sent; the command below it has all of it. */
const SENT_LIMIT = 300;

/** The lines that a run prints at its end; the last one is the closing line. */
export function summaryOf(run: Run, paint: Paint, files: readonly string[]): string[] {
  const { file, rows } = run;
  const by = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  const colour =
    file.outcome === 'conformant' ? paint.green : file.outcome === 'partial' ? paint.yellow : paint.red;
  const part = file.shard ? ` (shard ${file.shard.current} of ${file.shard.total} only)` : '';
  // A run without any check has nothing to report except the reason.
  const ran = rows.some(({ tests }) => tests.length > 0);
  const listed = file.deviations ?? [];
  const wrong = listed
    .filter(isWrong)
    .map(({ state, says }) => `  ${paint.red(state)} ${wrap(line(says), 10)}`);
  const unused = listed.flatMap(({ state, says }) => (state === 'unused' ? `  ${wrap(line(says), 4)}` : []));
  const details = [
    ...by('fail').flatMap((row) => (row.deviation ? [] : [...failure(row, paint), ''])),
    ...section(
      'Known deviations: they differ as listed',
      rows.filter(({ deviation }) => deviation).flatMap((row) => known(row, paint)),
      paint,
    ),
    ...section('Known deviations that excuse nothing in this run', unused, paint),
    ...section(
      'Warnings: the deployment differs from a sample or a standard',
      by('warn')
        .filter(({ deviation }) => !deviation)
        .map(short),
      paint,
    ),
    ...section(
      'Observed: where the interface leaves a choice or says nothing',
      by('observed').map(observation),
      paint,
    ),
    ...section(
      'Blocked: an earlier step broke',
      causesOf(rows).flatMap((cause) => blocked(cause, paint)),
      paint,
    ),
    ...section('Not exercised', unexercised(by('not-exercised')), paint),
    ...drifted(file, paint),
    ...table(rows, paint),
    '',
  ];
  return [
    '',
    ...(ran ? details : []),
    ...section('Entries of TARGET_DEVIATIONS that fail the run', wrong, paint),
    colour(paint.bold(`${file.outcome.toUpperCase()}: ${headlineOf(file)}${part}`)),
    ...(file.shard && !ran && file.complete
      ? ['  No check was assigned to this shard: use fewer shards.']
      : []),
    ...file.errors.flatMap((error) =>
      plain(error)
        .split('\n')
        .map((text) => `  ${wrap(text, 4)}`),
    ),
    ...(ran && !file.complete
      ? ['  The run was cut off: what it did not reach counts as not exercised.']
      : []),
    [
      `${line(file.target.name)} (${file.target.kind}), ${count(file.requests, 'request')}, ${duration(file.durationMs)}`,
      ...(ran ? depthNote(file) : []),
    ].join('; '),
    ...files.map((name) => paint.dim(name)),
    closingLine(rows),
  ];
}

/** A difference that is known: what came, and the entry that excuses it. */
function known({ id, verdict, requirement, reason, deviation }: Row, paint: Paint): string[] {
  return [
    `  ${id} ${paint.yellow(verdict)} ${wrap(`${line(requirement.title)}: ${line(reason)}`, 10)}`,
    ...(deviation ? [`    ${paint.dim(wrap(`known: ${inShort(deviation)}`, 4))}`] : []),
  ];
}

/** What changed since the baseline, old beside new. */
function drifted({ baseline, drift = [] }: VerdictFile, paint: Paint): string[] {
  if (baseline === undefined) return [];
  const since = `${line(baseline.name)} of ${line(baseline.startedAt)}`;
  const notes = [
    ...(baseline.complete ? [] : ['the baseline was cut off']),
    ...(baseline.unselected === undefined
      ? []
      : [`the baseline did not select ${count(baseline.unselected, 'requirement')}`]),
    ...baseline.changed.map((what) => `the ${what} has changed`),
  ];
  const title = `Drift since ${since}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  return section(title, drift.length === 0 ? ['  none'] : changesText(drift, paint), paint);
}

/** One failure, as a block that can be understood by itself. */
export function failure(row: Row, paint: Paint): string[] {
  const { id, requirement, level, reason, tests, checks } = row;
  const exchange = decisiveOf(id, checks);
  const sent = exchange?.requestBody ?? '';
  return [
    `${paint.red(paint.bold(`FAIL ${id}`))} ${paint.bold(line(requirement.title))}`,
    field(
      'states',
      `${requirement.statement} (${level}, ${requirement.basis}; ${requirement.source})`,
      paint,
    ),
    field('got', reason, paint),
    ...tests.map((name) => field('check', name, paint)),
    ...(exchange
      ? [
          field('wire', wire(exchange, reason), paint),
          ...(sent === '' ? [] : [field('sent', shorten(line(sent), SENT_LIMIT), paint)]),
          `  ${paint.dim('curl'.padEnd(8))}${line(exchange.curl)}`,
        ]
      : []),
  ];
}

/** The exchange that shows what the reason says: the one that was judged, or the last one of the check. */
function decisiveOf(id: string, checks: Row['checks']): Exchange | undefined {
  for (const check of checks) {
    const shown = shownOf(check);
    // The reason of a row is that of the first fact which breaks it.
    const fact = check.record?.facts.find((one) => one.id === id && one.is === 'broken');
    const nth = fact?.is === 'broken' && fact.exchange !== undefined ? fact.exchange + 1 : undefined;
    const decisive = shown.find((one) => one.nth === nth) ?? shown.find(({ breaks }) => breaks.includes(id));
    if (decisive !== undefined) return decisive;
  }
  const ended = checks.flatMap(({ record }) => record ?? []).at(-1);
  return ended?.exchanges[ended.about ?? ended.exchanges.length - 1];
}

function field(name: string, text: string, paint: Paint): string {
  return `  ${paint.dim(name.padEnd(8))}${wrap(line(text), 10)}`;
}

/** Of a body, one line shows what matters for the reason; the Allure results have all of it. */
function wire(
  { method, url, status, failure, durationMs, responseBody = '' }: Exchange,
  reason: string,
): string {
  const answer = status === undefined ? line(failure ?? 'no answer') : String(status);
  const body = bodyExcerpt(responseBody, reason);
  return `${method} ${url} → ${answer} in ${duration(durationMs)}${body && `: ${body}`}`;
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : [paint.bold(title), ...lines, ''];
}

function short({ id, requirement, reason }: Row): string {
  return `  ${id} ${wrap(`${line(requirement.title)}: ${line(reason)}`, 10)}`;
}

function observation({ id, level, requirement, observed, reason }: Row): string {
  const meaning = level === 'choice' ? ` (${line(reason)})` : '';
  return `  ${id} ${wrap(`${line(requirement.title)}: ${shorten(line(observed ?? ''), 160)}${meaning}`, 10)}`;
}

function blocked({ id, reason, blocks }: ReturnType<typeof causesOf<Row>>[number], paint: Paint): string[] {
  const alone = blocks.length === 1 && id === undefined;
  const what = alone ? ids(blocks) : `${id ?? 'One cause'} blocks ${count(blocks.length, 'requirement')}`;
  const head = `  ${wrap(`${paint.red(what)}: ${line(reason)}`, 4)}`;
  return alone ? [head] : [head, `    ${paint.dim(wrap(ids(blocks), 4))}`];
}

/** What was not exercised, grouped by what it would have needed, the largest group first. */
function unexercised(rows: readonly Row[]): string[] {
  const groups = [...groupBy(rows, whyNot)].toSorted(([, a], [, b]) => b.length - a.length);
  const width = Math.max(0, ...groups.map(([, rows]) => String(rows.length).length));
  return groups.map(([why, rows]) => `  ${String(rows.length).padStart(width)}  ${wrap(why, width + 4)}`);
}

function whyNot(row: Row): string {
  if (row.need) return `need ${needMeans[row.need]}`;
  if (isUntestable(row)) return 'cannot be checked from outside';
  if (row.reason.startsWith('not written yet')) return 'have no check yet';
  return line(row.reason);
}

function ids(rows: readonly Row[]): string {
  const shown = rows
    .slice(0, 12)
    .map(({ id }) => id)
    .join(' ');
  return rows.length > 12 ? `${shown} and ${rows.length - 12} more` : shown;
}
