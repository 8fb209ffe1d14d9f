import type { Page, Request } from '@playwright/test';
import { mask, Stopped } from '../judging/ledger.ts';
import type { LoginPage, Target } from '../target.ts';
import type { Answer } from '../wire/http.ts';
import { accountEntries, goOnAs } from './account-choice.ts';
import { type Consent, consentOf } from './consent.ts';
import { keepFromClient, keepPassword, keepSocketsHome, keepWay, type Strayed } from './interception.ts';
import {
  button,
  choose,
  type Decision,
  fillIn,
  firstLine,
  press,
  type Stage,
  showsNothing,
  stageOf,
  stillHolds,
} from './login-page.ts';
import { unreachedByBrowser, watchNavigation } from './network-error.ts';
import { ended, isForPeople, redirected, silence, type Watched, watch } from './page-answer.ts';
import { left, settled, type Waiting, watchWaiting } from './page-idle.ts';
import { asksForMore, pictureOf, wantsMore } from './unrecognised-page.ts';

/** If a page shows nothing that is recognised within this time, the visit ends there. */
const LONGEST_LOOK_MS = 5000;

/** How often a name is typed: a script may miss the first time. A page that asks again does not accept it. */
const MOST_NAMES = 2;

/** More steps than any flow has: a login and a consent of three steps each, and one page between them. */
const MOST_STEPS = 8;

/** A form is answered with a redirect, which leads to a page, which may redirect once more. */
const ANSWERS_TO_A_FORM = 3;

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
export interface Ending extends Visit {
  readonly stopped?: string;
  /** What each page asked for that was dealt with; absent if the pages were not examined. */
  readonly stages?: readonly Stage[];
}

/** An authorization request, and what its user decides. */
export interface VisitRequest {
  readonly url: string;
  /** The redirect URI that the request names; empty if it names none. */
  readonly redirectUri: string;
  readonly decision: Decision;
  /** Whether the text of the consent page matters, which scripts may write late. */
  readonly readsConsent?: boolean;
  /** Whether a name or password is entered that is not the test user's own. */
  readonly isOther?: boolean;
}

/** A visit under way: what it observes, and what has been seen and done so far. */
interface Walk extends VisitRequest {
  readonly target: Target;
  readonly page: Page;
  readonly seen: Watched;
  readonly waiting: Waiting;
  readonly leak: Strayed;
  /** How long a page may take to show what it asks for, in milliseconds. */
  readonly patience: number;
  /** How long a page that is built by scripts, or arrives bit by bit, may take, in milliseconds. */
  readonly longestLoading: number;
  /** Why the first navigation failed. If nothing serves the redirect URI, it fails although it has led there. */
  readonly failure: string | undefined;
  readonly told: { logins: number; loginStatus?: number; consent?: Consent; readonly stages: Stage[] };
  login: LoginPage;
  /** How often a name has been typed without a password. */
  names: number;
  /** Whether the login form was still there after it was submitted. */
  lingered: boolean;
  deniedAgain: boolean;
  /** Whether the user has chosen the account to go on with. */
  hasChosen: boolean;
  former?: Stage;
}

/** How long a page may take to show what it asks for, in milliseconds. */
export function patienceOf(target: Target): number {
  return Math.min(target.timeoutMs, LONGEST_LOOK_MS);
}

/** How long a page that is built by scripts, or arrives bit by bit, may take, in milliseconds. */
export function longestLoading(target: Target): number {
  return ANSWERS_TO_A_FORM * target.timeoutMs;
}

/** Goes from an authorization request, page by page, to the redirect URI, or as far as the pages lead. */
export async function walkPages(page: Page, target: Target, request: VisitRequest): Promise<Ending> {
  const navigation = watchNavigation(page);
  const ending = await walkOn(page, target, request);
  const reason = await unreachedByBrowser(target, navigation);
  return reason === undefined ? ending : { ...ending, answer: silence(request.url, reason), stopped: reason };
}

