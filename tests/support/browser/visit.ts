import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type Page, test } from '@playwright/test';
import { keepExchange, ledgerOf, mask, Stopped, stop } from '../ledger.ts';
import { isLimited, isPutOff, limited, waitOf } from '../rate-limit.ts';
import { learnFromAnswer } from '../secrets/learn.ts';
import type { Target } from '../target.ts';
import type { Answer } from '../wire.ts';
import { type Consent, consentOf } from './consent.ts';
import { keepFromClient, keepPassword, keepSocketsHome, type Strayed } from './interception.ts';
import {
  button,
  choose,
  type Decision,
  fillIn,
  firstLine,
  press,
  type Stage,
  selectorMistake,
  showsNothing,
  stageOf,
  stillHolds,
} from './login-page.ts';
import { ended, isForPeople, redirected, silence, watch } from './page-answer.ts';
import { left, settled, watchWaiting } from './page-idle.ts';
import { asksForMore, wantsMore } from './unrecognised-page.ts';

/** If a page shows nothing that is recognised within this time, the visit ends there. */
const LONGEST_LOOK_MS = 5000;

/** How often a name is typed: a script may miss the first time. A page that asks again does not accept it. */
const MOST_NAMES = 2;

/** More steps than any flow has: a login and a consent of three steps each, and one page between them. */
const MOST_TURNS = 8;

/**
 * The number of answers in the longest flow, including redirects, each of which may take as long as a request; and a
 * limit below that of a check.
 */
const MOST_ANSWERS = 6;
const LONGEST_VISIT_MS = 180_000;

/** A form is answered with a redirect, which leads to a page, which may redirect once more. */
const ANSWERS_TO_A_FORM = 3;

/** A page that has not closed within this time will not close. */
const LONGEST_CLOSE_MS = 2000;

export type { Decision } from './login-page.ts';

/** What a browser saw from an authorization request to its final answer. */
export interface Visit {
  /** The redirect to the client, or the page at which the visit ended. */
  readonly answer: Answer;
  /** How often a login was requested. */
  readonly logins: number;
  /** The HTTP status of the first login page, if there was one. */
  readonly loginStatus?: number;
  /** The consent page, if it was shown. */
  readonly consent?: Consent;
}

/** A visit, possibly with the reason why nothing can be concluded from it. */
interface Way extends Visit {
  readonly stopped?: string;
}

/**
 * Follows an authorization request in a browser as a user would: logs in and decides when asked, until a page
 * redirects to the redirect URI or goes no further. A postponed request is sent once more, as in the request
 * contexts.
 *
 * @param url the authorization request
 * @param back the redirect URI of the request
 * @param isRead whether the text of the consent page matters, which scripts may write late
 */
export async function visit(
  context: BrowserContext,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
  isRead = false,
): Promise<Visit> {
  const first = await once(context, target, url, back, decision, isRead);
  if (!isPutOff(first.answer)) return first;
  const { asked, ms } = waitOf(first.answer, target.timeoutMs);
  if (ms === undefined) return isLimited(first.answer) ? limited(first.answer, asked) : first;
  await sleep(ms);
  const second = await once(context, target, url, back, decision, isRead);
  return isLimited(second.answer) ? limited(second.answer) : second;
}

