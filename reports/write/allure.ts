import { rmSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { AllureReporter } from 'allure-playwright';
import { type RequirementId, serverOf } from '../../tests/support/catalogue.ts';
import { root } from '../judge/collect.ts';
import { inShort, isWrong } from '../judge/deviations.ts';
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

/** Playwright's status for each verdict, which Allure shows as passed, failed, broken or skipped. */
const statuses = {
  pass: 'passed',
  fail: 'failed',
  blocked: 'timedOut',
  warn: 'skipped',
  observed: 'skipped',
  'not-exercised': 'skipped',
} as const satisfies Record<Verdict, TestResult['status']>;

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

/** Labels that say something about a requirement; Allure's integration adds the host, the thread and more. */
const kept = new Set(['epic', 'feature', 'story', 'severity', 'tag']);

type Options = ConstructorParameters<typeof AllureReporter>[0];
type Listeners = NonNullable<Options['listeners']>;
type Categories = NonNullable<Options['categories']>;

/**
 * Writes the run as Allure results, one test for each requirement.
 *
 * Allure's Playwright integration writes the results. It gets one synthetic Playwright test for each row, since a
 * report about checks would have different counts from every other report.
 */
export async function writeAllure({ file, rows }: Run, directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  const allure = new AllureReporter({
    resultsDir: directory,
    environmentInfo: {
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
    },
    categories: categories.map(({ name, word, status }) => ({
      name,
      messageRegex: `^${word}: [\\s\\S]*`,
      matchedStatuses: [status],
    })) as Categories,
    links: { tms: { urlTemplate: (id: string) => linkOf(id), nameTemplate: '%s' } },
    listeners: [finish()],
  });
  const project = { name: '', testDir: root, outputDir: directory, snapshotDir: directory, repeatEach: 1 };
  allure.onConfigure({ rootDir: root, projects: [project] } as unknown as FullConfig);
  const tests = rows.map((row) => ({ row, test: testOf(row) }));
  allure.onBegin({ allTests: () => tests.map(({ test }) => test) } as Suite);
  for (const { row, test } of tests) {
    allure.onTestBegin(test);
    await allure.onTestEnd(test, resultOf(row));
  }
  await allure.onEnd();
}

/** The page of the requirement on the site at `CONFORMANCE_SITE`, or else on the site beside the report. */
function linkOf(id: string): string {
  const site = process.env.CONFORMANCE_SITE || '../site';
  return `${site.replace(/\/$/, '')}/r/${id}.html`;
}

function testOf(row: Row): TestCase {
  const server = serverOf(row.id as RequirementId);
  const title = `${row.id} ${line(row.requirement.title)}`;
  const suites = ['', server, capabilityOf(row)];
  const test: Pick<
    TestCase,
    'id' | 'title' | 'expectedStatus' | 'tags' | 'annotations' | 'location' | 'repeatEachIndex' | 'titlePath'
  > = {
    id: row.id,
    title,
    expectedStatus: 'passed',
    tags: [row.level, row.verdict, ...(row.deviation ? ['known-deviation'] : [])],
    annotations: [
      { type: 'allure.label.epic', description: server },
      { type: 'allure.label.feature', description: capabilityOf(row) },
      { type: 'allure.label.story', description: line(row.requirement.title) },
      { type: 'allure.label.severity', description: severities[row.level] },
      { type: 'tms', description: row.id },
      { type: 'description', description: descriptionOf(row.requirement) },
    ],
    location: { file: path.join(root, 'specs', `${server}.requirements.json`), line: 1, column: 1 },
    repeatEachIndex: 0,
    titlePath: () => [...suites, title],
  };
  return { ...test, parent: { titlePath: () => suites, project: () => undefined } } as TestCase;
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

function resultOf(row: Row): TestResult {
  const evidence = evidenceOf(row);
  return {
    status: statuses[row.verdict],
    ...(row.verdict !== 'pass' && { error: { message: messageOf(row) } }),
    errors: [],
    attachments: evidence.map(({ name, text }) => ({
      name,
      contentType: 'text/plain',
      body: Buffer.from(text),
    })),
    annotations: [],
    duration: row.checks.reduce((sum, { durationMs }) => sum + durationMs, 0),
    startTime: new Date(),
    parallelIndex: 0,
    workerIndex: 0,
    retry: 0,
    steps: [],
    stdout: [],
    stderr: [],
  };
}

/**
 * Adjusts each result before it is written. The id identifies a requirement, so that it keeps its history when its
 * title or checks change. Evidence is attached to the requirement itself: the integration wraps each attachment in a
 * separate step, which Allure would colour.
 */
function finish(): Listeners[number] {
  return {
    beforeTestResultWrite: (result) => {
      const [id = ''] = (result.name ?? '').split(' ');
      result.testCaseId = id;
      result.historyId = id;
      result.labels = result.labels.filter(({ name }) => kept.has(name));
      result.attachments.push(...result.steps.flatMap(({ attachments }) => attachments));
      result.steps = [];
    },
  };
}
