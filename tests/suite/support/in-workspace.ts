import { test as base } from '@playwright/test';
import { Workspace } from './workspace.ts';

/** What a configuration says of the tests that have a choice. */
export interface Depth {
  /**
   * Whether tests tagged `@whole` run all checks, as `nightly.config.ts` says. Otherwise they run a few files: those
   * that what the test varies matters most to.
   */
  readonly whole: boolean;
}

/** A test with a copy of the project, made once a worker and restored after each test. */
export const test = base.extend<{ workspace: Workspace } & Depth, { copy: Workspace }>({
  whole: [false, { option: true }],
  copy: [
    async ({}, use) => {
      const copy = new Workspace();
      await use(copy);
      await copy.remove();
    },
    { scope: 'worker' },
  ],
  workspace: async ({ copy }, use) => {
    await use(copy);
    await copy.restore();
  },
});
