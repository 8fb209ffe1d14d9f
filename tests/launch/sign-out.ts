import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../support/target.ts';
import { isClosed } from '../support/wire/connections.ts';
import type { Answer } from '../support/wire/http.ts';
import { type Leftover, takeLeftovers } from '../support/wire/open-sessions.ts';
import { pace } from '../support/wire/pace.ts';
import { isLimited, putOff } from '../support/wire/rate-limit.ts';
import { singleValues } from '../support/wire/request-context.ts';
import { send } from '../support/wire/send.ts';

/**
 * All sign-outs together may take this many times the limit of one request, so that a run always ends, besides what
 * they wait for their turns where the rate is limited.
 */
const MOST_LIMITS = 10;

/** How many sign-outs are sent in parallel. */
const LANES = 4;

/** Sign-outs that are sent one after the other, and when they have to have ended (`performance.now`). */
interface Lane {
  until: number;
}

/** What became of the sign-outs. */
export interface SignedOut {
  /** How many sessions may still be active because their sign-out was not answered, or put off (429, 5xx). */
  readonly lost: number;
  /** How many were refused, by status: a session that had ended before is refused as well. */
  readonly refused: ReadonlyMap<number, number>;
}

/**
 * Signs out the sessions that the checks have left open. If the deployment does not answer, or still limits the rate
 * after its waits, nothing more is sent.
 */
export async function signOut(target: Target, sessions: readonly Leftover[]): Promise<SignedOut> {
  const { timeoutMs } = target;
  const url = `${target.urls.identity}/oauth2/revoke_token`;
  const refused = new Map<number, number>();
  const waiting = [...sessions];
  let taken = 0;
  const once = async (session: Leftover, lane: Lane): Promise<Pick<Answer, 'status' | 'headers'>> => {
    const asked = performance.now();
    await pace(target).turn();
    lane.until += performance.now() - asked;
    const { statusCode, headers, body } = await send(target, url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...session }).toString(),
      limitMs: Math.min(timeoutMs, Math.max(1, lane.until - performance.now())),
      isInTurn: true,
    });
    await body.dump();
    return { status: statusCode, headers: singleValues(headers) };
  };
  // A connection may close just as a request is sent on it; a sign-out may be sent again.
  const again = (session: Leftover, lane: Lane) => (error: unknown) => {
    if (!isClosed(error)) throw error;
    return once(session, lane);
  };
  const signOutOf = async (session: Leftover, lane: Lane): Promise<void> => {
    const since = performance.now();
    for (let tries = 1; ; tries += 1) {
      const answer = await once(session, lane).catch(again(session, lane));
      const off = putOff(target, { ...answer, url }, { since, tries });
      if (off === undefined || off.isOver) {
        if (isLimited(answer)) throw new Error('the deployment limits the rate');
        if (answer.status < 500) taken += 1;
        if (answer.status >= 400 && answer.status < 500)
          refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
        return;
      }
      await sleep(off.waitMs);
    }
  };
  const lane = async (): Promise<void> => {
    const own = { until: performance.now() + MOST_LIMITS * timeoutMs };
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await signOutOf(next, own);
  };
  const stop = (): void => void waiting.splice(0);
  await Promise.all(Array.from({ length: LANES }, () => lane().catch(stop)));
  return { lost: sessions.length - taken, refused };
}

/** Signs out all sessions that the workers have left open, and prints how many of them may still be active. */
export async function signOutOfAll(target: Target): Promise<void> {
  const sessions = takeLeftovers();
  const { lost, refused } = await signOut(target, sessions);
  if (lost > 0)
    process.stdout.write(
      `${lost} of ${sessions.length} sessions may still be active: the deployment did not accept their sign-out\n`,
    );
  for (const [status, count] of refused)
    process.stdout.write(
      `${count} of ${sessions.length} sign-outs were refused with ${status}: if those sessions had not ended before, they are still active\n`,
    );
}
