import { test as base, expect } from '@playwright/test';
import { startReference } from '../reference/start.ts';
import { Workspace } from './workspace.ts';

/** Whole runs on targets that offer less than all: what is missing is told, and is in nobody's way. */
const test = base.extend<{ workspace: Workspace }>({
  workspace: async ({}, use) => {
    const workspace = new Workspace();
    await use(workspace);
    await workspace.remove();
  },
});

/** Hides every Chromium of this machine from what runs by it. */
const withoutChromium = `--import data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { existsSync } = fs;
  fs.existsSync = (path) => !/chrom/i.test(String(path)) && existsSync(path);
  syncBuiltinESMExports();
`)}`;

const lesser: readonly (readonly [what: string, without: RegExp, set?: Readonly<Record<string, string>>])[] =
  [
    ['nothing but what the user has', /OTHER_|EXPIRED|ALLOW|CALLBACK/],
    ['no user', /USERNAME|PASSWORD/],
    ['no client', /CLIENT|REDIRECT/],
    ['a login, where there is no browser', /^$/, { NODE_OPTIONS: withoutChromium }],
    ['the identity server alone', /BASE_URL|API_URL|ACCOUNT|AUTH_TOKEN|CALL_SIDS|CALLBACK/],
    [
      'the telephony server alone, with leave to record and no address for callbacks',
      /AUTH_URL|BASE_URL|CLIENT|REDIRECT|USERNAME|PASSWORD|EXPIRED|OTHER_|CALLBACK/,
      { TARGET_ALLOW: 'recording' },
    ],
  ];

for (const [what, without, set = {}] of lesser) {
  test(`a target that offers ${what}`, async ({ workspace }) => {
    // A browser on two cores that other tests use too.
    test.setTimeout(600_000);
    const reference = await startReference();
    const offered = Object.entries(reference.settings).filter(([name]) => !without.test(name));
    const { output } = await workspace
      .with({ ...Object.fromEntries(offered), ...set })
      .run('conformance:live');
    await reference.close();

    const { complete, counts, requirements } = workspace.verdicts();
    expect(complete, output).toBe(true);
    const wrong = requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict));
    expect(wrong.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(counts.pass).toBeGreaterThan(20);
  });
}
