import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Label, LabelName, LinkType, Stage, Status, type TestResult } from 'allure-js-commons';
import { createTestResult, stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';
import { type RequirementId, serverOf } from '../../tests/support/catalogue.ts';
import { inShort } from '../judge/deviations.ts';
import { isWrong } from '../judge/outcome.ts';
import { addressesOf } from '../judge/target.ts';
import type { Requirement, Row, Run, Verdict } from '../model.ts';
import { line } from '../text.ts';
import { evidenceOf } from './evidence.ts';
import { capabilityOf, wordOf } from './junit.ts';

const severities = {
  must: 'critical',
  should: 'normal',
  choice: 'minor',
  open: 'trivial',
} as const satisfies Record<Requirement['level'], string>;

/** Allure's status for each verdict; what is not judged is green in no report. */
const statuses = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  blocked: Status.BROKEN,
  warn: Status.SKIPPED,
  observed: Status.SKIPPED,
  'not-exercised': Status.SKIPPED,
} as const satisfies Record<Verdict, Status>;

/** The groups in which Allure shows what is not green. */
export const categories = [
  { name: 'known deviation: fails as listed', word: 'known deviation \\(fail\\)', status: 'failed' },
  { name: 'known deviation: differs as listed', word: 'known deviation \\(warn\\)', status: 'skipped' },
  { name: 'fail: contradicts the interface', word: 'fail', status: 'failed' },
  { name: 'blocked: could not be judged', word: 'blocked', status: 'broken' },
  { name: 'warn: differs from a sample or a standard', word: 'warn', status: 'skipped' },
  { name: 'observed: a choice or an open point', word: 'observed', status: 'skipped' },
  { name: 'not exercised here', word: 'not-exercised', status: 'skipped' },
] as const;

/**
 * Writes the run as Allure results. Allure's own writer waits for the disk after each file, which takes longer than a
 * run of one check.
 */
export function writeAllure(run: Run, directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of allureOf(run)) writeFileSync(path.join(directory, name), text);
}

/**
 * The run as Allure results, one for each requirement: a report about checks would have different counts from every
 * other report.
 *
 * @returns the text of each file, by its name
 */
export function allureOf({ file, rows }: Run): Map<string, string> {
  const files = new Map<string, string>();
  const sources = new Map<string, string>();
  // Many requirements share the exchanges of a check.
  const attach = (text: string): string => {
    const source = sources.get(text) ?? `${randomUUID()}-attachment.txt`;
    sources.set(text, source);
    files.set(source, text);
    return source;
  };
  for (const row of rows) {
    const result = resultOf(row, attach);
    files.set(`${result.uuid}-result.json`, JSON.stringify(result));
  }
  files.set('environment.properties', stringifyEnvInfo(environmentOf(file)));
  files.set('categories.json', JSON.stringify(categories.map(categoryOf)));
  return files;
}

function environmentOf(file: Run['file']): Record<string, string> {
  return {
    Outcome: file.outcome,
    Target: line(file.target.name),
    Kind: file.target.kind,
    ...Object.fromEntries(addressesOf(file.target).map(([server, url]) => [`${server} server`, line(url)])),
    Requests: String(file.requests),
    Suite: file.suite.version,
    ...(file.shard && { Shard: `${file.shard.current} of ${file.shard.total}` }),
    ...Object.fromEntries(file.errors.map((error, index) => [`Error ${index + 1}`, line(error)])),
    ...Object.fromEntries(
      (file.deviations ?? [])
        .filter(isWrong)
        .map(({ entry, state, says }) => [`Entry for ${entry.requirement}`, line(`${state}: ${says}`)]),
    ),
  };
}

function categoryOf({ name, word, status }: (typeof categories)[number]): object {
  return { name, messageRegex: `^${word}: [\\s\\S]*`, matchedStatuses: [status] };
}

/**
 * The result of a requirement. Its id identifies it, so that it keeps its history when its title or checks change.
 *
 * @param attach keeps a text, and returns the name of the file that holds it
 */
function resultOf(row: Row, attach: (text: string) => string): TestResult {
  const server = serverOf(row.id as RequirementId);
  const name = `${row.id} ${line(row.requirement.title)}`;
  const label = (of: LabelName, value: string): Label => ({ name: of, value });
  const stop = Date.now();
  return {
    ...createTestResult(randomUUID(), row.id),
    testCaseId: row.id,
    name,
    fullName: `specs/${server}.requirements.json › ${name}`,
    titlePath: ['specs', `${server}.requirements.json`],
    description: descriptionOf(row.requirement),
    status: statuses[row.verdict],
    ...(row.verdict !== 'pass' && { statusDetails: { message: messageOf(row) } }),
    stage: Stage.FINISHED,
    start: stop - row.checks.reduce((sum, { durationMs }) => sum + durationMs, 0),
    stop,
    labels: [
      ...[row.level, row.verdict, ...(row.deviation ? ['known-deviation'] : [])].map((tag) =>
        label(LabelName.TAG, tag),
      ),
      label(LabelName.EPIC, server),
      label(LabelName.FEATURE, capabilityOf(row)),
      label(LabelName.STORY, line(row.requirement.title)),
      label(LabelName.SEVERITY, severities[row.level]),
    ],
    links: [{ type: LinkType.TMS, url: linkOf(row.id), name: row.id }],
    attachments: evidenceOf(row).map((one) => ({
      name: one.name,
      source: attach(one.text),
      type: 'text/plain',
    })),
  };
}

/** The page of the requirement on the site at `CONFORMANCE_SITE`, or else on the site beside the report. */
function linkOf(id: string): string {
  const site = process.env.CONFORMANCE_SITE || '../site';
  return `${site.replace(/\/$/, '')}/r/${id}.html`;
}

/** Markdown from the catalogue only: it never contains anything that a deployment sent. */
function descriptionOf({ statement, level, basis, source }: Requirement): string {
  return `${statement}\n\n${level} (${basis}) · ${source}`;
}

/** Our verdict, what was seen, and why; for a known deviation also what its entry says. */
function messageOf(row: Row): string {
  const seen = row.observed === null ? '' : `${row.observed}. `;
  const known = row.deviation ? `\nknown: ${inShort(row.deviation)}` : '';
  return `${wordOf(row)}: ${seen}${row.reason}${known}`;
}
