import { defineConfig } from '@playwright/test';
import suite from '../../playwright.config.ts';
import type { WorkerOptions } from '../support/test.ts';

/**
 * The suite as it is, on the deployments of a plan. A check that fails reddens nothing: every red test
 * costs a new worker.
 */
export default defineConfig<object, WorkerOptions>({
  ...suite,
  testDir: '..',
  outputDir: '../../reports/out/mutants',
  globalSetup: [],
  reporter: [['./reporter.ts']],
  use: { ...suite.use, reddens: false },
});
