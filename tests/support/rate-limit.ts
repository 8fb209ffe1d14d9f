import { test } from '@playwright/test';
import { stop } from './ledger.ts';
import type { Answer } from './wire.ts';

/** Whether a request was refused for the rate: of the request itself that says nothing. */
export function isLimited({ status }: Answer): boolean {
  return status === 429;
}

/**
 * How long a refusal for the rate asks to wait (RFC 9110 10.2.3: seconds, or a date).
 *
 * @returns milliseconds; undefined where it does not say
 */
export function waitAskedBy({ headers }: Answer): number | undefined {
  const asked = headers['retry-after']?.trim() ?? '';
  if (asked === '') return undefined;
  // A date is by the clock of the server, which its own Date tells.
  const now = Date.parse(headers['date'] ?? '') || Date.now();
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Ends the check: what was asked for the rate of requests does not let it go on. */
export function limited({ method, url }: Answer, how: string): never {
  stop(
    test.info(),
    `${method} ${new URL(url).pathname} answered 429, ${how}: the deployment limits the rate`,
  );
}
