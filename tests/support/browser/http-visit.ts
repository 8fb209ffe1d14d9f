import { type BrowserContext, test } from '@playwright/test';
import { ledgerOf, mask, Stopped } from '../judging/ledger.ts';
import { learnFromAnswer } from '../secrets/learn.ts';
import type { Target } from '../target.ts';
import { readBody } from '../wire/body.ts';
import { isClosed } from '../wire/connections.ts';
import { whatHappened } from '../wire/failure.ts';
import { mediaTypeIn } from '../wire/headers.ts';
import type { Answer } from '../wire/http.ts';
import { isLimited, isPutOff, waitOf } from '../wire/rate-limit.ts';
import { singleValues } from '../wire/request-context.ts';
import { send } from '../wire/send.ts';
import type { Consent } from './consent.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import {
  endName,
  type FamiliarForm,
  type FamiliarPages,
  formName,
  type Headers,
  nameOf,
  valuesOf,
} from './familiar-pages.ts';
import { isAt } from './interception.ts';
import { pathOf, silence } from './page-answer.ts';
import { type PlainPage, plainPage, submissionOf } from './plain-form.ts';
import { longestLoading, type Visit, type VisitRequest } from './walk.ts';

/** As many as a browser follows, and more than the pages of a login have. */
const MOST_ANSWERS = 20;

/** A browser shows these as text. Anything else that is not HTML may be a download. */
const TEXTS: readonly string[] = ['text/plain', 'application/json'];

/** Headers that make a browser do more than show a page. */
const ACTING = ['refresh', 'content-disposition', 'clear-site-data'] as const;

/** What is true of a visit that needs a browser after all. */
export interface Unfinished extends Pick<Visit, 'logins' | 'loginStatus'> {
  readonly needsBrowser: true;
  /** Where the browser goes on, if a form has led there; it begins again otherwise. */
  readonly onwards?: string;
}

/** The visit, if it needed no browser. */
export type Outcome = { readonly needsBrowser: false; readonly visit: Visit } | Unfinished;

/** A visit under way. */
interface Way extends VisitRequest {
  readonly target: Target;
  readonly familiar: FamiliarPages;
  readonly navigation: Headers;
  readonly cookies: Cookies;
  readonly backs: readonly string[];
  readonly origin: string;
  /** Ends the visit when all of it has taken too long. */
  readonly tooLong: AbortSignal;
  readonly paths: Set<string>;
  /** The forms that have been sent. */
  readonly stages: FamiliarForm['stage'][];
  told: { logins: number; loginStatus?: number; consent?: Consent };
}

/** The next request of a visit. */
interface Step {
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string;
}

