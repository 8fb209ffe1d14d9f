import { expect as base, test } from '@playwright/test';
import { sentence } from './judge.ts';
import { ledgerOf, stop } from './ledger.ts';
import type { Answer } from './wire.ts';

/** Fields that only a granted request yields: tokens, a call or recording, a user, a list of numbers. */
const yields = [
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'sid',
  'recording_url',
  '_id',
  'available_phone_numbers',
];

/**
 * Playwright's expect, with words for what an answer of the interface is.
 *
 * - `toBeAccepted`: a 2xx. The interface shows no other word for success.
 * - `toBeRefused`: a 4xx that yields nothing. The interface shows no status for most refusals, so any
 *   of them will do; a 5xx, a time-out and a reset are none.
 * - `toYieldNoCode`: a refusal at authorize: a 4xx, a redirect without a code, or a page.
 */
export const expect = base.extend({
  toBeAccepted(answer: Answer) {
    heard(answer);
    return outcome(
      'toBeAccepted',
      this.isNot,
      answer.status >= 200 && answer.status < 300,
      () => `${sentence(answer)}, expected a 2xx`,
    );
  },
  toBeRefused(answer: Answer) {
    heard(answer);
    const yielded = yieldOf(answer);
    return outcome(
      'toBeRefused',
      this.isNot,
      answer.status >= 400 && answer.status < 500 && yielded === undefined,
      () =>
        `${sentence(answer)}${yielded === undefined ? '' : ` and yielded ${yielded}`}, expected a refusal: a 4xx that yields nothing`,
    );
  },
  toYieldNoCode(answer: Answer) {
    heard(answer);
    const code = codeOf(answer);
    const answered = answer.status >= 200 && answer.status < 500;
    return outcome(
      'toYieldNoCode',
      this.isNot,
      answered && code === undefined,
      () => `${sentence(answer)}${code === undefined ? '' : ' and yielded a code'}, expected no code`,
    );
  },
});

/**
 * The answer, when it says something: silence after a control is the deployment's doing, silence
 * before it may be anybody's, and ends the check.
 */
export function heard(answer: Answer): Answer {
  if (answer.failure !== undefined && !ledgerOf(test.info()).controlled) stop(test.info(), sentence(answer));
  return answer;
}

/** The code in the redirect of an answer, or undefined. */
export function codeOf(answer: Answer): string | undefined {
  const location = redirectOf(answer);
  if (location === undefined) return undefined;
  return (
    location.searchParams.get('code') ?? new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined
  );
}

/** Where an answer redirects to, or undefined when it is no redirect. */
export function redirectOf(answer: Answer): URL | undefined {
  const location = answer.headers['location'];
  if (answer.status < 300 || answer.status > 399 || location === undefined) return undefined;
  return URL.canParse(location, answer.url) ? new URL(location, answer.url) : undefined;
}

function yieldOf(answer: Answer): string | undefined {
  if (codeOf(answer) !== undefined) return 'a code';
  if (typeof answer.json !== 'object' || answer.json === null) return undefined;
  const body = answer.json as Record<string, unknown>;
  return yields.find((field) => body[field] !== undefined && body[field] !== null && body[field] !== '');
}

function outcome(name: string, isNot: boolean, holds: boolean, message: () => string) {
  return { name, pass: holds, message: () => (isNot ? `not ${name}: ${message()}` : message()) };
}
