import { defineConfig } from '@playwright/test';
import suite from '../../playwright.config.ts';
import type { WorkerOptions } from '../support/test.ts';

/**
 * The unchanged suite, on the deployments of a plan. A failing check does not fail its Playwright test: every failed
 * test costs a new worker.
 */
export default defineConfig<object, WorkerOptions>({
  ...suite,
  testDir: '.',
  projects: [{ name: 'mutants', testMatch: 'checks.ts' }],
  outputDir: '../../reports/out/mutants',
  globalSetup: [],
  reporter: [['./reporter.ts']],
  use: { ...suite.use, reddens: false },
});
