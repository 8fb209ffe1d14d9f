import { readAgainst } from '../reports/judge/against.ts';
import { COEXIST, SESSIONS } from './order.ts';
import { preflight } from './preflight.ts';
import { signOutOfAll } from './sign-out.ts';
import { readDotEnv } from './support/dot-env.ts';
import { openLeftovers } from './support/open-sessions.ts';
import { readSettings } from './support/settings.ts';
import { type TargetKind, targetOf } from './support/target.ts';

/** A target that is ready to be judged. */
interface Started {
  /** The settings of a live target with which the checks find and use it. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Each target is loaded only when needed: Prism alone takes a hundred megabytes. */
const starters: { readonly [kind in TargetKind]?: () => Promise<Started> } = {
  async mock() {
    const { startMock } = await import('./mock/index.ts');
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
      TARGET_CALL_SIDS: [1, 2, 3, 4, 5, 6, 7, 8]
        .map((nth) => `CA0000000000000000000000000000000${nth}`)
        .join(),
      TARGET_ALLOW: 'recording,guest,sign-out',
    };
    return { settings, close: () => mock.close() };
  },
  reference: async () => (await import('./reference/start.ts')).startReference(),
};

/** Global set-up of Playwright: starts the target and publishes its address. */
export default async function startTarget(): Promise<() => Promise<void>> {
  const kind = kindOf(process.env);
  process.env['CONFORMANCE_TARGET'] = kind;
  const start = starters[kind];
  const started = await start?.();
  if (started !== undefined) useSettings(started.settings);
  const target = targetOf(kind, readSettings(process.env, readAgainst(process.env).mistakes));
  const { identity: auth, collaboration: base, telephony: api } = target.urls;
  process.env['CONFORMANCE_TARGET_DESCRIPTION'] = JSON.stringify({
    kind,
    name: target.name,
    urls: { auth, base, api },
  });
  if (kind !== 'mock') await preflight(target);
  if (kind === 'live') process.stdout.write(inTurn(process.env));
  const signsOut = kind !== 'mock' && target.effects.includes('sign-out');
  if (signsOut) openLeftovers();
  return async () => {
    if (signsOut) await signOutOfAll(target);
    await started?.close();
  };
}

/** The line that says why the checks that act as the user come one after the other, if they do. */
function inTurn(env: NodeJS.ProcessEnv): string {
  if (env[SESSIONS] === COEXIST || env[SESSIONS] === '') return '';
  const why = env[SESSIONS] ?? 'only npm run conformance:live finds out whether their sessions coexist';
  return `The checks that act as the user come one after the other: ${why}\n\n`;
}

/** If no target is selected but a setting names a server, the target is live, never the mock. */
function kindOf(env: NodeJS.ProcessEnv): TargetKind {
  const asked = env['CONFORMANCE_TARGET'];
  if (asked === 'mock' || asked === 'reference') return asked;
  if (asked === 'live') {
    readDotEnv();
    return asked;
  }
  if (asked !== undefined) throw new Error(`There is no target "${asked}": expected mock, reference or live`);
  return ['TARGET_AUTH_URL', 'TARGET_BASE_URL', 'TARGET_API_URL'].some((name) => env[name]) ? 'live' : 'mock';
}

/** Settings that say how a run is judged; they apply to every target. */
const aboutJudging = new Set(['TARGET_STRICT', 'TARGET_DEVIATIONS', 'TARGET_BASELINE']);

/** The mock and the reference use only their own settings, whatever the environment contains. */
function useSettings(settings: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('TARGET_') && !aboutJudging.has(name)) delete process.env[name];
  }
  Object.assign(process.env, settings);
}
