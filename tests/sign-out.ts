import { setMaxListeners } from 'node:events';
import { Agent, request } from 'undici';
import type { Leftover } from './support/leftovers.ts';
import type { Target } from './support/target.ts';

/** So many times the limit of one request all of them may take: a run ends, whatever the deployment does. */
const MOST_LIMITS = 10;

/**
 * Signs out of the sessions that the checks have left behind. What the deployment answers is nobody's concern by
 * now: it may have ended a session long before. Who lets one request go without an answer is sent no more.
 *
 * @returns how many of the sessions may go on, since their sign-out was not answered
 */
export async function signOut(target: Target, sessions: readonly Leftover[]): Promise<number> {
  const dispatcher = new Agent({ connections: 4 });
  const url = `${target.urls.identity}/oauth2/revoke_token`;
  const silent = new AbortController();
  const signal = AbortSignal.any([silent.signal, AbortSignal.timeout(MOST_LIMITS * target.timeoutMs)]);
  // Each request listens to it.
  setMaxListeners(0, signal);
  const revoke = async (session: Leftover): Promise<void> => {
    signal.throwIfAborted();
    const { body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...session }).toString(),
      dispatcher,
      signal,
      headersTimeout: target.timeoutMs,
      bodyTimeout: target.timeoutMs,
    });
    await body.dump();
  };
  const ended = await Promise.allSettled(
    sessions.map((session) =>
      revoke(session).catch((error: unknown) => {
        silent.abort();
        throw error;
      }),
    ),
  );
  await dispatcher.destroy();
  return ended.filter(({ status }) => status === 'rejected').length;
}
