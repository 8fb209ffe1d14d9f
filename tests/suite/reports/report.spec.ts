import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { judgeRun, type RunInput } from '../../../reports/judge/run.ts';
import type { Check } from '../../../reports/model.ts';
import { allureHistoryIn, clear, filesIn, writeWhole } from '../../../reports/output.ts';
import { writeAllure } from '../../../reports/write/allure.ts';
import { buildReport, withoutNetwork } from '../../../reports/write/allure-page.ts';
import { catalogue, type RequirementId } from '../../support/catalogue.ts';
import { test } from '../support/chrome.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { openAt } from '../support/visitor.ts';

const hostile =
  '<img src="https://evil.example/x.png" onerror="alert(1)"><script>alert(1)</script> \u202eevil';
const [id, requirement] =
  Object.entries(catalogue).find(([, { level, untestable }]) => level === 'must' && !untestable) ?? [];

const check: Check = {
  name: `a.spec.ts › ${hostile}`,
  capability: 'recording',
  covers: [id ?? ''],
  durationMs: 5,
  record: {
    facts: [{ id: id as RequirementId, is: 'broken', reason: hostile }],
    exchanges: [
      {
        method: 'POST',
        url: 'http://127.0.0.1/v2/x.json',
        requestHeaders: { 'content-type': 'text/plain' },
        requestBody: 'Record=true',
        status: 200,
        responseHeaders: { 'x-evil': hostile },
        responseBody: hostile,
        durationMs: 3,
        curl: "curl -X POST 'http://127.0.0.1/v2/x.json'",
      },
    ],
  },
};

/** What these tests look at of an Allure result. */
interface Result {
  readonly name: string;
  readonly labels: readonly { name: string; value: string }[];
  readonly links: readonly object[];
  readonly historyId: string;
  readonly statusDetails: { message: string };
  readonly attachments: readonly { name: string; source: string }[];
}

let tiny: TinyProject;
test.beforeAll(async () => {
  tiny = new TinyProject({});
  await write(tiny.out);
});
test.afterAll(() => tiny.remove());

/** Writes what a run leaves that judged the first requirement alone, or so many more. */
async function write(directory: string, more: Partial<RunInput> = {}): Promise<void> {
  const run = judgeRun({
    catalogue,
    checks: [check],
    began: true,
    complete: true,
    errors: [],
    version: '1.0.0',
    target: { kind: 'live', name: hostile, urls: { api: 'http://127.0.0.1/' } },
    startedAt: new Date(),
    durationMs: 10,
    strict: false,
    ...more,
  });
  clear(directory);
  writeWhole(filesIn(directory).verdicts, JSON.stringify(run.file));
  writeAllure(run, filesIn(directory).allureResults);
}

test('each whole run is remembered once, however often its report is built, and each target by itself', async () => {
  const out = path.join(tiny.folder, 'history');
  const target = (name: string) => ({ kind: 'live' as const, name, urls: {} });
  const points = (name: string) => {
    const file = allureHistoryIn(out, target(name));
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').length : 0;
  };
  const whole = { checks: [{ ...check, covers: Object.keys(catalogue) }] };
  const part = { checks: [check] };
  for (const [name, input, times, expected] of [
    ['staging', whole, 2, [1, 0]],
    ['staging', whole, 1, [2, 0]],
    ['Staging', whole, 1, [2, 1]],
    ['staging', part, 1, [2, 1]],
  ] as const) {
    await write(out, { ...input, target: target(name) });
    for (let nth = 0; nth < times; nth += 1) buildReport(out);
    expect([points('staging'), points('Staging')], name).toEqual(expected);
  }
  expect(readdirSync(path.join(out, 'history')).toSorted()).toEqual([
    expect.stringMatching(/^allure-live-staging-[0-9a-f]{8}\.jsonl$/),
    'allure-live-staging.jsonl',
  ]);
});

test('whatever a target is called, its history is a file of its own', () => {
  const names = [
    'staging',
    'Staging',
    'sta/ging',
    '../sta ging',
    '',
    '.',
    'a'.repeat(300),
    `${'a'.repeat(300)}b`,
  ];
  const files = names.map((name) => allureHistoryIn('out', { kind: 'live', name, urls: {} }));
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length);
  for (const file of files) expect(path.basename(file)).toMatch(/^allure-live-[a-z0-9-]{0,60}\.jsonl$/);
  expect(new Set(files.map((file) => path.dirname(file)))).toEqual(new Set([path.join('out', 'history')]));
});

