import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type Page, test } from '@playwright/test';
import { keepExchange, ledgerOf, mask, stop } from '../ledger.ts';
import { isLimited, isPutOff, limited, waitOf } from '../rate-limit.ts';
import { learnFromAnswer } from '../secrets/learn.ts';
import type { Target } from '../target.ts';
import { selectorMistake } from './login-page.ts';
import { silence } from './page-answer.ts';
import { type Ending, patienceOf, type Visit, type VisitRequest, walkPages } from './walk.ts';

/**
 * The number of answers in the longest flow, including redirects, each of which may take as long as a request; and a
 * limit below that of a check.
 */
const MOST_ANSWERS = 6;
const LONGEST_VISIT_MS = 180_000;

/** A page that has not closed within this time will not close. */
const LONGEST_CLOSE_MS = 2000;

/**
 * Follows an authorization request in a browser as a user would: logs in and decides when asked, until a page
 * redirects to the redirect URI or goes no further. A postponed request is sent once more, as in the request
 * contexts.
 */
export async function visit(context: BrowserContext, target: Target, request: VisitRequest): Promise<Visit> {
  const first = await once(context, target, request);
  if (!isPutOff(first.answer)) return first;
  const { asked, ms } = waitOf(first.answer, target.timeoutMs);
  if (ms === undefined) return isLimited(first.answer) ? limited(first.answer, asked) : first;
  await sleep(ms);
  const second = await once(context, target, request);
  return isLimited(second.answer) ? limited(second.answer) : second;
}

async function once(context: BrowserContext, target: Target, request: VisitRequest): Promise<Visit> {
  const { url, decision } = request;
  return test.step(`browser: ${mask.apply(new URL(url).pathname)}, then ${decision}`, async () => {
    const started = performance.now();
    const page = await context.newPage();
    page.setDefaultTimeout(patienceOf(target));
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    try {
      const mistake = await selectorMistake(page, target.login);
      if (mistake !== undefined) stop(test.info(), mistake);
      const walking = Promise.race([walkPages(page, target, request), crash(page, url)]);
      const seen = await inTime(walking, target, url);
      await learnCookies(context);
      keepEvidence(seen, url, performance.now() - started);
      if (seen.stopped !== undefined) stop(test.info(), seen.stopped);
      return seen;
    } finally {
      // A page that keeps its renderer busy does not close; it ends with its context.
      await Promise.race([
        page.close().catch(() => undefined),
        sleep(LONGEST_CLOSE_MS, undefined, { ref: false }),
      ]);
    }
  });
}

/** Ends a visit whose pages lead nowhere, after a time limit. */
async function inTime(walking: Promise<Ending>, target: Target, url: string): Promise<Ending> {
  const limit = Math.min(MOST_ANSWERS * target.timeoutMs, LONGEST_VISIT_MS);
  const ending = new AbortController();
  const late = sleep(limit, undefined, { signal: ending.signal }).then(
    (): Visit => ({ answer: silence(url, `the pages led to no result within ${limit} ms`), logins: 0 }),
  );
  late.catch(() => undefined);
  // What still runs after the visit has ended fails when its page is closed.
  walking.catch(() => undefined);
  try {
    return await Promise.race([walking, late]);
  } finally {
    ending.abort();
  }
}

/** Resolves only if the page crashes. */
function crash(page: Page, url: string): Promise<Ending> {
  const reason = 'the page crashed the browser that showed it';
  return new Promise((resolve) => {
    page.once('crash', () => resolve({ answer: silence(url, reason), logins: 0, stopped: reason }));
  });
}

async function learnCookies(context: BrowserContext): Promise<void> {
  const cookies = await Promise.race([context.cookies(), sleep(LONGEST_CLOSE_MS, [], { ref: false })]);
  for (const { name, value } of cookies) learnFromAnswer(mask, '', { 'set-cookie': `${name}=${value}` });
}

function keepEvidence({ answer }: Visit, url: string, durationMs: number): void {
  learnFromAnswer(mask, answer.text, answer.headers, undefined, answer.status);
  const { location } = answer.headers;
  keepExchange(ledgerOf(test.info()), answer, {
    method: 'GET',
    url: mask.apply(url),
    requestHeaders: {},
    ...(answer.failure === undefined
      ? {
          status: answer.status,
          responseHeaders: location === undefined ? {} : { location: mask.apply(location) },
        }
      : { failure: answer.failure }),
    durationMs: Math.round(durationMs),
    curl: `# in a browser, as a user who logs in: ${mask.apply(url)}`,
  });
}
