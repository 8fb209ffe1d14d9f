import { test } from '@playwright/test';
import { stop } from '../judging/ledger.ts';
import type { Target } from '../target.ts';
import type { Answer } from './http.ts';
import { pace } from './pace.ts';

/** Whether an answer is a rate limit, which says nothing about the request itself. */
export function isLimited({ status }: Pick<Answer, 'status'>): boolean {
  return status === 429;
}

/** Whether an answer postpones the request: a rate limit, or a server that is busy or restarting (RFC 9110 15.6.4). */
export function isPutOff(answer: Pick<Answer, 'status'>): boolean {
  return isLimited(answer) || answer.status === 503;
}

/**
 * A request that the deployment refuses because of its rate is sent again within this many limits of a request: by
 * default a minute, which is what most gateways count in.
 */
const MOST_LIMITS = 4;

/** Addresses at which no wait has helped: until they answer anything else, nothing is sent to them twice. */
const beyondHelp = new Set<string>();

/** When a request was first sent, in milliseconds (`performance.now`), and how often since then. */
export interface Tries {
  readonly since: number;
  readonly tries: number;
}

/** What becomes of a request that an answer postpones. */
export interface PutOff {
  /** What the answer asks for, in words. */
  readonly asked: string;
  /** Whether it is not sent again. */
  readonly isOver: boolean;
  /** The same for a reader of the reason why. */
  readonly how: string;
  /** How long to wait until it is sent again, in milliseconds, besides its turn. */
  readonly waitMs: number;
}

/**
 * Whether an answer postpones the request. Where the deployment limits the rate, the whole run becomes slower. Where it
 * is not available, and says how long to wait, the suite waits once, at most as long as a request may take.
 *
 * @param is429 whether that status may be the answer itself: then it is asked once more only if a wait is named
 */
export function putOff(
  target: Target,
  answer: Pick<Answer, 'url' | 'status' | 'headers'>,
  { since, tries }: Tries,
  is429 = false,
): PutOff | undefined {
  const { origin, pathname } = new URL(answer.url);
  const address = origin + pathname;
  if (!isLimited(answer)) beyondHelp.delete(address);
  if (!isPutOff(answer)) return undefined;
  const isRate = isLimited(answer) && !is429;
  const longest = isRate ? MOST_LIMITS * target.timeoutMs : target.timeoutMs;
  const { asked, ms, isTooLong = false } = waitOf(answer, longest);
  const how = tries > 1 ? `and again after ${tries > 2 ? `${tries - 1} waits` : 'a wait'}, ${asked}` : asked;
  if (!isRate) return { asked, how, isOver: tries > 1 || ms === undefined, waitMs: ms ?? 0 };
  const hasTaken = performance.now() - since;
  if (isTooLong || hasTaken > longest || beyondHelp.has(address)) {
    beyondHelp.add(address);
    // Whatever limits this one, it is not how much the run sends.
    pace(target).takeBack(hasTaken);
    return { asked, how, isOver: true, waitMs: 0 };
  }
  pace(target).slow(ms);
  return { asked, how, isOver: false, waitMs: 0 };
}

/** What an answer that postpones a request asks for, in words, and the wait in milliseconds if it is short enough. */
export interface Wait {
  readonly asked: string;
  readonly ms?: number;
  /** Whether it asks for a wait that is longer than that. */
  readonly isTooLong?: true;
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
  return ms < limitMs
    ? { asked, ms }
    : { asked: `${asked}, beyond the time limit of ${limitMs} ms`, isTooLong: true };
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
export function limited({ method, url }: Answer, how = 'and again'): never {
  stop(
    test.info(),
    `${method} ${new URL(url).pathname} answered 429, ${how}: the deployment limits the rate`,
  );
}
