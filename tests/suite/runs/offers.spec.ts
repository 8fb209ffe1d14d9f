import { expect } from '@playwright/test';
import { startReference } from '../../reference/start.ts';
import { test } from '../support/in-workspace.ts';

/** Runs on targets that offer less than all: what is missing is told, and is in nobody's way. */

/** Hides every Chromium of this machine from what runs by it. */
const withoutChromium = `--import data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { existsSync } = fs;
  fs.existsSync = (path) => !/chrom/i.test(String(path)) && existsSync(path);
  syncBuiltinESMExports();
`)}`;

interface Lesser {
  readonly what: string;
  /** The names of the settings that are left out. */
  readonly without: RegExp;
  readonly set?: Readonly<Record<string, string>>;
  /** Files with checks that need what is missing, and one at least that does not. */
  readonly files: readonly string[];
}

const lesser: readonly Lesser[] = [
  {
    what: 'nothing but what the user has',
    without: /OTHER_|EXPIRED|ALLOW|CALLBACK/,
    files: ['identity/other-client', 'collaboration/guest-login', 'telephony/authentication'],
  },
  {
    what: 'no user',
    without: /USERNAME|PASSWORD/,
    files: [
      'identity/token-errors',
      'identity/password-grant',
      'collaboration/current-user',
      'telephony/errors',
    ],
  },
  {
    what: 'no client',
    without: /CLIENT|REDIRECT/,
    files: ['identity/oauth-client', 'identity/refresh', 'collaboration/scopes', 'telephony/errors'],
  },
  {
    what: 'a login, where there is no browser',
    without: /^$/,
    set: { NODE_OPTIONS: withoutChromium },
    files: ['identity/oauth-client', 'identity/authorization-refusals', 'identity/token-info'],
  },
  {
    what: 'the identity server alone',
    without: /BASE_URL|API_URL|ACCOUNT|AUTH_TOKEN|CALL_SIDS|CALLBACK/,
    files: ['identity/token-info', 'collaboration/current-user', 'telephony/errors'],
  },
  {
    what: 'the telephony server alone, with leave to record and no address for callbacks',
    without: /AUTH_URL|BASE_URL|CLIENT|REDIRECT|USERNAME|PASSWORD|EXPIRED|OTHER_|CALLBACK/,
    set: { TARGET_ALLOW: 'recording' },
    files: ['identity/password-grant', 'telephony/authentication', 'telephony/recording.spec'],
  },
];

for (const { what, without, set, files } of lesser) {
  test(`a target that offers ${what}`, { tag: '@whole' }, async ({ workspace, whole }) => {
    // A browser on two cores that other tests use too.
    test.setTimeout(600_000);
    const reference = await startReference();
    const offered = Object.entries(reference.settings).filter(([name]) => !without.test(name));
    const { output } = await workspace
      .with({ ...Object.fromEntries(offered), ...set })
      .run('conformance:live', ...(whole ? [] : files));
    await reference.close();

    const { complete, counts, requirements } = workspace.verdicts();
    expect(complete, output).toBe(true);
    const wrong = requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict));
    expect(wrong.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(counts.pass).toBeGreaterThan(whole ? 20 : 5);
  });
}
