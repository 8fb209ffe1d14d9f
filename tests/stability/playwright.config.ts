import { defineConfig } from '@playwright/test';
import suite from '../../playwright.config.ts';
import { signOut } from '../launch/order.ts';
import type { WorkerOptions } from '../support/test.ts';

/** The environment variable that lists the check files in the order in which they run, as JSON. */
const ORDER = 'STABILITY_ORDER';

const files = JSON.parse(process.env[ORDER] ?? '[]') as readonly string[];

/**
 * The suite with its files in a given order: Playwright runs projects in the order of their list. A failing check does
 * not fail its test, since every failed test costs a new worker.
 */
export default defineConfig<object, WorkerOptions>({
  ...suite,
  testDir: '..',
  outputDir: '../../reports/out/stability',
  globalSetup: '../launch/start-target.ts',
  reporter: [['../../reports/reporter.ts']],
  projects: [...files.map((file) => ({ name: file, testMatch: file, teardown: signOut.name })), signOut],
  use: { ...suite.use, reddens: false },
});
