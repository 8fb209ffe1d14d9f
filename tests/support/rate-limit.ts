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
 * @param limitMs how long may be waited: the time limit of a request, in milliseconds
 */
export function waitOf(answer: Pick<Answer, 'headers'>, limitMs: number): Wait {
  const ms = waitAskedBy(answer);
  if (ms === undefined) return { asked: 'without a usable Retry-After' };
  const asked = `Retry-After asks to wait ${Math.ceil(ms / 1000)} s`;
  return ms < limitMs ? { asked, ms } : { asked: `${asked}, beyond the time limit of ${limitMs} ms` };
}

/** In milliseconds (RFC 9110 10.2.3: seconds, or a date); undefined where it does not say. */
function waitAskedBy({ headers }: Pick<Answer, 'headers'>): number | undefined {
  const asked = headers['retry-after']?.trim() ?? '';
  // Who stands between a server and us may ask for a wait of their own, in a header of their own.
  const seconds = asked.split(/\s*,\s*/);
  if (seconds.every((one) => /^\d+(?:\.\d+)?$/.test(one))) return Math.max(...seconds.map(Number)) * 1000;
  // Whatever else has a digit in it is a date to `Date.parse`.
  if (!/^[A-Z][a-z]{2}/.test(asked)) return undefined;
  // A date is by the clock of the server, which its own Date tells.
  const now = Date.parse(headers['date'] ?? '') || Date.now();
  const ms = Date.parse(asked) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Ends the check by a refusal for the rate: one that cannot be waited for, or that came again. */
export function limited({ method, url }: Answer, how = 'and again after the wait it asked for'): never {
  stop(
    test.info(),
    `${method} ${new URL(url).pathname} answered 429, ${how}: the deployment limits the rate`,
  );
}
