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

/** A test with a copy of the project of its own. */
export const test = base.extend<{ workspace: Workspace } & Depth>({
  whole: [false, { option: true }],
  workspace: async ({}, use) => {
    const workspace = new Workspace();
    await use(workspace);
    await workspace.remove();
  },
});
