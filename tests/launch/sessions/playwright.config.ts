import path from 'node:path';
import { defineConfig } from '@playwright/test';
import suite from '../../../playwright.config.ts';
import { defaultOutput } from '../../../reports/output.ts';
import type { WorkerOptions } from '../../support/test.ts';

/** Finds out, before the checks start, whether sessions of one user coexist. */
export default defineConfig<object, WorkerOptions>({
  ...suite,
  testDir: '.',
  projects: [{ name: 'sessions', testMatch: 'coexist.ts' }],
  outputDir: path.join(defaultOutput(), 'sessions'),
  globalSetup: './set-up.ts',
  reporter: [['./reporter.ts']],
  workers: 1,
  // A deployment that does not grant tokens is not asked to log in.
  maxFailures: 1,
  use: { ...suite.use, reddens: true },
});
