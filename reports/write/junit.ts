import type { RequirementId } from '../../tests/support/catalogue.ts';
import { serverOf } from '../../tests/support/catalogue.ts';
import { inShort } from '../judge/deviations.ts';
import { isWrong } from '../judge/outcome.ts';
import type { ListedDeviation, Row, Run } from '../model.ts';
import { groupBy, xml } from '../text.ts';

/**
 * The run as JUnit XML, one test case for each requirement: a pass is passed, a fail is a failure, blocked is an
 * error, and the rest is skipped, always with our verdict beside it. Entries of known deviations that fail the run
 * are separate failures in a separate suite, since their rows may have passed; what makes the whole run inconclusive
 * are errors in another, since its rows are merely skipped.
 */
export function junitOf({ file, rows }: Run): string {
  const wrong = (file.deviations ?? []).filter(isWrong);
  const broken = brokenBy(file);
  const suites = [...groupBy(rows, ({ id }) => serverOf(id as RequirementId))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance: ${file.outcome}" ${totals(rows, wrong.length, broken.length)} time="${seconds(file.durationMs)}">`,
    ...suites.flatMap(([server, rows]) => [
      `  <testsuite name="${server}" ${totals(rows)} timestamp="${file.startedAt}" time="${seconds(timeOf(rows))}">`,
      ...rows.flatMap((row) => testCase(server, row)),
      '  </testsuite>',
    ]),
    ...(wrong.length > 0 ? wrongEntries(wrong) : []),
    ...(broken.length > 0 ? runErrors(broken) : []),
    '</testsuites>',
    '',
  ].join('\n');
}

/** Why no outcome may be concluded from the rows, one sentence each. */
function brokenBy({ complete, errors, outcome }: Run['file']): string[] {
  if (errors.length > 0) return errors;
  if (!complete) return ['the run was cut off'];
  return outcome === 'inconclusive' ? ['nothing was judged'] : [];
}

function runErrors(broken: readonly string[]): string[] {
  return [
    `  <testsuite name="run" ${totals([], 0, broken.length)}>`,
    ...broken.flatMap((error, index) => [
      `    <testcase name="error ${index + 1}" classname="run" time="0.000">`,
      `      <error type="inconclusive" message="${xml(error)}"/>`,
      '    </testcase>',
    ]),
    '  </testsuite>',
  ];
}

function wrongEntries(wrong: readonly ListedDeviation[]): string[] {
  return [
    `  <testsuite name="known deviations" ${totals([], wrong.length)}>`,
    ...wrong.flatMap(({ entry, state, says }) => [
      `    <testcase name="${xml(`${entry.requirement} known deviation`)}" classname="deviations" time="0.000">`,
      `      <failure type="${state}" message="${xml(`${state}: ${says}`)}">${xml(inShort(entry))}</failure>`,
      '    </testcase>',
    ]),
    '  </testsuite>',
  ];
}

function testCase(server: string, row: Row): string[] {
  return [
    `    <testcase name="${xml(`${row.id} ${row.requirement.title}`)}" classname="${xml(`${server}.${capabilityOf(row)}`)}" time="${seconds(timeOf([row]))}">`,
    '      <properties>',
    `        <property name="level" value="${row.level}"/>`,
    `        <property name="verdict" value="${row.verdict}"/>`,
    ...(row.observed === null ? [] : [`        <property name="observed" value="${xml(row.observed)}"/>`]),
    ...(row.deviation ? [`        <property name="deviation" value="${xml(inShort(row.deviation))}"/>`] : []),
    '      </properties>',
    ...result(row),
    '    </testcase>',
  ];
}

function result(row: Row): string[] {
  const { verdict, reason, observed, requirement, tests } = row;
  if (verdict === 'pass') return [];
  const message = xml(`${wordOf(row)}: ${verdict === 'observed' ? `${observed} (${reason})` : reason}`);
  if (verdict !== 'fail' && verdict !== 'blocked') return [`      <skipped message="${message}"/>`];
  const element = verdict === 'fail' ? 'failure' : 'error';
  const text = xml([requirement.statement, `source: ${requirement.source}`, ...tests].join('\n'));
  return [`      <${element} type="${wordOf(row)}" message="${message}">${text}</${element}>`];
}

/** The verdict, marked if it is a known deviation. */
export function wordOf({ verdict, deviation }: Pick<Row, 'verdict' | 'deviation'>): string {
  return deviation === undefined ? verdict : `known deviation (${verdict})`;
}

/** The capability of a requirement: the file of the first check that covers it, else its operation. */
export function capabilityOf({ checks, requirement }: Pick<Row, 'checks' | 'requirement'>): string {
  return checks[0]?.capability || requirement.operation;
}

function totals(rows: readonly Row[], failures = 0, errors = 0): string {
  const n = (...verdicts: Row['verdict'][]) =>
    rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const skipped = n('warn', 'observed', 'not-exercised');
  const tests = rows.length + failures + errors;
  return `tests="${tests}" failures="${n('fail') + failures}" errors="${n('blocked') + errors}" skipped="${skipped}"`;
}

function timeOf(rows: readonly Row[]): number {
  const checks = new Set(rows.flatMap(({ checks }) => checks));
  return [...checks].reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
