import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type Page, type Request, type Response, test } from '@playwright/test';
import { isAt, keepFromClient, keepPassword, keepSocketsHome, type Strayed } from './interception.ts';
import { learnFromAnswer } from './learn.ts';
import { keepExchange, ledgerOf, mask, Stopped, stop } from './ledger.ts';
import { isLimited, limited, waitAskedBy } from './rate-limit.ts';
import {
  asksForMore,
  button,
  choose,
  type Decision,
  fillIn,
  showsNothing,
  stageOf,
  textOf,
  watchLeaving,
} from './stage.ts';
import type { Target } from './target.ts';
import type { Answer } from './wire.ts';

/** A page that shows nothing we know by then is taken for the end of the visit. */
const LONGEST_LOOK_MS = 5000;

/** More turns than any flow takes: login, consent, and one page between each. */
const MOST_TURNS = 6;

/**
 * The answers of the longest flow, redirects among them, each of which may take the time limit of a request; and less
 * than a check's own limit.
 */
const MOST_ANSWERS = 6;
const LONGEST_VISIT_MS = 180_000;

/** A form is answered by a redirect, and that by a page, which may redirect once more. */
const ANSWERS_TO_A_FORM = 3;

/** A page that requests more is not one of a login. */
const MOST_PATHS = 1000;

/** Larger pages are looked at in the browser alone. */
const LARGEST_PAGE = 1024 * 1024;
const LONGEST_TEXT = 100_000;

/** A page that has not closed by then will not. */
const LONGEST_CLOSE_MS = 2000;

/** How a browser context is opened for pages that may be hostile: they leave nothing on this machine. */
export const careful = { acceptDownloads: false, serviceWorkers: 'block' } as const;

export type { Decision } from './stage.ts';

/** What a browser met on its way from an authorization request to its end. */
export interface Visit {
  /** The redirect to the client, or the page at which the way ended. */
  readonly answer: Answer;
  /** How often the login was asked for. */
  readonly logins: number;
  /** The consent page, if it was shown. */
  readonly consent?: {
    /** The paths that were requested on the way to it, by the pages or their scripts: its own is among them. */
    readonly paths: readonly string[];
    readonly mediaType: string;
    readonly text: string;
    /** Whether there was a button to decide as told: the text names Accept alone. */
    readonly decided: boolean;
  };
}

interface Watched {
  readonly paths: ReadonlySet<string>;
  last?: Response;
  readonly ledBack: Promise<Request>;
}

/** A visit, or what it ended by before anything could be concluded. */
interface Way extends Visit {
  readonly stopped?: string;
}

/**
 * Follows an authorization request in a browser as a user does: logs in and decides wherever it is
 * asked, until it is led back to the redirect URI or no further. A limit of the rate is waited for once, as on the wire.
 *
 * @param url the authorization request
 * @param back where the request asks to be led back to
 */
export async function visit(
  context: BrowserContext,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
): Promise<Visit> {
  const first = await once(context, target, url, back, decision);
  if (!isLimited(first.answer)) return first;
  const waitMs = waitAskedBy(first.answer);
  if (waitMs === undefined) return limited(first.answer, 'without a wait to keep');
  const seconds = `Retry-After asks to wait ${Math.ceil(waitMs / 1000)} s`;
  if (waitMs > target.timeoutMs)
    return limited(first.answer, `${seconds}, beyond the time limit of ${target.timeoutMs} ms`);
  await sleep(waitMs);
  const second = await once(context, target, url, back, decision);
  return isLimited(second.answer) ? limited(second.answer, 'and again after the wait it asked for') : second;
}

