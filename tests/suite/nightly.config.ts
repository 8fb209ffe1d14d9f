import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';
import type { Depth } from './support/in-workspace.ts';

/** The tests of the suite that run a few files of checks with `npm test`, by all checks, and those for the night alone. */
export default defineConfig<Depth>(config, {
  grep: /@whole|@nightly/,
  grepInvert: [],
  // What a project depends on has no tag.
  projects: (config.projects ?? []).map((one) => (one.name === 'site-build' ? { ...one, grep: /./ } : one)),
  use: { whole: true },
  // Each of these runs has workers and browsers of its own.
  workers: 1,
  timeout: 900_000,
});
