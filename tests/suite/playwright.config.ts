import { defineConfig } from '@playwright/test';

/** The tests of the suite itself. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../reports/out/suite',
  reporter: [['list'], ['./closing-line.ts']],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
});
