import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../support/chrome.ts';
import { fileOf, row } from '../support/verdict-samples.ts';
import { openAt } from '../support/visitor.ts';
import { serveFiles } from './file-server.ts';
import { build } from './site-build.ts';

test('without a run and without a matrix the site says so', { tag: '@nightly' }, async ({ chrome }) => {
  test.setTimeout(300_000);
  const own = mkdtempSync(path.join(tmpdir(), 'site-'));
  const older = path.join(own, 'older.json');
  writeFileSync(older, JSON.stringify(fileOf([row('IDN-001', 'pass')])));
  await expect(build(own, ['--since', older])).rejects.toThrow(/There is no run that --since/);
  const without = await serveFiles(await build(own, []), '/docs/');
  const { page, complaints } = await openAt(without.address, chrome, {});
  await page.goto(`${without.address}index.html`, { waitUntil: 'networkidle' });
  await expect(page.locator('.run')).toContainText('This site was built without a run');
  await page.goto(`${without.address}mutants.html`, { waitUntil: 'networkidle' });
  await expect(page.getByText('The matrix does not exist yet')).toBeVisible();
  await page.goto(`${without.address}identity/revocation.html`, { waitUntil: 'networkidle' });
  await expect(page.locator('.left-open')).toContainText('not observed in any run');
  expect(complaints).toEqual([]);
  without.server.close();
  rmSync(own, { recursive: true });
});