interface Came {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Follows an authorization request without a browser, with the cookies and headers of one, as long as a browser would
 * show nothing that it has not been through: redirects within the identity server, plain pages with the same content,
 * and errors that are text alone. Nothing but the browser itself decides what anything else is.
 *
 * @param limitMs how long all of it may take, in milliseconds
 */
export async function visitByHttp(
  context: BrowserContext,
  target: Target,
  request: VisitRequest,
  familiar: FamiliarPages,
  limitMs: number,
): Promise<Outcome> {
  const backs = [request.redirectUri, target.client?.redirect_uri ?? ''].filter((uri) => uri !== '');
  const { navigation } = familiar;
  // A browser may know other schemes, and what opens them.
  const isKnown = backs.every((uri) => /^https?:/.test(uri));
  if (navigation === undefined || !isKnown) return { needsBrowser: true, logins: 0 };
  const way: Way = {
    ...request,
    target,
    familiar,
    navigation,
    cookies: await cookiesOf(context),
    backs,
    origin: new URL(target.urls.identity ?? request.url).origin,
    tooLong: AbortSignal.timeout(limitMs),
    paths: new Set(),
    stages: [],
    told: { logins: 0 },
  };
  let step: Step | Answer | undefined = { url: request.url, headers: navigation };
  let onwards: string | undefined;
  for (let sent = 0; sent < MOST_ANSWERS && step !== undefined && !isAnswer(step); sent += 1) {
    // What a form has brought about is not undone: the browser goes on from there.
    onwards = way.stages.length > 0 && step.body === undefined ? step.url : undefined;
    step = await next(way, step);
  }
  const isOver = step !== undefined && isAnswer(step);
  if (isOver || way.stages.length > 0) await way.cookies.settle();
  if (isOver) return { needsBrowser: false, visit: { answer: step as Answer, ...way.told } };
  const { logins, loginStatus } = way.told;
  return {
    needsBrowser: true,
    logins,
    ...(loginStatus !== undefined && { loginStatus }),
    ...(onwards !== undefined && { onwards }),
  };
}

function isAnswer(step: Step | Answer): step is Answer {
  return 'status' in step;
}

/** The answer at which the visit ends, or the next request; undefined if a browser is needed. */
async function next(way: Way, step: Step): Promise<Step | Answer | undefined> {
  way.paths.add(pathOf(step.url));
  const came = await ask(way, step);
  if (came === undefined) return undefined;
  if (typeof came === 'string') return silence(way.url, came);
  await way.cookies.keep(step.url, came.set);
  const isRedirect = [301, 302, 303, 307, 308].includes(came.status);
  if (isRedirect) return redirectedTo(way, step, came);
  if (ACTING.some((name) => came.headers[name] !== undefined)) return undefined;
  // Something that tells browsers from other clients may refuse this one alone.
  if (came.status === 403) return undefined;
  const { status, headers, text } = came;
  const end: Answer = { method: 'GET', url: way.url, status, headers, text, json: undefined };
  const isLater = isPutOff(came) && waitOf(came, way.target.timeoutMs).ms !== undefined;
  if (isLater || isLimited(came)) return end;
  const mediaType = mediaTypeIn(came.headers['content-type']);
  const isBare = mediaType === '' && came.text === '' && came.status >= 400;
  if (isBare || TEXTS.includes(mediaType)) return came.status === 200 || came.status >= 400 ? end : undefined;
  if (mediaType !== 'text/html' || !isReadable(came)) return undefined;
  const page = plainPage(came.text, step.url);
  if (page === undefined) return undefined;
  if (came.status >= 400 && page.onlyShows) return end;
  return left(way, step, came, page, end);
}

/** Whether a page is in an encoding that this reads as a browser does. */
function isReadable(came: Came): boolean {
  return isUtf8(came) || /^[\t\n\r\x20-\x7e]*$/.test(came.text);
}

/** Whether a page says that it is in UTF-8, in which its forms are then sent. */
function isUtf8({ headers }: Came): boolean {
  return /;\s*charset\s*=\s*"?utf-8"?\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** Where a redirect leads. */
function redirectedTo(way: Way, { url, headers, body }: Step, came: Came): Step | Answer | undefined {
  const { location } = came.headers;
  // A browser has its own ways with other characters.
  if (location === undefined || !/^[\x21-\x7e]+$/.test(location) || !URL.canParse(location, url))
    return undefined;
  const place = new URL(location, url);
  learnFromAnswer(mask, '', { location: place.href });
  const hash = place.hash;
  place.hash = '';
  if (way.backs.some((back) => isAt(place.href, back))) {
    const told = { ...came.headers, location: `${place.href}${hash}` };
    return { method: 'GET', url: way.url, status: came.status, headers: told, text: '', json: undefined };
  }
  const isRepeated = body !== undefined && (came.status === 307 || came.status === 308);
  if (place.origin !== way.origin || isRepeated) return undefined;
  return { url: place.href, headers: withoutForm(headers) };
}

/** The headers with which a browser follows the redirect that answers a form. */
function withoutForm(headers: Headers): Headers {
  const { 'content-type': _type, origin: _origin, ...rest } = headers;
  return rest;
}

/** What a user does at a page that a browser has been through. */
function left(way: Way, step: Step, came: Came, page: PlainPage, end: Answer): Step | Answer | undefined {
  const { familiar, told, target, decision } = way;
  const name = nameOf(page, came.status, came.headers);
  const logins = familiar.ends.get(endName(name, way.stages));
  if (logins !== undefined) {
    told.logins = logins;
    return end;
  }
  const form = familiar.forms.get(formName(name)) ?? familiar.forms.get(formName(name, decision));
  if (form === undefined || way.stages.includes(form.stage)) return undefined;
  const typed = valuesOf(form.typed, target.user);
  const isForBrowser = form.stage === 'password' ? !mayLogIn(way, typed) : !mayConsent(way, form);
  const sent = page.forms[form.nth];
  const body = sent && submissionOf(sent, { typed, pressed: form.pressed });
  if (isForBrowser || sent === undefined || body === undefined) return undefined;
  if (!isUtf8(came) && /%[89A-F]/.test(body)) return undefined;
  if (form.stage === 'password') {
    told.loginStatus ??= came.status;
    told.logins += 1;
  } else if (form.consent !== undefined) {
    const { wasRead: _, ...consent } = form.consent;
    told.consent = { ...consent, paths: [...way.paths], status: came.status, logins: told.logins };
  }
  way.stages.push(form.stage);
  const { referer, ...headers } = form.headers;
  return { url: sent.action, headers: { ...headers, ...(referer && { referer: step.url }) }, body };
}

/** Whether a login may be sent: what a form does with an empty field, or after a wrong password, a browser shows. */
function mayLogIn({ familiar, isOther, target, decision }: Way, typed: ReadonlyMap<number, string>): boolean {
  const values = [...typed.values()];
  return (
    target.user !== undefined &&
    values.length === 2 &&
    !values.includes('') &&
    (isOther ? familiar.knowsOthers : familiar.decisions.has(decision))
  );
}

/** Whether a consent page says all that is of interest: what was read of it then is true of the same page now. */
function mayConsent({ readsConsent }: Way, { consent }: FamiliarForm): boolean {
  return consent !== undefined && (!readsConsent || consent.wasRead);
}

/**
 * Sends one request as the browser would.
 *
 * @returns the answer, or why none came; undefined if the browser has to find out
 */
async function ask(
  way: Way,
  { url, headers, body }: Step,
): Promise<(Came & { readonly set: readonly string[] }) | string | undefined> {
  if (ledgerOf(test.info()).isOver) throw new Stopped('the check is over');
  const cookie = await way.cookies.headerFor(url);
  const limitMs = longestLoading(way.target);
  try {
    const {
      statusCode: status,
      headers: all,
      body: stream,
    } = await send(way.target, url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(cookie !== undefined && { cookie }), ...readable(headers) },
      ...(body !== undefined && { body }),
      limitMs,
      signal: way.tooLong,
    });
    const plain = singleValues(all);
    const { text } = await readBody(stream, plain['content-encoding']);
    learnFromAnswer(mask, '', all);
    const { 'set-cookie': set = [], ...rest } = all;
    return { status, headers: singleValues(rest), text, set: [set].flat() };
  } catch (error) {
    const isSilent = isClosed(error) || (error instanceof Error && error.name === 'TimeoutError');
    return isSilent ? whatHappened(error, limitMs) : undefined;
  }
}

/** The codings that a browser accepts and the suite can read. */
function readable(headers: Headers): Headers {
  const codings = headers['accept-encoding']?.split(/\s*,\s*/) ?? [];
  return { 'accept-encoding': codings.filter((one) => /^(?:gzip|deflate|br)$/.test(one)).join(', ') };
}
