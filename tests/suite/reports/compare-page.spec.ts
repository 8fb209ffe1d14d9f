import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { compare } from '../../../reports/judge/comparison.ts';
import { comparePage } from '../../../reports/write/compare-page.ts';
import { catalogue } from '../../support/catalogue.ts';
import { test } from '../support/chrome.ts';
import { fileOf, row } from '../support/verdict-samples.ts';
import { openAt, violationsOf } from '../support/visitor.ts';

const hostile = '</script><img src="https://evil.example/x.png" onerror="alert(1)"><script>alert(1)</script>';
const comparison = compare(
  fileOf([
    row('IDN-001', 'pass'),
    row('IDN-002', 'fail', { reason: 'got 500' }),
    row('IDN-003', 'observed', { observed: 'a' }),
    row('IDN-004', 'pass'),
    row('IDN-005', 'pass'),
  ]),
  fileOf(
    [
      row('IDN-001', 'fail', { reason: `${hostile} \u202eevil` }),
      row('IDN-002', 'pass'),
      row('IDN-003', 'observed', { observed: hostile }),
      row('IDN-004', 'not-exercised'),
      row('IDN-006', 'pass'),
    ],
    { target: { kind: 'live', name: hostile, urls: { api: 'https://very-long-host-name.'.repeat(8) } } },
  ),
  ['yesterday.json', 'today.json'],
);
const html = comparePage(comparison, catalogue);

test('escapes whatever a run says', () => {
  expect(html).toContain('&lt;img src=&quot;https://evil.example');
  expect(html).not.toMatch(/<img|\u202e/);
  expect(html.match(/<script/g)).toHaveLength(1);
});

test('is read in a browser: no request, no violation, a filter, permanent links, wide and narrow', async ({
  chrome,
}, testInfo) => {
  const file = testInfo.outputPath('page.html');
  writeFileSync(file, html);
  const address = pathToFileURL(file).href;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 375]) {
      const { page, complaints } = await openAt(address, chrome, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      // This page has nothing to say to the console at all.
      page.on('console', (message) => complaints.push(`console: ${message.text()}`));
      await page.goto(`${address}#IDN-003-observed`);

      await expect(page.locator('#IDN-003-observed')).toBeInViewport();
      await expect(page.locator('.changes > li:visible')).toHaveCount(4);
      await page.getByLabel('Show').selectOption('regression');
      await expect(page.locator('.changes > li:visible')).toHaveCount(1);
      await expect(page.locator('output')).toHaveText('1 of 4 shown');
      await page.getByLabel('Show').selectOption('');
      await page.getByLabel('Find').fill('idn-002 500');
      await expect(page.locator('.changes > li:visible')).toHaveId('IDN-002');
      await page.getByLabel('Find').fill('');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${colorScheme}, ${width} wide`).toBeLessThanOrEqual(0);
      expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.screenshot({ path: testInfo.outputPath(`${colorScheme}-${width}.png`), fullPage: true });
      await page.context().close();
    }
  }
});

test('without a change it says so', () => {
  const same = comparePage(compare(fileOf([]), fileOf([]), ['a', 'b']), {});
  expect(same).toContain('No verdict changed.');
  expect(same).toContain('No observation changed.');
});
