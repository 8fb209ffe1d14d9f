import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { connectionsTo, freshConnectionsTo, isClosed } from './support/connections.ts';
import { type Leftover, takeLeftovers } from './support/open-sessions.ts';
import { isLimited, isPutOff, waitOf } from './support/rate-limit.ts';
import type { Target } from './support/target.ts';

/** All sign-outs together may take this many times the limit of one request, so that a run always ends. */
const MOST_LIMITS = 10;

/** How many sign-outs are sent in parallel. */
const LANES = 4;

/**
 * Signs out the sessions that the checks have left open. A refusal does not matter here: the session may have ended
 * long before. If the deployment does not answer, or still limits the rate after one wait, nothing more is sent.
 *
 * @returns how many sessions may still be active because their sign-out was not answered or not accepted (429, 5xx)
 */
export async function signOut(target: Target, sessions: readonly Leftover[]): Promise<number> {
  const { timeoutMs } = target;
  const kept = connectionsTo(LANES, timeoutMs);
  const fresh = freshConnectionsTo(LANES, timeoutMs);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(MOST_LIMITS * timeoutMs)]);
  // Each request adds a listener.
  setMaxListeners(0, signal);
  const isTaken = async (session: Leftover, dispatcher: Agent, hasWaited = false): Promise<boolean> => {
    const { statusCode, headers, body } = await request(`${target.urls.identity}/oauth2/revoke_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...session }).toString(),
      dispatcher,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await body.dump();
    if (!isPutOff({ status: statusCode })) return statusCode < 500;
    // A Retry-After may be a date, which refers to the clock of the server.
    const { 'retry-after': asked, date } = headers;
    const { ms } = waitOf(
      { headers: { 'retry-after': String(asked ?? ''), date: String(date ?? '') } },
      timeoutMs,
    );
    if (ms === undefined || hasWaited) {
      if (isLimited({ status: statusCode })) throw new Error('the deployment limits the rate');
      return false;
    }
    await sleep(ms, undefined, { signal });
    return isTaken(session, fresh, true);
  };
  const waiting = [...sessions];
  let taken = 0;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const session = next;
      // A connection may close just as a request is sent on it; a sign-out may be sent again.
      const again = async (error: unknown) => {
        if (!isClosed(error)) throw error;
        return isTaken(session, fresh);
      };
      if (await isTaken(session, kept).catch(again)) taken += 1;
    }
  };
  const stop = (): void => {
    waiting.length = 0;
    ending.abort();
  };
  await Promise.all(Array.from({ length: LANES }, () => lane().catch(stop)));
  await Promise.all([kept.destroy(), fresh.destroy()]);
  return sessions.length - taken;
}

/** Signs out all sessions that the workers have left open, and prints how many of them may still be active. */
export async function signOutOfAll(target: Target): Promise<void> {
  const sessions = takeLeftovers();
  const lost = await signOut(target, sessions);
  if (lost > 0)
    process.stdout.write(
      `${lost} of ${sessions.length} sessions may still be active: the deployment did not accept their sign-out\n`,
    );
}
