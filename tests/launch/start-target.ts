import { readAgainst } from '../../reports/judge/against.ts';
import { readDotEnv } from '../support/dot-env.ts';
import { readSettings } from '../support/settings.ts';
import { type TargetKind, targetOf } from '../support/target.ts';
import { closeConnections } from '../support/wire/connections.ts';
import { openLeftovers } from '../support/wire/open-sessions.ts';
import { sharePace } from '../support/wire/pace.ts';
import { COEXIST, SESSIONS } from './order.ts';
import { HANDED, handedOver, startOwn } from './own-targets.ts';
import { preflight } from './preflight.ts';
import { signOutOfAll } from './sign-out.ts';

/** Global set-up of Playwright: starts the target and publishes its address. */
export default async function startTarget(): Promise<() => Promise<void>> {
  const kind = kindOf(process.env);
  process.env['CONFORMANCE_TARGET'] = kind;
  const isHanded = process.env[HANDED] === kind;
  const started = isHanded ? undefined : await startOwn(kind);
  const settings = isHanded ? await handedOver() : started?.settings;
  if (settings !== undefined) useSettings(settings);
  const target = targetOf(kind, readSettings(process.env, readAgainst(process.env).mistakes));
  const { identity: auth, collaboration: base, telephony: api } = target.urls;
  process.env['CONFORMANCE_TARGET_DESCRIPTION'] = JSON.stringify({
    kind,
    name: target.name,
    urls: { auth, base, api },
  });
  const shared = kind === 'mock' ? undefined : await sharePace(target.way.perSecond, tellPace);
  if (kind !== 'mock') await preflight(target);
  if (kind === 'live') process.stdout.write(inTurn(process.env));
  const signsOut = kind !== 'mock' && target.effects.includes('sign-out');
  if (signsOut) openLeftovers();
  return async () => {
    if (signsOut) await signOutOfAll(target);
    await shared?.close();
    await closeConnections();
    await started?.close();
  };
}

/** Says that the deployment has made the run slower. */
function tellPace(perSecond: number): void {
  const rate = perSecond.toLocaleString('en', { maximumFractionDigits: 1 });
  process.stdout.write(
    `The deployment limits the rate (429): the run goes on more slowly, with ${rate} requests a second at first (TARGET_REQUESTS_PER_SECOND sets a pace)\n`,
  );
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