async function once(
  context: BrowserContext,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
  isRead: boolean,
): Promise<Visit> {
  return test.step(`browser: ${mask.apply(new URL(url).pathname)}, then ${decision}`, async () => {
    const started = performance.now();
    const page = await context.newPage();
    page.setDefaultTimeout(patienceOf(target));
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    try {
      const mistake = await selectorMistake(page, target.login);
      if (mistake !== undefined) stop(test.info(), mistake);
      const way = Promise.race([walk(page, target, url, back, decision, isRead), crash(page, url)]);
      const seen = await inTime(way, target, url);
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
async function inTime(walking: Promise<Way>, target: Target, url: string): Promise<Way> {
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
function crash(page: Page, url: string): Promise<Way> {
  const reason = 'the page crashed the browser that showed it';
  return new Promise((resolve) => {
    page.once('crash', () => resolve({ answer: silence(url, reason), logins: 0, stopped: reason }));
  });
}

function patienceOf(target: Target): number {
  return Math.min(target.timeoutMs, LONGEST_LOOK_MS);
}

async function learnCookies(context: BrowserContext): Promise<void> {
  const cookies = await Promise.race([context.cookies(), sleep(LONGEST_CLOSE_MS, [], { ref: false })]);
  for (const { name, value } of cookies) learnFromAnswer(mask, '', { 'set-cookie': `${name}=${value}` });
}

async function walk(
  page: Page,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
  isRead: boolean,
): Promise<Way> {
  // Whatever redirect URI the request names, the registered client must not receive a code.
  const backs = [...new Set([back, target.client?.redirect_uri ?? ''])].filter((uri) => uri !== '');
  const seen = watch(page, backs);
  await keepFromClient(page, backs);
  const leak: Strayed = {};
  await keepSocketsHome(page, target, leak);
  const waiting = watchWaiting(page);
  // A dialog asks whether a click was meant, or whether the page may be left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const patience = patienceOf(target);
  const so: { logins: number; loginStatus?: number; consent?: Consent } = { logins: 0 };
  // If nothing serves the redirect URI, the navigation fails although it has led there.
  let failure: string | undefined;
  await page
    .goto(url, { waitUntil: 'commit', timeout: ANSWERS_TO_A_FORM * target.timeoutMs })
    .catch((error: Error) => (failure = error.message));

  const stopped = (reason: string): Way => ({ answer: silence(url, reason), ...so, stopped: reason });
  const ends = async (unworkable?: string): Promise<Way> => {
    const answer = await ended(url, seen.last, failure, patience);
    return { answer: { ...answer, ...(unworkable !== undefined && { unworkable }) }, ...so };
  };
  let { login } = target;
  // A page that is built by scripts, or arrives bit by bit, may take as long as the answers to a form.
  const longestLoading = ANSWERS_TO_A_FORM * target.timeoutMs;
  let lookUntil = performance.now() + longestLoading;
  let names = 0;
  let lingered = false;
  let deniedAgain = false;
  let former: Stage | undefined;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const isOver = failure?.includes('net::ERR_') || (seen.last !== undefined && showsNothing(seen.last));
    const document = { isOver: isOver ?? false, leadsOn: seen.last?.headers()['refresh'] !== undefined };
    const wasLoading = waiting.isLoading();
    const stage = await stageOf(page, login, seen.ledBack, document, patience);
    if (typeof stage !== 'string') return { answer: await redirected(url, stage), ...so };
    // Anything that arrived just as the look ended has not been examined.
    const mayShowMore = wasLoading || waiting.isLoading();
    if (stage === 'late' && mayShowMore && performance.now() < lookUntil) {
      turn -= 1;
      continue;
    }
    if (stage === 'late' && waiting.isCut()) {
      return { answer: silence(url, `a page was still loading after ${longestLoading} ms`), ...so };
    }
    const leaves = (limit: number) => Promise.race([seen.ledBack, left(page, limit)]);
    const isLast = stage === 'end' || stage === 'late';
    if (isLast && decision === 'deny' && so.consent?.decided && !deniedAgain) {
      // A user who denies may be asked to confirm.
      deniedAgain = true;
      const again = button(page, login, 'deny');
      if (await again.isVisible()) {
        const moved = leaves(patience);
        await press(again).catch(() => undefined);
        await moved;
        continue;
      }
    }
    if (isLast) {
      const isAsked =
        seen.last !== undefined &&
        isForPeople(seen.last) &&
        (await asksForMore(page, seen.last.status() === 200, patience));
      return ends(isAsked ? 'asks for something that is not recognised as a login or consent' : undefined);
    }
    const moved = leaves(patience);
    if (stage === 'password' && so.logins === 1 && !lingered && target.user !== undefined) {
      // A login form that is still fading out has already been submitted.
      const { password } = target.user;
      // An empty password shows nothing: a page that asks again has an empty field as well.
      lingered = password !== '' && (await stillHolds(page, login, password));
      if (lingered) {
        await moved;
        continue;
      }
    }
    try {
      if (stage === 'account') {
        await choose(page, login);
        // The account is chosen only once: the next page may still show the choice.
        const { account: _, ...rest } = login;
        login = rest;
      } else if (stage === 'consent') {
        const choice = button(page, login, decision);
        if (isRead) await settled(page, patience);
        const decided = await choice.isVisible();
        so.consent = await consentOf(page, seen, { logins: so.logins, decided }, so.consent);
        if (!decided) return await ends();
        await press(choice);
      } else {
        so.loginStatus ??= seen.last?.status() ?? 200;
        // A page that does not proceed, or comes again, may want something that no setting provides.
        if (stage === former && (await wantsMore(page, login, stage, patience)))
          return await ends('asks for more than a name and a password');
        if (stage === 'password') so.logins += 1;
        if (target.user === undefined) return await ends('asks for a login, and TARGET_PASSWORD is not set');
        if (stage === 'username') names += 1;
        // A login page that asks again does not accept what it was given.
        if (so.logins > 1 || names > MOST_NAMES) return await ends();
        if (stage === 'password') await keepPassword(page, target, target.user.password, leak);
        await fillIn(page, login, target.user, stage);
      }
    } catch (error) {
      if (error instanceof Stopped) throw error;
      return stopped(`the ${stage} page could not be used: ${firstLine(error)}`);
    }
    former = stage;
    await moved;
    // Each answer to a submitted form comes within the time limit of a request, or not at all.
    if (waiting.isLeaving()) await leaves(longestLoading);
    lookUntil = performance.now() + longestLoading;
    if (leak.to !== undefined)
      return stopped(`the login form would send the password to ${leak.to}, which was prevented`);
  }
  return ends();
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