async function once(
  context: BrowserContext,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
): Promise<Visit> {
  return test.step(`browser: ${mask.apply(new URL(url).pathname)}, then ${decision}`, async () => {
    const started = performance.now();
    const page = await context.newPage();
    page.setDefaultTimeout(patienceOf(target));
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    try {
      const seen = await inTime(walk(page, target, url, back, decision), target, url);
      await learnCookies(context);
      keepEvidence(seen, url, performance.now() - started);
      if (seen.stopped !== undefined) stop(test.info(), seen.stopped);
      return seen;
    } finally {
      // A page that keeps its renderer busy does not close; it is left to the end of its context.
      await Promise.race([
        page.close().catch(() => undefined),
        sleep(LONGEST_CLOSE_MS, undefined, { ref: false }),
      ]);
    }
  });
}

/** Whatever the pages do: after so long there is an answer that says they led nowhere. */
async function inTime(walking: Promise<Way>, target: Target, url: string): Promise<Way> {
  const limit = Math.min(MOST_ANSWERS * target.timeoutMs, LONGEST_VISIT_MS);
  const ending = new AbortController();
  const late = sleep(limit, undefined, { signal: ending.signal }).then(
    (): Visit => ({ answer: silence(url, `the pages had led nowhere after ${limit} ms`), logins: 0 }),
  );
  late.catch(() => undefined);
  // What goes on behind the back of a visit that has ended fails when its page is closed.
  walking.catch(() => undefined);
  try {
    return await Promise.race([walking, late]);
  } finally {
    ending.abort();
  }
}

function patienceOf(target: Target): number {
  return Math.min(target.timeoutMs, LONGEST_LOOK_MS);
}

async function learnCookies(context: BrowserContext): Promise<void> {
  const cookies = await Promise.race([context.cookies(), sleep(LONGEST_CLOSE_MS, [], { ref: false })]);
  for (const { name, value } of cookies) learnFromAnswer(mask, '', { 'set-cookie': `${name}=${value}` });
}

async function walk(page: Page, target: Target, url: string, back: string, decision: Decision): Promise<Way> {
  const seen = watch(page, back);
  await keepFromClient(page, back);
  const leak: Strayed = {};
  await keepSocketsHome(page, target, leak);
  const isLeaving = watchLeaving(page);
  // Whether what was pressed is meant, or the page may be left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const patience = patienceOf(target);
  const so: { logins: number; consent?: NonNullable<Visit['consent']> } = { logins: 0 };
  // Where the redirect URI is not served the navigation fails, and yet has led there.
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
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const isOver = failure?.includes('net::ERR_') || (seen.last !== undefined && showsNothing(seen.last));
    const document = { isOver: isOver ?? false, leadsOn: seen.last?.headers()['refresh'] !== undefined };
    const stage = await stageOf(page, login, seen.ledBack, document, patience);
    if (typeof stage !== 'string') return { answer: await redirected(url, stage), ...so };
    if (stage === 'end') {
      const isAsked =
        seen.last !== undefined && isForPeople(seen.last) && (await asksForMore(page, patience));
      return ends(isAsked ? 'asks for something that is not recognised as a login or a consent' : undefined);
    }
    const leaves = (timeout: number) =>
      Promise.race([seen.ledBack, page.waitForEvent('framenavigated', { timeout })]).catch(() => undefined);
    const moved = leaves(patience);
    try {
      if (stage === 'account') {
        await choose(page, login);
        // Chosen once: what comes next may show the choice still.
        const { account: _, ...rest } = login;
        login = rest;
      } else if (stage === 'consent') {
        const choice = button(page, login, decision);
        so.consent = {
          paths: [...seen.paths],
          ...(await describe(page, seen.last)),
          decided: await choice.isVisible(),
        };
        if (!so.consent.decided) return await ends();
        await choice.click({ noWaitAfter: true });
      } else {
        if (stage === 'password') so.logins += 1;
        if (target.user === undefined) return await ends('asks for a login, and TARGET_PASSWORD is not set');
        // A login page that asks again does not take what it was given.
        if (so.logins > 1) return await ends();
        if (stage === 'password') await keepPassword(page, target, target.user.password, leak);
        await fillIn(page, login, target.user, stage);
      }
    } catch (error) {
      if (error instanceof Stopped) throw error;
      return stopped(`the ${stage} page could not be used: ${firstLine(error)}`);
    }
    await moved;
    // Each answer to a form that has been sent comes within the time limit of a request, or not at all.
    if (isLeaving()) await leaves(ANSWERS_TO_A_FORM * target.timeoutMs);
    if (leak.to !== undefined)
      return stopped(`the login form sends the password on to ${leak.to}: kept from it`);
  }
  return ends();
}

