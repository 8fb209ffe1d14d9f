import { defineConfig } from '@playwright/test';
import type { Depth } from './in-workspace.ts';
import config from './playwright.config.ts';

/** The tests of the suite that run a few files of checks with `npm test`: here each runs them all. */
export default defineConfig<Depth>(config, {
  grep: /@whole/,
  use: { whole: true },
  // Each of these runs has two workers and their browsers itself.
  workers: 1,
  timeout: 900_000,
});
