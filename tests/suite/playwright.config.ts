import { defineConfig } from '@playwright/test';

/** The tests of the suite itself. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../reports/out/suite',
  reporter: [['list'], ['./closing-line.ts']],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Far above what a test takes on a machine of its own: it only ends one that hangs.
  timeout: 300_000,
});
