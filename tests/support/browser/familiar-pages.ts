import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request, Response } from '@playwright/test';
import type { Target } from '../target.ts';
import type { Consent } from './consent.ts';
import type { Decision, Stage } from './login-page.ts';
import { bodyOf } from './page-answer.ts';
import { type Filling, type PlainForm, type PlainPage, plainPage, submissionOf } from './plain-form.ts';
import type { Ending, VisitRequest } from './walk.ts';

export type Headers = Readonly<Record<string, string>>;

/** What a browser did with a plain form. */
export interface FamiliarForm {
  readonly name: string;
  readonly stage: 'password' | 'consent';
  /** Which form of the page it is. */
  readonly nth: number;
  /** By the place of a field, what is typed into it. */
  readonly typed: ReadonlyMap<number, 'username' | 'password'>;
  readonly pressed: number | undefined;
  /** What the browser sent with it, except for cookies. */
  readonly headers: Headers;
  /** The consent page that it belongs to, and whether its text was of interest. */
  readonly consent?: Consent & { readonly wasRead: boolean };
}

/**
 * What a browser has been through in visits that consisted of plain pages alone: the next one that meets the same
 * pages needs no browser.
 */
export interface FamiliarPages {
  /** The headers with which a browser opens an address; undefined if none has opened one. */
  navigation?: Headers;
  /** The forms, by page and, for a consent, the decision. */
  readonly forms: Map<string, FamiliarForm>;
  /** The pages at which a visit ended, each with the number of logins that it counted. */
  readonly ends: Map<string, number>;
  /** The decisions of users who have logged in. */
  readonly decisions: Set<Decision>;
  /** Whether somebody else's name or password has been entered. */
  knowsOthers: boolean;
}

/** The beginning, where no page is familiar. */
export function noFamiliarPages(): FamiliarPages {
  return { forms: new Map(), ends: new Map(), decisions: new Set(), knowsOthers: false };
}

/** The name of a page that is answered with these headers. A nonce differs from answer to answer. */
export function nameOf({ likeness }: PlainPage, status: number, headers: Headers): string {
  const policy = headers['content-security-policy']?.replaceAll(/'nonce-[^']*'/g, '');
  return JSON.stringify([status, headers['content-type'], policy, likeness]);
}

/** The name of a form: that of its page, and for a consent the decision. */
export function formName(page: string, decision?: Decision): string {
  return `${decision ?? ''} ${page}`;
}

/** The name of an end: a page after these stages. */
export function endName(page: string, stages: readonly Stage[]): string {
  return `${stages.join()} ${page}`;
}

/** Headers of the connection, or of one request alone. */
const notKept = /^(?::.*|host|proxy-.*|connection|cookie|content-length|if-none-match|if-modified-since)$/;

/** A document that a browser was shown. */
interface Shown {
  readonly response: Response;
  /** Empty if it could not be read before the next one came. */
  readonly text: Promise<string>;
}

/** The navigations of a page, and the documents that they led to. */
export interface Trail {
  readonly asked: Request[];
  readonly shown: Shown[];
}

/** Follows the navigations of a page, from now on. */
export function trailOf(page: Page): Trail {
  const trail: Trail = { asked: [], shown: [] };
  const isOfPage = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('request', (request) => {
    if (isOfPage(request) && request.redirectedFrom() === null) trail.asked.push(request);
  });
  page.on('response', (response) => {
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (!isRedirect && isOfPage(response.request()))
      trail.shown.push({ response, text: bodyOf(response).catch(() => '') });
  });
  return trail;
}

/** A plain page on the way, with its name. */
interface Passed extends PlainPage {
  readonly name: string;
}

/** A visit in a browser that is over. */
export interface PastVisit {
  readonly trail: Trail;
  readonly request: VisitRequest;
  readonly ending: Ending;
  readonly user: Target['user'];
}

/**
 * Learns what a visit in a browser has shown. One with anything but plain pages, or that ended for want of something,
 * makes no page familiar.
 *
 * @param patience how long it may take to read what has been shown, in milliseconds
 */
