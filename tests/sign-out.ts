import { setMaxListeners } from 'node:events';
import { Agent, request } from 'undici';
import { takeLeftovers } from './support/leftovers.ts';
import type { Target } from './support/target.ts';

/**
 * Signs out of the sessions that the checks have left behind. What the deployment answers is nobody's
 * concern by now: it may have ended a session long before.
 */
export async function signOut(target: Target): Promise<void> {
  const dispatcher = new Agent({ connections: 2 });
  const url = `${target.urls.identity}/oauth2/revoke_token`;
  // All of them together take no longer than one request may: a run ends, whatever the deployment does.
  const signal = AbortSignal.timeout(target.timeoutMs);
  // Each request listens to it.
  setMaxListeners(0, signal);
  const revoke = async (session: Readonly<Record<string, string>>): Promise<void> => {
    const { body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(session).toString(),
      dispatcher,
      signal,
    });
    await body.dump();
  };
  await Promise.allSettled(takeLeftovers().map((session) => revoke({ ...session })));
  await dispatcher.destroy();
}
