import { test } from '@playwright/test';
import { endSending, type Ledger, Stopped, stop } from '../judging/ledger.ts';
import type { Target } from '../target.ts';
import type { Answer, RequestContext } from './http.ts';
import { leave } from './open-sessions.ts';

const RECORDINGS = /\/Calls\/[^/]+\/Recordings\.json$/;

/** What a request may change at a deployment, by operation. */
const effects: readonly [effect: string, path: RegExp][] = [
  ['sign-out', /\/oauth2\/revoke_token$/],
  ['guest', /\/api\/anonymous\/auth$/],
  ['recording', RECORDINGS],
];

/**
 * Ensures that no request changes the deployment in a way that TARGET_ALLOW does not name.
 *
 * @throws Stopped if the request may not be sent
 */
export function assertAllowed(target: Target, method: string, { pathname }: URL): void {
  const effect = method === 'GET' ? undefined : effects.find(([, path]) => path.test(pathname))?.[0];
  if (effect === undefined || target.effects.includes(effect)) return;
  // A call of another account has no recording that could start or end.
  const isOurs = target.callSids.some((sid) => pathname.includes(`/Calls/${sid}/`));
  if (effect === 'recording' && !isOurs) return;
  stop(test.info(), `${method} ${pathname} is not allowed: TARGET_ALLOW does not name ${effect}`);
}

/** A recording may run from the moment of the request: the answer may come late, or never. */
export function noteStart(ledger: Ledger, method: string, { pathname }: URL, body: string | undefined): void {
  if (method === 'POST' && isRecordings(pathname) && !endsRecording(body)) ledger.recording.push(pathname);
}

/** A recording that was refused or ended does not run; if no answer came, it may. */
export function noteEnd(ledger: Ledger, { method, url, status }: Answer, body: string | undefined): void {
  const { pathname } = new URL(url);
  if (method !== 'POST' || !isRecordings(pathname) || status === 0) return;
  const at = ledger.recording.indexOf(pathname);
  const isGranted = status >= 200 && status <= 299;
  if (isGranted === endsRecording(body) && at >= 0) ledger.recording.splice(at, 1);
}

function isRecordings(pathname: string): boolean {
  return RECORDINGS.test(pathname);
}

/** Whether a body ends a recording. */
export function endsRecording(body: string | undefined): boolean {
  return /\bRecord"?[=:]"?false/i.test(body ?? '');
}

/** Stores the session of granted tokens, if sign-out is allowed. */
export function noteSession(target: Target, { url, json }: Answer, body: string | undefined): void {
  if (!target.effects.includes('sign-out') || !new URL(url).pathname.endsWith('/oauth2/access_token')) return;
  const { refresh_token } = (json ?? {}) as { refresh_token?: unknown };
  const client_id = new URLSearchParams(body).get('client_id');
  if (typeof refresh_token === 'string' && client_id !== null) leave({ client_id, refresh_token });
}

/**
 * Ends the recordings that a check has started and not ended, even if it failed. Several may run on one call, and it
 * is not known which one Record=false ends, so there are as many ends as starts.
 */
export async function endRecordings(
  target: Target,
  ledger: Ledger,
  telephony: RequestContext,
): Promise<void> {
  await endSending(ledger);
  // The mock records nothing.
  if (target.kind === 'mock') return;
  for (const path of ledger.recording.splice(0)) await endOne(ledger, telephony, path);
}

/** How often the end of a recording is requested if no answer, or only one from a proxy, has come. */
const MOST_TRIES = 3;

async function endOne(ledger: Ledger, telephony: RequestContext, path: string): Promise<void> {
  const { stopped } = ledger;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    try {
      const { status } = await telephony.post(path, { form: { Record: 'false' } });
      if (status > 0 && status < 500) return;
    } catch (error) {
      // A rate limit says nothing about what the check has judged.
      if (!(error instanceof Stopped)) throw error;
      if (stopped === undefined) delete ledger.stopped;
      else ledger.stopped = stopped;
    }
  }
  console.warn(`A recording may go on, since its end was not answered: POST ${path}, Record=false`);
}
