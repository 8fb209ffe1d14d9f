import { defineConfig } from '@playwright/test';
import suite from '../../playwright.config.ts';

/** The suite as it is, with every request recorded that the target of our own receives. */
export default defineConfig({
  ...suite,
  testDir: '..',
  outputDir: '../../reports/out/bench',
  globalSetup: ['./record.ts', '../start-target.ts'],
  reporter: [['../../reports/reporter.ts']],
});
