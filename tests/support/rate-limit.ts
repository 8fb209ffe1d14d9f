import { test } from '@playwright/test';
import type { Answer } from './http.ts';
import { stop } from './ledger.ts';

/** Whether an answer is a rate limit, which says nothing about the request itself. */
export function isLimited({ status }: Pick<Answer, 'status'>): boolean {
  return status === 429;
}

/** Whether an answer postpones the request: a rate limit, or a server that is busy or restarting (RFC 9110 15.6.4). */
export function isPutOff(answer: Pick<Answer, 'status'>): boolean {
  return isLimited(answer) || answer.status === 503;
}

/** What an answer that postpones a request asks for, in words, and the wait in milliseconds if it is short enough. */
export interface Wait {
  readonly asked: string;
  readonly ms?: number;
}

/**
 * The wait that an answer asks for when it postpones a request.
 *
 * @param limitMs the longest wait: the time limit of a request, in milliseconds
 */
export function waitOf(answer: Pick<Answer, 'headers'>, limitMs: number): Wait {
  const ms = waitAskedBy(answer);
  if (ms === undefined) return { asked: 'without a usable Retry-After' };
  // A wait with too many digits for a number becomes infinite.
  const time = Number.isFinite(ms) ? `${Math.ceil(ms / 1000)} s` : 'for ever';
  const asked = `Retry-After asks to wait ${time}`;
  return ms < limitMs ? { asked, ms } : { asked: `${asked}, beyond the time limit of ${limitMs} ms` };
}

/** The wait in milliseconds (RFC 9110 10.2.3: seconds, or a date); undefined if there is none. */
function waitAskedBy({ headers }: Pick<Answer, 'headers'>): number | undefined {
  const asked = headers['retry-after']?.trim() ?? '';
  // A proxy may add its own Retry-After header.
  const seconds = asked.split(/\s*,\s*/);
  if (seconds.every((one) => /^\d+(?:\.\d+)?$/.test(one))) return Math.max(...seconds.map(Number)) * 1000;
  // `Date.parse` accepts almost anything with a digit in it.
  if (!/^[A-Z][a-z]{2}/.test(asked)) return undefined;
  // A date refers to the clock of the server, which its Date header shows.
  const now = Date.parse(headers['date'] ?? '') || Date.now();
  const ms = Date.parse(asked) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Ends the check because of a rate limit that is too long to wait for, or that came again. */
export function limited({ method, url }: Answer, how = 'and again after the wait it asked for'): never {
  stop(
    test.info(),
    `${method} ${new URL(url).pathname} answered 429, ${how}: the deployment limits the rate`,
  );
}