async function walkOn(page: Page, target: Target, request: VisitRequest): Promise<Ending> {
  const walk = await setOut(page, target, request);
  const { url, told, leak, waiting } = walk;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const stage = await nextStage(walk);
    if (typeof stage !== 'string') return { answer: await redirected(url, stage), ...told };
    if (stage === 'late' && waiting.isCut()) {
      const reason = `a page was still loading after ${walk.longestLoading} ms`;
      return { answer: silence(url, reason), ...told };
    }
    if (stage === 'end' || stage === 'late') {
      if (await deniesAgain(walk)) continue;
      return ends(walk, await unworkable(walk));
    }
    const moved = leaves(walk, walk.patience);
    if (!(await lingers(walk, stage))) {
      const end = await comply(walk, stage);
      if (end !== undefined) return end;
    }
    await moved;
    // Each answer to a submitted form comes within the time limit of a request, or not at all.
    if (waiting.isLeaving()) await leaves(walk, walk.longestLoading);
    if (leak.to !== undefined) {
      return stopped(walk, `the login form would send the password to ${leak.to}, which was prevented`);
    }
  }
  return ends(walk);
}

/** Makes the authorization request, with everything observed from the beginning. */
async function setOut(page: Page, target: Target, request: VisitRequest): Promise<Walk> {
  // Whatever redirect URI the request names, the registered client must not receive a code.
  const backs = [...new Set([request.redirectUri, target.client?.redirect_uri ?? ''])].filter(
    (uri) => uri !== '',
  );
  const seen = watch(page, backs);
  await keepFromClient(page, backs);
  const leak: Strayed = {};
  await keepSocketsHome(page, target, leak);
  await keepWay(page, target);
  const waiting = watchWaiting(page);
  // A dialog asks whether a click was meant, or whether the page may be left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const timeout = longestLoading(target);
  const failure = await page.goto(request.url, { waitUntil: 'commit', timeout }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return {
    ...request,
    target,
    page,
    seen,
    waiting,
    leak,
    patience: patienceOf(target),
    longestLoading: timeout,
    failure,
    told: { logins: 0, stages: [] },
    login: target.login,
    names: 0,
    lingered: false,
    deniedAgain: false,
    hasChosen: false,
  };
}

/** What the page asks for by now, or the request that leads back to the client. */
async function nextStage({ page, seen, waiting, failure, login, ...walk }: Walk): Promise<Stage | Request> {
  const lookUntil = performance.now() + walk.longestLoading;
  const user = walk.hasChosen ? undefined : walk.target.user;
  const ours = user && accountEntries(page, user.username);
  for (;;) {
    const isOver = failure?.includes('net::ERR_') || (seen.last !== undefined && showsNothing(seen.last));
    const document = {
      isOver: isOver ?? false,
      isError: (seen.last?.status() ?? 0) >= 400,
      leadsOn: seen.last?.headers()['refresh'] !== undefined,
    };
    const wasLoading = waiting.isLoading();
    const stage = await stageOf(page, login, ours, seen.ledBack, document, walk.patience);
    // Anything that arrived just as the look ended has not been examined.
    const mayShowMore = wasLoading || waiting.isLoading();
    if (stage !== 'late' || !mayShowMore || performance.now() >= lookUntil) return stage;
  }
}

/** Denies once more where a user is asked to confirm; whether that was asked. */
async function deniesAgain(walk: Walk): Promise<boolean> {
  if (walk.decision !== 'deny' || !walk.told.consent?.decided || walk.deniedAgain) return false;
  walk.deniedAgain = true;
  const again = button(walk.page, walk.login, 'deny');
  if (!(await again.isVisible())) return false;
  const moved = leaves(walk, walk.patience);
  await press(again).catch(() => undefined);
  await moved;
  return true;
}

/** Why nothing can be concluded from the last page, if it asks for something. */
async function unworkable({ page, seen, patience }: Walk): Promise<string | undefined> {
  const { last } = seen;
  const isAsked =
    last !== undefined && isForPeople(last) && (await asksForMore(page, last.status() === 200, patience));
  if (!isAsked) return undefined;
  const picture = await pictureOf(page, patience);
  return mask.apply(`asks for something that is not recognised as a login or consent${picture}`);
}

/** Whether the login form has been submitted already, and is only fading out. */
async function lingers(walk: Walk, stage: Stage): Promise<boolean> {
  const password = walk.target.user?.password ?? '';
  // An empty password shows nothing: a page that asks again has an empty field as well.
  if (stage !== 'password' || walk.told.logins !== 1 || walk.lingered || password === '') return false;
  walk.lingered = await stillHolds(walk.page, walk.login, password);
  return walk.lingered;
}

/** Does what a page asks for; the end of the visit, if that is not possible. */
async function comply(walk: Walk, stage: Exclude<Stage, 'end' | 'late'>): Promise<Ending | undefined> {
  walk.told.stages.push(stage);
  try {
    if (stage === 'account') await chooseAccount(walk);
    else if (stage === 'consent') return await decide(walk);
    else if (stage === 'choice') return await goOn(walk);
    else return await logIn(walk, stage);
    return undefined;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return stopped(walk, `the ${stage} page could not be used: ${firstLine(error)}`);
  } finally {
    walk.former = stage;
  }
}

async function chooseAccount(walk: Walk): Promise<void> {
  await choose(walk.page, walk.login);
  // The account is chosen only once: the next page may still show the choice.
  const { account: _, ...rest } = walk.login;
  walk.login = rest;
}

/** Goes on as the user, once; the page may ask again if it does not take the answer. */
async function goOn(walk: Walk): Promise<Ending | undefined> {
  walk.hasChosen = true;
  const isOurs = await goOnAs(walk.page, walk.target.user?.username ?? '');
  return isOurs ? undefined : ends(walk, await unworkable(walk));
}

async function decide(walk: Walk): Promise<Ending | undefined> {
  const { page, seen, told } = walk;
  const choice = button(page, walk.login, walk.decision);
  if (walk.readsConsent) await settled(page, walk.patience);
  const decided = await choice.isVisible();
  told.consent = await consentOf(page, seen, { logins: told.logins, decided }, told.consent);
  if (!decided) return ends(walk);
  await press(choice);
  return undefined;
}

async function logIn(walk: Walk, stage: 'username' | 'password'): Promise<Ending | undefined> {
  const { page, target, login, told } = walk;
  told.loginStatus ??= walk.seen.last?.status() ?? 200;
  // A page that does not proceed, or comes again, may want something that no setting provides.
  if (stage === walk.former && (await wantsMore(page, login, stage, walk.patience)))
    return ends(walk, 'asks for more than a name and a password');
  if (stage === 'password') told.logins += 1;
  if (target.user === undefined)
    return ends(
      walk,
      target.login.storageState === undefined
        ? 'asks for a login, and TARGET_PASSWORD is not set'
        : 'asks for a login: the stored one (TARGET_STORAGE_STATE) has expired; log in again with npx playwright codegen --save-storage=FILE',
    );
  if (stage === 'username') walk.names += 1;
  // A login page that asks again does not accept what it was given.
  if (told.logins > 1 || walk.names > MOST_NAMES) return ends(walk);
  if (stage === 'password') await keepPassword(page, target, target.user.password, walk.leak);
  await fillIn(page, login, target.user, stage);
  return undefined;
}

/** Resolves when the page has been left, or has led back to the client, or after this many milliseconds. */
async function leaves({ page, seen }: Walk, limit: number): Promise<void> {
  await Promise.race([seen.ledBack, left(page, limit)]);
}

/**
 * The end of a visit at its last page.
 *
 * @param unworkable why nothing can be concluded from that page
 */
async function ends({ url, seen, failure, patience, told }: Walk, unworkable?: string): Promise<Ending> {
  const answer = await ended(url, seen.last, failure, patience);
  return { answer: { ...answer, ...(unworkable !== undefined && { unworkable }) }, ...told };
}

/** The end of a visit from which nothing can be concluded. */
function stopped({ url, told }: Walk, reason: string): Ending {
  return { answer: silence(url, reason), ...told, stopped: reason };
}
