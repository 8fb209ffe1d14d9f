import { test } from '@playwright/test';
import { stop } from './ledger.ts';
import type { Answer } from './wire.ts';

/** Whether a request was refused for the rate: of the request itself that says nothing. */
export function isLimited({ status }: Answer): boolean {
  return status === 429;
}

/** What a refusal for the rate asks for, in words, and the wait in milliseconds where it can be kept. */
export interface Wait {
  readonly asked: string;
  readonly ms?: number;
}

/**
 * The wait that a refusal for the rate asks for.
 *
 * @param leftMs how long may be waited
 * @param limitMs the time limit that this is left of, in milliseconds
 */
export function waitOf(answer: Answer, leftMs: number, limitMs: number): Wait {
  const ms = waitAskedBy(answer);
  if (ms === undefined) return { asked: 'without a wait to keep' };
  const asked = `Retry-After asks to wait ${Math.ceil(ms / 1000)} s`;
  return ms < leftMs ? { asked, ms } : { asked: `${asked}, beyond the time limit of ${limitMs} ms` };
}

/** In milliseconds (RFC 9110 10.2.3: seconds, or a date); undefined where it does not say. */
function waitAskedBy({ headers }: Answer): number | undefined {
  const asked = headers['retry-after']?.trim() ?? '';
  if (asked === '') return undefined;
  // A date is by the clock of the server, which its own Date tells.
  const now = Date.parse(headers['date'] ?? '') || Date.now();
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Ends the check by a refusal for the rate: one that cannot be waited for, or that came again. */
export function limited({ method, url }: Answer, how = 'and again after the wait it asked for'): never {
  stop(
    test.info(),
    `${method} ${new URL(url).pathname} answered 429, ${how}: the deployment limits the rate`,
  );
}
