import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type Page, test } from '@playwright/test';
import { keepExchange, ledgerOf, mask, step, stop } from '../judging/ledger.ts';
import { learnFromAnswer } from '../secrets/learn.ts';
import type { Target } from '../target.ts';
import { pace } from '../wire/pace.ts';
import { isLimited, limited, putOff } from '../wire/rate-limit.ts';
import { type FamiliarPages, learnPages, trailOf } from './familiar-pages.ts';
import { type Outcome, type Unfinished, visitByHttp } from './http-visit.ts';
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
 * redirects to the redirect URI or goes no further. Where a browser would show nothing that it has not been through,
 * the same requests are sent without it. A postponed request is sent again, as in the request contexts.
 *
 * @param familiar what the browser has been through so far; it learns from this visit
 */
export async function visit(
  context: BrowserContext,
  target: Target,
  request: VisitRequest,
  familiar: FamiliarPages,
): Promise<Visit> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    // A wait for the rate is no part of the time that the pages may take.
    await pace(target).turn();
    const seen = await once(context, target, request, familiar);
    const off = putOff(target, seen.answer, { since, tries });
    if (off === undefined) return seen;
    if (off.isOver) return isLimited(seen.answer) ? limited(seen.answer, off.how) : seen;
    await sleep(off.waitMs);
  }
}

/** With `browser`, every visit is made in the browser. */
const mayDoWithout = process.env['CONFORMANCE_VISITS'] !== 'browser';

async function once(
  context: BrowserContext,
  target: Target,
  request: VisitRequest,
  familiar: FamiliarPages,
): Promise<Visit> {
  const { url, decision } = request;
  return step(`browser: ${mask.apply(new URL(url).pathname)}, then ${decision}`, async () => {
    const started = performance.now();
    const limit = Math.min(MOST_ANSWERS * target.timeoutMs, LONGEST_VISIT_MS);
    const outcome: Outcome = mayDoWithout
      ? await visitByHttp(context, target, request, familiar, limit)
      : { needsBrowser: true, logins: 0 };
    const rest = limit - (performance.now() - started);
    const walk = (from: string) =>
      inBrowser(context, target, { ...request, url: from }, familiar, Math.max(1, rest));
    const seen: Ending = outcome.needsBrowser
      ? afterwards(outcome, url, await walk(outcome.onwards ?? url))
      : outcome.visit;
    const note = outcome.needsBrowser ? undefined : 'a browser has been through the same pages before';
    keepEvidence(seen, url, performance.now() - started, note);
    if (seen.stopped !== undefined) stop(test.info(), seen.stopped);
    return seen;
  });
}

/** A visit of an address, if a browser went on or began again after these logins. */
function afterwards({ logins, loginStatus }: Unfinished, url: string, walked: Ending): Ending {
  const { consent } = walked;
  return {
    ...walked,
    answer: { ...walked.answer, url },
    ...(loginStatus !== undefined && { loginStatus }),
    logins: logins + walked.logins,
    ...(consent && { consent: { ...consent, logins: logins + consent.logins } }),
  };
}

async function inBrowser(
  context: BrowserContext,
  target: Target,
  request: VisitRequest,
  familiar: FamiliarPages,
  limit: number,
): Promise<Ending> {
  const page = await context.newPage();
  page.setDefaultTimeout(patienceOf(target));
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  try {
    const mistake = await selectorMistake(page, target.login);
    if (mistake !== undefined) stop(test.info(), mistake);
    const trail = trailOf(page);
    const walking = Promise.race([walkPages(page, target, request), crash(page, request.url)]);
    const ending = await inTime(walking, limit, request.url);
    await learnCookies(context);
    const past = { trail, request, ending, user: target.user };
    if (mayDoWithout) await learnPages(familiar, past, patienceOf(target));
    return ending;
  } finally {
    // A page that keeps its renderer busy does not close; it ends with its context.
    await Promise.race([
      page.close().catch(() => undefined),
      sleep(LONGEST_CLOSE_MS, undefined, { ref: false }),
    ]);
  }
}

/** Ends a visit whose pages lead nowhere, after a time limit. */
async function inTime(walking: Promise<Ending>, limit: number, url: string): Promise<Ending> {
  const ending = new AbortController();
  const late = sleep(limit, undefined, { signal: ending.signal }).then(
    (): Visit => ({
      answer: silence(url, `the pages led to no result within ${Math.ceil(limit)} ms`),
      logins: 0,
    }),
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

function keepEvidence({ answer }: Visit, url: string, durationMs: number, note?: string): void {
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
    ...(note !== undefined && { note }),
  });
}
