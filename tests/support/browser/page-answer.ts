import { setTimeout as sleep } from 'node:timers/promises';
import { type Frame, type Page, type Request, type Response, test } from '@playwright/test';
import { ledgerOf, mask } from '../judging/ledger.ts';
import { learnFromAnswer } from '../secrets/learn.ts';
import { mediaTypeIn } from '../wire/headers.ts';
import type { Answer } from '../wire/http.ts';
import { isAt } from './interception.ts';
import { firstLine, showsNothing } from './login-page.ts';

/** A page that requests more paths is not part of a login. */
const MOST_PATHS = 1000;
const LONGEST_PATH = 2000;

/** Larger pages are examined only in the browser. */
const LARGEST_PAGE = 1024 * 1024;
const LONGEST_TEXT = 100_000;

/** How many frames of a page are read, and how long each of them may take, in milliseconds. */
const MOST_FRAMES = 10;
const FRAME_MS = 1000;

/** Every language tag fits into this many characters (RFC 5646 4.4.1). */
const LONGEST_LANGUAGE = 35;

/** The path of a URL, truncated, since the deployment chooses its length. */
export function pathOf(url: string): string {
  return (URL.canParse(url) ? new URL(url).pathname : '').slice(0, LONGEST_PATH);
}

/** What has been observed of a page so far. */
export interface Watched {
  readonly paths: ReadonlySet<string>;
  last?: Response;
  readonly ledBack: Promise<Request>;
}

/**
 * Observes a page from now on: the paths it requests, the last document that was answered, and the request that leads
 * back to the client.
 */
export function watch(page: Page, backs: readonly string[]): Watched {
  const { mask } = ledgerOf(test.info());
  const paths = new Set<string>();
  const ledBack = new Promise<Request>((resolve) => {
    page.on('request', (request) => {
      if (paths.size < MOST_PATHS) paths.add(pathOf(request.url()));
      if (!request.isNavigationRequest()) return;
      // Playwright's message about a failed navigation contains its URL.
      learnFromAnswer(mask, '', { location: request.url() });
      if (backs.some((back) => isAt(request.url(), back))) resolve(request);
    });
  });
  const seen: Watched = { paths, ledBack };
  page.on('response', (response) => {
    // A cookie is a secret even if a later page replaces it.
    void response
      .allHeaders()
      .then((headers) => learnFromAnswer(mask, '', headers))
      .catch(() => undefined);
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      seen.last = response;
  });
  return seen;
}

/** Whether an answer is a page that may ask for something, which an error page does not. */
export function isForPeople(response: Response): boolean {
  return [200, 401, 403].includes(response.status()) && !showsNothing(response);
}

/** No answer, and why. */
export function silence(url: string, failure: string): Answer {
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

/** A page as a person sees it. */
export async function asSeen(page: Page, response: Response | undefined) {
  const mediaType = mediaTypeIn(response?.headers()['content-type']);
  const longest = { text: LONGEST_TEXT, language: LONGEST_LANGUAGE };
  // One evaluation in the page itself: a locator would first inject several hundred kilobytes of script.
  const { told, text, allText } = await page.evaluate(contentOf, longest);
  const language = told || (response?.headers()['content-language'] ?? '');
  const framed = await Promise.all(ownFrames(page).map((frame) => textIn(frame, longest)));
  const joined = (texts: readonly string[]) => texts.join('\n').slice(0, LONGEST_TEXT);
  return {
    mediaType,
    language: language.slice(0, LONGEST_LANGUAGE),
    text: joined([text, ...framed.map((one) => one.text)]),
    allText: joined([allText, ...framed.map((one) => one.allText)]),
  };
}

/** The frames of the page's own origin; what others say is not said by the page. */
function ownFrames(page: Page): Frame[] {
  const { origin } = new URL(page.url());
  const isOwn = (frame: Frame) => frame.url().startsWith('about:') || new URL(frame.url()).origin === origin;
  return page
    .frames()
    .filter((frame) => frame !== page.mainFrame() && URL.canParse(frame.url()) && isOwn(frame))
    .slice(0, MOST_FRAMES);
}

/** The visible text of a frame, and all its text; empty if it does not respond. */
async function textIn(
  frame: Frame,
  longest: Parameters<typeof contentOf>[0],
): Promise<{ readonly text: string; readonly allText: string }> {
  const nothing = { text: '', allText: '' };
  const read = async () => {
    const element = await frame.frameElement();
    const { text, allText } = await frame.evaluate(contentOf, longest);
    return { text: (await element.isVisible()) ? text : '', allText };
  };
  return Promise.race([read().catch(() => nothing), sleep(FRAME_MS, nothing, { ref: false })]);
}

/**
 * Run in the page: the language that it declares; the text that it shows, including what has to be expanded first and
 * what is inside web components; and its whole text, including what it may show later. Each is truncated.
 */
function contentOf(longest: { readonly text: number; readonly language: number }) {
  const { documentElement: root } = document;
  const body = document.querySelector('body') ?? root;
  const shown: string[] = [];
  const read = (part: HTMLElement | ShadowRoot): void => {
    for (const details of part.querySelectorAll('details')) details.open = true;
    const elements = part instanceof ShadowRoot ? [...part.children] : [part];
    for (const one of elements) shown.push((one as HTMLElement).innerText ?? '');
    for (const { shadowRoot } of part.querySelectorAll('*')) if (shadowRoot !== null) read(shadowRoot);
  };
  read(body);
  const all: string[] = [];
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null)
    if (!texts.currentNode.parentElement?.closest('script, style, noscript'))
      all.push(texts.currentNode.textContent ?? '');
  return {
    told: (root.getAttribute('lang') || root.getAttribute('xml:lang'))?.slice(0, longest.language),
    text: shown.join('\n').slice(0, longest.text),
    allText: all.join('\n').slice(0, longest.text),
  };
}

/** The redirect to the client; a page that leads there by itself counts as one. */
export async function redirected(url: string, request: Request): Promise<Answer> {
  const from = await request.redirectedFrom()?.response();
  const told = from?.headers()['location'];
  // A request has no fragment: that of a redirect is only in its Location header.
  const place =
    told !== undefined && URL.canParse(told, from?.url()) ? new URL(told, from?.url()) : undefined;
  const hash = place !== undefined && !request.url().includes('#') ? place.hash : '';
  const headers = { ...from?.headers(), location: `${request.url()}${hash}` };
  return { method: 'GET', url, status: from?.status() ?? 302, headers, text: '', json: undefined };
}

/** The last page of a visit, or the reason why there is none. */
export async function ended(
  url: string,
  last: Response | undefined,
  failure: string | undefined,
  patience: number,
): Promise<Answer> {
  // An endless chain of redirects is not an answer, however many responses it contained; nor is a page that timed
  // out.
  const isChain = failure?.includes('ERR_TOO_MANY_REDIRECTS') || failure?.includes('Timeout');
  if (last === undefined || isChain) {
    return silence(url, failure === undefined ? 'no answer' : firstLine(failure));
  }
  const text = await Promise.race([bodyOf(last), sleep(patience, '', { ref: false })]);
  return { method: 'GET', url, status: last.status(), headers: last.headers(), text, json: undefined };
}

/** The text of a page; empty if it is larger than people would read. */
export async function bodyOf(response: Response): Promise<string> {
  try {
    const { responseBodySize } = await response.request().sizes();
    if (responseBodySize > LARGEST_PAGE) return '';
    // That was the compressed size, which may be a thousandth of the real one.
    const text = await response.text();
    return text.length > LARGEST_PAGE ? '' : text;
  } catch {
    return '';
  }
}