test('a result names server, capability, level, verdict, requirement and evidence', () => {
  const result = JSON.parse(
    tiny.allure().find(({ name }) => name.startsWith(`${id} `))?.text ?? '',
  ) as Result;
  const labels = result.labels.map(({ name, value }) => `${name}=${value}`);
  const expected = [
    'tag=must',
    'tag=fail',
    'epic=identity',
    'feature=recording',
    `story=${requirement?.title}`,
    'severity=critical',
  ];
  expect(labels).toEqual(expected);
  expect(result.links).toEqual([{ type: 'tms', name: id, url: `../site/r/${id}.html` }]);
  expect(result.historyId).toBe(id);
  expect(result.statusDetails.message).toMatch(/^fail: <img/);
  expect(result.attachments.map(({ name }) => name)).toEqual([
    'Requirement and verdict',
    '1. POST /v2/x.json → 200: this one decided',
  ]);
  const [statement, exchange] = result.attachments.map(({ source }) =>
    tiny.read(path.join('allure-results', source)),
  );
  for (const part of [requirement?.statement, requirement?.source, 'fail: <img', 'check: a.spec.ts'])
    expect(statement).toContain(part);
  for (const part of [
    'POST http://127.0.0.1/v2/x.json',
    'Record=true',
    '→ 200 in 3 ms',
    'x-evil: <img',
    'curl -X POST',
  ])
    expect(exchange).toContain(part);
  expect(tiny.read('allure-results/environment.properties')).toContain('Outcome');
  expect(tiny.read('allure-results/categories.json')).toContain('not-exercised');
});

test('requirements that hold share the evidence of their check', async () => {
  const [one, other] = Object.keys(catalogue).slice(0, 2) as RequirementId[];
  if (one === undefined || other === undefined) throw new Error('There are no two requirements');
  const out = path.join(tiny.folder, 'shared');
  const facts = [one, other].map((held) => ({ id: held, is: 'held' }) as const);
  await write(out, {
    checks: [{ ...check, covers: [one, other], record: { facts, exchanges: check.record?.exchanges ?? [] } }],
  });
  const results = readdirSync(path.join(out, 'allure-results'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(path.join(out, 'allure-results', name), 'utf8')) as Result);
  const [first, second] = [one, other].map(
    (held) => results.find(({ name }) => name.startsWith(held))?.attachments ?? [],
  );
  expect(first?.map(({ name }) => name)).toEqual(['Requirement and verdict', check.name]);
  expect(first?.[0]?.source).not.toBe(second?.[0]?.source);
  expect(first?.[1]?.source).toBe(second?.[1]?.source);
  const text = readFileSync(path.join(out, 'allure-results', first?.[1]?.source ?? ''), 'utf8');
  for (const part of ['1. POST /v2/x.json → 200', 'Record=true', 'curl -X POST'])
    expect(text).toContain(part);
});

test('the report opens from disk, asks nothing of the network, and runs nothing that a deployment sent', async ({
  chrome,
}) => {
  const file = buildReport(tiny.out);
  const html = tiny.read('allure-report/index.html');
  expect(html).not.toMatch(/googletagmanager|gtag\(/);

  const address = pathToFileURL(file).href;
  const { page, complaints } = await openAt(address, chrome, {});
  await page.goto(address);
  await page.getByText(`${id} ${requirement?.title}`).first().click();
  await expect(page.getByText('onerror="alert(1)"').first()).toBeVisible();
  // Beside the report, where `npm run docs` builds the site.
  const link = page.getByRole('link', { name: `${id} on the site` });
  await expect(link).toHaveCount(1);
  const leadsTo = await link.evaluate((element) => (element as HTMLAnchorElement).href);
  expect(leadsTo).toBe(pathToFileURL(path.join(tiny.out, 'site/r', `${id}.html`)).href);
  await page.getByText('1. POST /v2/x.json → 200').first().click();
  await expect(page.getByText('x-evil: <img').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('whatever loads from elsewhere is taken out, what is inside stays', () => {
  const inside =
    '<script src="data:text/javascript;base64,AA"></script><link rel="icon" href="data:x"><script>run()</script>';
  const outside = [
    '<script async src="https://a.example/x.js"></script>',
    '<link rel="stylesheet" href="https://a.example/x.css">',
    "<script>\nwindow.dataLayer = []; function gtag(){} gtag('js');\n</script>",
  ];
  const page = (parts: string) => `<html><head>${parts}</head><body></body></html>`;
  const stripped = withoutNetwork(page(inside + outside.join('')));
  expect(
    stripped.replace(
      /\n\s*<meta http-equiv="Content-Security-Policy" content="default-src 'none';[^>]*>/,
      '',
    ),
  ).toBe(page(inside));
});

test('without a finished run there is one clear message', () => {
  expect(() => buildReport(path.join(tiny.folder, 'absent'))).toThrow(
    /^There is no finished run in .*absent: start one with/,
  );
});
