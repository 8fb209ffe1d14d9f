import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, expect, test } from '@playwright/test';
import { filesIn } from '../../../reports/output.ts';
import { capabilities } from '../../../reports/site/capabilities.ts';
import { writeAllure } from '../../../reports/write/allure.ts';
import { browserPath } from '../../support/browser/launch.ts';
import { catalogue, requirementIds } from '../../support/catalogue.ts';
import { documentOf, examplesOf } from '../../support/interface/examples.ts';
import { openAt, violationsOf } from '../support/visitor.ts';
import { serveFiles } from './file-server.ts';
import { hostileShown, writeHostileRun } from './hostile-run.ts';
import { build, built as out } from './site-build.ts';

/** Where a plain file server has the site: nothing of the build knows of it. */
const BASE = '/docs/of/staging/';

/** The pages that VitePress renders, and those that Scalar draws. */
const guides = ['reading', 'guide/staging', 'guide/failure', 'guide/deviations', 'guide/security'];
const clients = ['identity', 'collaboration', 'telephony', 'generators'].map((name) => `clients/${name}`);
const pages = ['index', ...capabilities.map(({ path }) => path), 'silent', 'mutants', ...guides, ...clients];
const references = ['identity', 'collaboration', 'telephony'].map((name) => `reference/${name}`);

/** Every component of the site stands on one of these: what is dark on them is dark on the others. */
const inDark = new Set([
  'index',
  'identity/refresh',
  'telephony/recording-options',
  'silent',
  'mutants',
  'reading',
]);

/** So what is wrong with a component is seen every day, and what is wrong with a page alone every night. */
const everyDay = new Set([...inDark, 'reference/telephony']);

const site = path.join(out, 'site');
let server: Server;
let address: string;
let browser: Browser | undefined;

