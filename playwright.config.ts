import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { otherReporters } from './reports/guard/others.ts';
import { withoutWireLogs } from './reports/guard/wire-logs.ts';
import { defaultOutput } from './reports/output.ts';
import { reddens } from './tests/launch/fails-in-playwright.ts';
import { projectsOf } from './tests/launch/order.ts';
import type { WorkerOptions } from './tests/support/test.ts';

// The launcher says so; here it holds for whoever starts Playwright without it.
withoutWireLogs(process.env);

/**
 * The conformance suite. Which deployment it judges is the business of `tests/launch/start-target.ts`;
 * what its results mean is the business of `reports/`.
 */
export default defineConfig<object, WorkerOptions>({
  testDir: 'tests',
  projects: projectsOf(process.env, process.argv),
  globalSetup: './tests/launch/start-target.ts',
  outputDir: path.join(defaultOutput(), 'playwright'),
  reporter: [['./reports/reporter.ts'], ...otherReporters(process.env, process.argv)],
  // Three at a time whatever the machine: a check mostly waits, and more would press a deployment that others use too.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A check's own limit lies far above the time limit of its requests (TARGET_TIMEOUT_MS), which
  // names the request that hangs; this one only ends a check that is itself at fault. A deployment that
  // takes its time is judged all the same: the longest check sends some 120 requests, one after the other.
  timeout: 1_800_000,
  use: { trace: 'off', screenshot: 'off', video: 'off', reddens: reddens(process.env, process.argv) },
});
