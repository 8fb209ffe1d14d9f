import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { listing } from '../../../reports/judge/listing.ts';

const root = path.resolve(import.meta.dirname, '../../..');

for (const name of ['PLAYWRIGHT_JSON_OUTPUT_FILE', 'PLAYWRIGHT_JSON_OUTPUT_NAME']) {
  test(`the checks are listed to who asks, whatever ${name} says`, ({}, testInfo) => {
    const file = testInfo.outputPath('listing.json');
    process.env[name] = file;
    try {
      expect(listing(path.join(root, 'playwright.config.ts')).length).toBeGreaterThan(20);
      expect(existsSync(file)).toBe(false);
    } finally {
      delete process.env[name];
    }
  });
}