export async function learnPages(familiar: FamiliarPages, visit: PastVisit, patience: number): Promise<void> {
  const { asked, shown } = visit.trail;
  const { stages = [], answer, stopped, logins } = visit.ending;
  const [first, ...left] = asked;
  if (first === undefined || stopped !== undefined) return;
  if (answer.failure !== undefined || answer.unworkable !== undefined) return;
  familiar.navigation ??= await headersOf(first);
  const read = Promise.all(shown.map(passed));
  const nothing: (Passed | undefined)[] = [];
  const pages = await Promise.race([read, sleep(patience, nothing, { ref: false })]);
  const forms = await Promise.all(left.map((sent, nth) => formIn(visit, pages[nth], sent, nth)));
  const isWhole = pages.length === shown.length && !pages.includes(undefined) && !forms.includes(undefined);
  if (!isWhole || stages.filter((stage) => stage === 'consent').length > 1) return;
  for (const form of forms) if (form !== undefined) familiar.forms.set(form.name, form);
  if (stages.includes('password')) {
    if (visit.request.isOther) familiar.knowsOthers = true;
    else familiar.decisions.add(visit.request.decision);
  }
  // Only a page that was left by a form may come before the last one, which the user may have been unable to leave.
  const last = pages.at(-1);
  const isEnd = last !== undefined && pages.length === left.length + 1;
  if (isEnd && stages[left.length] !== 'consent')
    familiar.ends.set(endName(last.name, stages.slice(0, left.length)), logins);
}

async function passed({ response, text }: Shown): Promise<Passed | undefined> {
  const read = await text;
  const page = read === '' ? undefined : plainPage(read, response.url());
  return page && { ...page, name: nameOf(page, response.status(), response.headers()) };
}

/** The form by which a browser left a page; undefined if it did not send exactly what that form is known to send. */
async function formIn(
  { request, ending, user }: PastVisit,
  page: Passed | undefined,
  sent: Request,
  place: number,
): Promise<FamiliarForm | undefined> {
  const stage = ending.stages?.[place];
  const body = sent.postData();
  const nth = page?.forms.findIndex(({ action }) => action === sent.url()) ?? -1;
  const form = page?.forms[nth];
  if (page === undefined || form === undefined || body === null || sent.method() !== 'POST') return undefined;
  const typed =
    stage === 'password'
      ? typedIn(form, new URLSearchParams(body), user)
      : new Map<number, 'username' | 'password'>();
  const values = valuesOf(typed, user);
  const buttons = [undefined, ...form.controls.keys()];
  const sends = (pressed: number | undefined) => submissionOf(form, { typed: values, pressed }) === body;
  const isKnown = buttons.some(sends);
  const shared = { nth, typed, pressed: buttons.find(sends), headers: await headersOf(sent) };
  if (!isKnown) return undefined;
  if (stage === 'password') return { ...shared, stage, name: formName(page.name) };
  if (stage !== 'consent' || ending.consent === undefined) return undefined;
  const { decision, readsConsent = false } = request;
  const consent = { ...ending.consent, wasRead: readsConsent };
  return { ...shared, stage, name: formName(page.name, decision), consent };
}

/** What was typed where, as far as it was sent. */
function typedIn(
  { controls }: PlainForm,
  body: URLSearchParams,
  user: Target['user'],
): Map<number, 'username' | 'password'> {
  const typed = new Map<number, 'username' | 'password'>();
  for (const [place, { kind, name }] of controls.entries()) {
    const part = kind === 'password' ? 'password' : 'username';
    if ((kind === 'password' || kind === 'text') && body.get(name) === user?.[part]) typed.set(place, part);
  }
  return typed;
}

/** The values that a user types. */
export function valuesOf(typed: FamiliarForm['typed'], user: Target['user']): Filling['typed'] {
  return new Map([...typed].map(([place, part]) => [place, user?.[part] ?? '']));
}

async function headersOf(request: Request): Promise<Headers> {
  const all = Object.entries(await request.allHeaders());
  return Object.fromEntries(all.filter(([name]) => !notKept.test(name)));
}
