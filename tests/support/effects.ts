import { test } from '@playwright/test';
import { type Ledger, stop } from './ledger.ts';
import { leave } from './open-sessions.ts';
import type { Target } from './target.ts';
import type { Answer } from './wire.ts';

const RECORDINGS = /\/Calls\/[^/]+\/Recordings\.json$/;

/** What a request may change at a deployment, by the operations of the interface that change something. */
const effects: readonly [effect: string, path: RegExp][] = [
  ['sign-out', /\/oauth2\/revoke_token$/],
  ['guest', /\/api\/anonymous\/auth$/],
  ['recording', RECORDINGS],
];

/**
 * Whatever a test sends: nothing that TARGET_ALLOW does not name changes the deployment.
 *
 * @throws Stopped when the request may not be sent
 */
export function assertAllowed(target: Target, method: string, { pathname }: URL): void {
  const effect = method === 'GET' ? undefined : effects.find(([, path]) => path.test(pathname))?.[0];
  if (effect === undefined || target.effects.includes(effect)) return;
  // A call that is not ours has no recording that could start or end.
  const isOurs = target.callSids.some((sid) => pathname.includes(`/Calls/${sid}/`));
  if (effect === 'recording' && !isOurs) return;
  stop(test.info(), `${method} ${pathname} is not allowed: TARGET_ALLOW does not name ${effect}`);
}

/** A recording may go on from the moment it was asked for: an answer may come late, or never. */
export function noteStart(ledger: Ledger, method: string, { pathname }: URL, body: string | undefined): void {
  if (method === 'POST' && isRecordings(pathname) && !endsRecording(body)) ledger.recording.push(pathname);
}

/** What was refused goes on no more than what was ended; of what was not answered nobody knows. */
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

/** Whether a body asks for the end of a recording. */
export function endsRecording(body: string | undefined): boolean {
  return /\bRecord"?[=:]"?false/i.test(body ?? '');
}

/** Notes the session of tokens that were granted, if it may be signed out of. */
export function noteSession(target: Target, { url, json }: Answer, body: string | undefined): void {
  if (!target.effects.includes('sign-out') || !new URL(url).pathname.endsWith('/oauth2/access_token')) return;
  const { refresh_token } = (json ?? {}) as { refresh_token?: unknown };
  const client_id = new URLSearchParams(body).get('client_id');
  if (typeof refresh_token === 'string' && client_id !== null) leave({ client_id, refresh_token });
}
