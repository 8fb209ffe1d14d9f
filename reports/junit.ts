import type { RequirementId } from '../tests/support/catalogue.ts';
import { serverOf } from '../tests/support/catalogue.ts';
import type { Row, Run } from './model.ts';
import { groupBy, xml } from './text.ts';

/**
 * The run as JUnit XML, one test case for each requirement: a pass is passed, a fail a failure, a
 * blocked one an error, the rest skipped, always with our word.
 */
export function junitOf({ file, rows }: Run): string {
  const suites = [...groupBy(rows, ({ id }) => serverOf(id as RequirementId))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance: ${file.outcome}" ${totals(rows)} time="${seconds(file.durationMs)}">`,
    ...suites.flatMap(([server, rows]) => [
      `  <testsuite name="${server}" ${totals(rows)} timestamp="${file.startedAt}" time="${seconds(timeOf(rows))}">`,
      ...rows.flatMap((row) => testCase(server, row)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(server: string, row: Row): string[] {
  return [
    `    <testcase name="${xml(`${row.id} ${row.requirement.title}`)}" classname="${xml(`${server}.${capabilityOf(row)}`)}" time="${seconds(timeOf([row]))}">`,
    '      <properties>',
    `        <property name="level" value="${row.level}"/>`,
    `        <property name="verdict" value="${row.verdict}"/>`,
    ...(row.observed === null ? [] : [`        <property name="observed" value="${xml(row.observed)}"/>`]),
    '      </properties>',
    ...result(row),
    '    </testcase>',
  ];
}

function result({ verdict, reason, observed, requirement, tests }: Row): string[] {
  if (verdict === 'pass') return [];
  const message = xml(`${verdict}: ${verdict === 'observed' ? `${observed} (${reason})` : reason}`);
  if (verdict !== 'fail' && verdict !== 'blocked') return [`      <skipped message="${message}"/>`];
  const element = verdict === 'fail' ? 'failure' : 'error';
  const text = xml([requirement.statement, `source: ${requirement.source}`, ...tests].join('\n'));
  return [`      <${element} type="${verdict}" message="${message}">${text}</${element}>`];
}

/** The capability of a requirement: the file of the first check that covers it, else its operation. */
export function capabilityOf({ checks, requirement }: Pick<Row, 'checks' | 'requirement'>): string {
  return checks[0]?.capability || requirement.operation;
}

function totals(rows: readonly Row[]): string {
  const n = (...verdicts: Row['verdict'][]) =>
    rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const skipped = n('warn', 'observed', 'not-exercised');
  return `tests="${rows.length}" failures="${n('fail')}" errors="${n('blocked')}" skipped="${skipped}"`;
}

function timeOf(rows: readonly Row[]): number {
  const checks = new Set(rows.flatMap(({ checks }) => checks));
  return [...checks].reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
