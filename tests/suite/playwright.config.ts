import { defineConfig } from '@playwright/test';

/** The tests of the suite itself. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'suite', testIgnore: 'site.spec.ts' },
    // The site is built once, and what it shows is looked at from all workers.
    { name: 'site-build', testMatch: 'site.setup.ts' },
    { name: 'site', testMatch: 'site.spec.ts', dependencies: ['site-build'] },
  ],
  outputDir: '../../reports/out/suite',
  reporter: [['list'], ['./support/closing-line.ts']],
  // Many of these wait, for pages and time limits.
  workers: 3,
  fullyParallel: true,
  // Those of `nightly.config.ts`.
  grepInvert: /@nightly/,
  forbidOnly: true,
  timeout: 120_000,
});