// The site has been built by site.setup.ts; each worker has a server and a browser of its own.
test.beforeAll(async () => {
  ({ server, address } = await serveFiles(site, BASE));
  const executablePath = browserPath();
  if (!executablePath) return;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
test.afterAll(async () => {
  await browser?.close();
  server?.close();
});
test.afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
test.beforeEach(() => test.skip(!browserPath(), 'needs Chromium: npx playwright install chromium'));

for (const name of [...pages, ...references]) {
  const when = everyDay.has(name) ? {} : { tag: '@nightly' };
  test(`${name} loads by itself, is accessible, and fits a phone`, when, async () => {
    const { page, complaints } = await open({
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(at(`${name}.html`), { waitUntil: 'networkidle' });
    await expect(page.locator('h1').first()).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    if (references.includes(name) || inDark.has(name)) {
      await page.emulateMedia({ colorScheme: 'dark' });
      // Scalar is told once, when it draws the page.
      if (references.includes(name)) await page.reload({ waitUntil: 'networkidle' });
      await expect(page.locator('.dark, .dark-mode').first()).toBeAttached();
      await expect(page.locator('h1').first()).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    // The narrower layout is drawn by a script, some frames after the window has changed.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
  });
}

test('every requirement has one place', () => {
  const ids = pages.flatMap((name) =>
    [...html(name).matchAll(/<section id="([^"]+)" class="requirement"/g)].map(([, id]) => id),
  );
  expect(ids).toHaveLength(requirementIds.length);
  expect(new Set(ids)).toEqual(new Set(requirementIds));
});

test('every link of the site leads somewhere, with its anchor', () => {
  const known = [...pages, ...references, 'compare'].map((name) => `${name}.html`);
  const anchors = new Map(
    known.map((name) => [
      name,
      new Set([...html(name.slice(0, -5)).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const links = known.flatMap((name) =>
    [...html(name.slice(0, -5)).matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, link = '']) => ({
      name,
      link,
    })),
  );
  const broken = links.filter(({ name, link }) => {
    const { origin, pathname, hash } = new URL(link, `http://site/${name}`);
    if (pathname.endsWith('.openapi.yaml')) return !existsSync(path.join(site, pathname));
    const target = anchors.get(pathname === '/' ? 'index.html' : decodeURI(pathname.slice(1)));
    return origin !== 'http://site' || !target || (hash !== '' && !target.has(hash.slice(1)));
  });
  expect(links.length).toBeGreaterThan(2000);
  expect(broken).toEqual([]);
});

test('what a deployment sent is shown letter by letter', async () => {
  const { page, complaints } = await open();
  await page.goto(at('telephony/recording-options.html#TEL-052'));
  const row = page.locator('[id="TEL-052"]');
  await expect(row.locator('> .reason')).toContainText(hostileShown);
  await row.locator('dd a').first().click();
  const check = page.locator('.check-block.named');
  await check.getByText(/^1\. POST/).click();
  for (const name of ['Request', 'Response', 'curl command'])
    await expect(check.getByRole('region', { name })).toContainText(hostileShown);
  await page.goto(at('silent.html'));
  await expect(page.locator('.point', { hasText: 'IDN-097' }).locator('.seen')).toContainText(hostileShown);
  await page.goto(at('index.html'));
  await expect(page.locator('.run')).toContainText(hostileShown);
  await page.goto(at('mutants.html'));
  await expect(page.locator('ul', { hasText: 'survived' })).toContainText(hostileShown);
  for (const name of ['index.html', 'silent.html', 'mutants.html', 'telephony/recording-options.html']) {
    await page.goto(at(name));
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(await page.locator('body').innerHTML(), name).not.toMatch(/[\u001b\u202e]/);
    await expect(page.locator('img[src=x]'), name).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test('a requirement has a permanent link, and says where it comes from', async () => {
  const { page } = await open();
  await page.goto(at('r/TEL-014.html'));
  await page.waitForURL(at('telephony/recording.html#TEL-014'));
  const row = page.locator('[id="TEL-014"]');
  const { statement, source, level } = catalogue['TEL-014'];
  for (const text of [statement, source, level]) await expect(row).toContainText(text);
  await expect(row.locator('details').first()).toHaveAttribute('open');
});

test('the search finds a requirement by its id and leads to it', async () => {
  const { page, complaints } = await open();
  await page.goto(at('index.html'), { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('TEL-014');
  await expect(page.getByRole('option').first()).toContainText('TEL-014');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('telephony/recording.html#TEL-014'));
  await expect(page.locator('[id="TEL-014"]')).toBeInViewport();
  expect(complaints).toEqual([]);
});

test('links still lead on after the site has changed pages by itself', async () => {
  const { page, complaints } = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(at('index.html'), { waitUntil: 'networkidle' });
  for (const [link, url] of [
    ['Refresh', 'identity/refresh.html'],
    ['Recording options', 'telephony/recording-options.html'],
    ['Silent points', 'silent.html'],
    ['Kill matrix', 'mutants.html'],
    ['Interface conformance', ''],
  ] as const) {
    await page.locator('header, aside').getByRole('link', { name: link, exact: true }).first().click();
    await expect(page).toHaveURL(at(url));
  }
  expect(complaints).toEqual([]);
});

test('what a newcomer asks is answered on the page', async () => {
  const { page } = await open();
  await page.goto(at('index.html'), { waitUntil: 'networkidle' });
  await page.locator('.cards').getByRole('link', { name: 'Recording options' }).click();
  await expect(page.getByText('FileFormat=ogg is not an error').first()).toBeVisible();
  const last = page.locator('p', { hasText: 'Result of the last run' });
  await expect(last).toContainText('TEL-052');
  await expect(last.locator('.verdict')).toHaveText(/fail/);
  await page.goto(at('identity/refresh.html'));
  await expect(page.locator('.flow li', { hasText: 'grant_type=refresh_token' })).toBeVisible();
  await page.goto(at('identity/revocation.html'));
  for (const id of ['IDN-097', 'IDN-098', 'IDN-099', 'IDN-100'])
    await expect(page.locator('.left-open')).toContainText(id);
});

const shown = [
  ['identity', 'Tokens', 'exchangeToken', 'access_token'],
  ['collaboration', 'Guests', 'loginAnonymously', 'token'],
  ['telephony', 'Recordings', 'recordCall', 'sid'],
] as const;

for (const [server, group, operationId, field] of shown) {
  test(`the reference of the ${server} server shows the examples that the mock serves`, async () => {
    const [, example] = examplesOf(documentOf(server), operationId, 200)[0] ?? [];
    const value = String((example?.value as Readonly<Record<string, unknown>> | undefined)?.[field]);
    expect(value.length).toBeGreaterThan(10);
    const { page, complaints } = await open({ viewport: { width: 1400, height: 900 } });
    await page.goto(at(`reference/${server}.html`), { waitUntil: 'networkidle' });
    await page
      .getByRole('button', { name: group })
      .or(page.getByRole('link', { name: group }))
      .first()
      .click();
    await expect(page.locator('body')).toContainText(value);
    expect(complaints).toEqual([]);
  });
}

test('pages can be read from disk as well', async () => {
  const { page } = await open();
  await page.goto(pathToFileURL(path.join(site, 'identity/refresh.html')).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Refresh/);
  // The style sheet has come with it.
  expect(await page.locator('.flow ol').evaluate((list) => getComputedStyle(list).display)).toBe('grid');
  await page.getByRole('link', { name: 'revoked' }).first().click();
  await expect(page).toHaveURL(/identity\/revocation\.html$/);
});

test('Allure links each requirement to its place on the site that CONFORMANCE_SITE names', async () => {
  process.env['CONFORMANCE_SITE'] = 'https://docs.example/staging/';
  const own = mkdtempSync(path.join(tmpdir(), 'site-'));
  const { allureResults } = filesIn(own);
  writeAllure(writeHostileRun(own), allureResults);
  delete process.env['CONFORMANCE_SITE'];
  const urls = readdirSync(allureResults)
    .filter((name) => name.endsWith('-result.json'))
    .flatMap((name) => {
      const text = readFileSync(path.join(allureResults, name), 'utf8');
      return (JSON.parse(text) as { links: { url: string }[] }).links.map(({ url }) => url);
    });
  rmSync(own, { recursive: true });
  const places = readdirSync(path.join(site, 'r')).map((name) => `https://docs.example/staging/r/${name}`);
  expect(urls.toSorted()).toEqual(places.toSorted());
});

test('a file that is no verdict file is refused in one sentence, and the site stays', async () => {
  const file = path.join(out, 'other.json');
  writeFileSync(file, '{"schemaVersion":1}');
  await expect(build(out, [file])).rejects.toThrow(/other\.json is not a verdict file: /);
  expect(existsSync(path.join(site, 'index.html'))).toBe(true);
  expect(readdirSync(out).filter((name) => name.startsWith('.site'))).toEqual([]);
});

test('what has changed since another run is a page of its own', async () => {
  const { page, complaints } = await open();
  await page.goto(at('index.html'), { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'What has changed since last <night>' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^last <night> and .*, compared$/);
  await expect(page.getByText('No verdict changed.')).toBeVisible();
  expect(complaints).toEqual([]);
});

function open(options: BrowserContextOptions = {}) {
  return openAt(address, browser, options);
}

function at(name: string): string {
  return address + name;
}

/** A page as it was built, before any script has run. */
function html(name: string): string {
  return readFileSync(path.join(site, `${name}.html`), 'utf8');
}
