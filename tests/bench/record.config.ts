import { defineConfig } from '@playwright/test';
import suite from '../../playwright.config.ts';

/** The unchanged suite, with every request recorded that our own target receives. */
export default defineConfig({
  ...suite,
  testDir: '..',
  outputDir: '../../reports/out/bench',
  globalSetup: ['./record.ts', '../launch/start-target.ts'],
  reporter: [['../../reports/reporter.ts']],
});