/** What a page meets from now on: the paths it requests, the last document that was answered, and what leads back. */
function watch(page: Page, back: string): Watched {
  const { mask } = ledgerOf(test.info());
  const paths = new Set<string>();
  const ledBack = new Promise<Request>((resolve) => {
    page.on('request', (request) => {
      if (paths.size < MOST_PATHS) paths.add(new URL(request.url()).pathname);
      if (!request.isNavigationRequest()) return;
      // Playwright tells of a navigation that fails, and of where it led.
      learnFromAnswer(mask, '', { location: request.url() });
      if (isAt(request.url(), back)) resolve(request);
    });
  });
  const seen: Watched = { paths, ledBack };
  page.on('response', (response) => {
    // A cookie that a later page replaces was one all the same.
    void response
      .allHeaders()
      .then((headers) => learnFromAnswer(mask, '', headers))
      .catch(() => undefined);
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      seen.last = response;
  });
  return seen;
}

/** Whether an answer is a page that may ask for something: one that says that something went wrong does not. */
function isForPeople(response: Response): boolean {
  return [200, 401, 403].includes(response.status()) && !showsNothing(response);
}

/** What Playwright says of an action that failed, without the log of its tries. */
function firstLine(error: unknown): string {
  return (
    (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.replace(/^[\w.]+: /, '') ?? ''
  );
}

/** No answer, and why. */
function silence(url: string, failure: string): Answer {
  return {
    method: 'GET',
    url,
    status: 0,
    headers: {},
    text: '',
    json: undefined,
    failure: mask.apply(failure),
  };
}

async function describe(page: Page, response: Response | undefined) {
  const mediaType = (response?.headers()['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const text = await textOf(page);
  return { mediaType, text: text.slice(0, LONGEST_TEXT) };
}

/** The redirect to the client; a page that leads there by itself counts as one. */
async function redirected(url: string, request: Request): Promise<Answer> {
  const from = await request.redirectedFrom()?.response();
  const told = from?.headers()['location'];
  // A request has no fragment: what a redirect carries there stands in its header alone.
  const place =
    told !== undefined && URL.canParse(told, from?.url()) ? new URL(told, from?.url()) : undefined;
  const hash = place !== undefined && !request.url().includes('#') ? place.hash : '';
  const headers = { ...from?.headers(), location: `${request.url()}${hash}` };
  return { method: 'GET', url, status: from?.status() ?? 302, headers, text: '', json: undefined };
}

async function ended(
  url: string,
  last: Response | undefined,
  failure: string | undefined,
  patience: number,
): Promise<Answer> {
  // A chain of redirects that does not end has answered nothing, however many answers it had; nor has one that is
  // waited for in vain.
  const isChain = failure?.includes('ERR_TOO_MANY_REDIRECTS') || failure?.includes('Timeout');
  if (last === undefined || isChain) {
    return silence(url, failure === undefined ? 'no answer' : firstLine(failure));
  }
  const text = await Promise.race([bodyOf(last), sleep(patience, '', { ref: false })]);
  return { method: 'GET', url, status: last.status(), headers: last.headers(), text, json: undefined };
}

/** The text of a page that has one of a size that people read. */
async function bodyOf(response: Response): Promise<string> {
  try {
    const { responseBodySize } = await response.request().sizes();
    return responseBodySize > LARGEST_PAGE ? '' : await response.text();
  } catch {
    return '';
  }
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
