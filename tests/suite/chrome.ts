import { type Browser, test as base, chromium } from '@playwright/test';
import { browserPath, quietly } from '../support/browser/launch.ts';

/** Tests with the browser of the login checks, launched once a worker. */
export const test = base.extend<object, { chrome: Browser }>({
  chrome: [
    async ({}, use) => {
      const chrome = await chromium.launch({ executablePath: browserPath() ?? '', args: [...quietly] });
      await use(chrome);
      await chrome.close();
    },
    { scope: 'worker' },
  ],
});
