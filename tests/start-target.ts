import { startMock } from './mock/index.ts';
import { readTarget, type TargetKind } from './support/target.ts';

/** What a run of Playwright does before its first test: gets the target going, and says where it is. */
export default async function startTarget(): Promise<() => Promise<void>> {
  const kind = (process.env['CONFORMANCE_TARGET'] ??= 'mock') as TargetKind;
  const start = starters[kind];
  if (start === undefined)
    throw new Error(`There is no target "${kind}": expected ${Object.keys(starters).join(' or ')}`);
  const started = await start();
  Object.assign(process.env, started.settings);
  const { name, urls } = readTarget(process.env);
  const described = { auth: urls.identity, base: urls.collaboration, api: urls.telephony };
  process.env['CONFORMANCE_TARGET_DESCRIPTION'] = JSON.stringify({ kind, name, urls: described });
  return () => started.close();
}

interface Started {
  /** The settings by which the checks find the target and may use it: those of a live target. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const starters: { readonly [kind in TargetKind]?: () => Promise<Started> } = {
  async mock() {
    const mock = await startMock();
    const settings = {
      TARGET_NAME: 'mock',
      TARGET_AUTH_URL: mock.urls.auth,
      TARGET_BASE_URL: mock.urls.base,
      TARGET_API_URL: mock.urls.api,
      // The mock takes any credential; these make the requests complete.
      TARGET_CLIENT_ID: 'conformance-client',
      TARGET_CLIENT_SECRET: 'conformance-client-secret',
      TARGET_REDIRECT_URI: 'https://client.example.com/callback',
      TARGET_USERNAME: 'user@example.com',
      TARGET_PASSWORD: 'conformance-password',
      TARGET_ACCOUNT_SID: 'AC00000000000000000000000000000001',
      TARGET_AUTH_TOKEN: 'conformance-auth-token',
      TARGET_CALL_SIDS: [1, 2, 3, 4, 5].map((nth) => `CA0000000000000000000000000000000${nth}`).join(),
      TARGET_ALLOW: 'recording,guest,sign-out',
    };
    return { settings, close: () => mock.close() };
  },
};
