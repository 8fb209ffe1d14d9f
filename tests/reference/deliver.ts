import type { Callback } from './state.ts';

/** How long to wait for the receiver's answer. */
const PATIENCE_MS = 5000;

/**
 * Sends a callback as a form. Nobody waits for the result, so a failure is the receiver's problem.
 *
 * @param closing aborts what is under way
 */
export async function deliver({ method, url, form }: Callback, closing: AbortSignal): Promise<void> {
  const body = new URLSearchParams(form);
  try {
    const target = new URL(url);
    if (method === 'GET') for (const [name, value] of body) target.searchParams.append(name, value);
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(PATIENCE_MS)]),
      ...(method === 'POST' && { body }),
    });
    await response.body?.cancel();
  } catch {
    // The interface does not mention retries.
  }
}
