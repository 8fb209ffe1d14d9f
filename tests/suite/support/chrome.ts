import { type Browser, test as base, chromium } from '@playwright/test';
import { browserPath, quietly } from '../../support/browser/launch.ts';

/** A launch that hangs is to be named, before the time limit of the test ends it. */
const LONGEST_LAUNCH_MS = 60_000;

/** Tests with the browser of the login checks, launched once a worker; without one they are skipped. */
export const test = base.extend<{ chrome: Browser }, { launched: Browser | undefined }>({
  launched: [
    async ({}, use) => {
      const executablePath = browserPath();
      const launched =
        executablePath === undefined
          ? undefined
          : await chromium.launch({ executablePath, args: [...quietly], timeout: LONGEST_LAUNCH_MS });
      await use(launched);
      await launched?.close();
    },
    { scope: 'worker' },
  ],
  chrome: async ({ launched }, use) => {
    if (launched === undefined) return test.skip(true, 'needs Chromium: npx playwright install chromium');
    await use(launched);
    for (const context of launched.contexts()) await context.close();
  },
});
