import { type Page, test } from '@playwright/test';
import { stop } from '../judging/ledger.ts';
import { createMask } from '../secrets/mask.ts';
import type { Target } from '../target.ts';
import { guardedOrigins, headersTo, withGateway } from '../wire/gateway-headers.ts';
import { pace } from '../wire/pace.ts';

/** Whether a URL is at a redirect URI, regardless of query and fragment. */
export function isAt(url: string, back: string): boolean {
  if (!URL.canParse(back) || !URL.canParse(url)) return back !== '' && url.startsWith(back);
  // Userinfo does not change where a browser goes.
  const place = (text: string): string => {
    const { href } = Object.assign(new URL(text), { username: '', password: '' });
    return href.split(/[?#]/, 1)[0] ?? '';
  };
  return place(url) === place(back);
}

/** Stops any redirect at these URIs: a client that listens there would exchange the code. */
export async function keepFromClient(page: Page, backs: readonly string[]): Promise<void> {
  for (const back of backs) if (URL.canParse(back)) await keepFrom(page, back);
}

async function keepFrom(page: Page, back: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const decided = isAt(request.url, back)
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    decided.catch(() => undefined);
  });
  const { origin, protocol, host } = new URL(back);
  // A private-use URI scheme leads to no server.
  if (origin === 'null') return;
  const patterns = [`${origin}/*`, `${protocol}//*@${host}/*`].map((urlPattern) => ({
    urlPattern,
    requestStage: 'Request' as const,
  }));
  await session.send('Fetch.enable', { patterns });
}

/**
 * Makes a page's requests to the configured servers as the suite's own are: each in its turn, and with the headers that
 * a gateway wants. A request to any other origin has none of them, also after a redirect, since each is intercepted
 * by itself.
 */
export async function keepWay(page: Page, target: Target): Promise<void> {
  const paced = pace(target);
  const isPaced = paced.isLimited();
  const guarded = guardedOrigins(target);
  if (!isPaced && guarded.length === 0) return;
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const own = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    // Chromium adds the cookies of its context itself.
    const { cookie: _, ...headers } = withGateway(own, headersTo(target, request.url));
    const all = Object.entries(headers).map(([name, value]) => ({ name, value }));
    paced
      .turn()
      .then(() => session.send('Fetch.continueRequest', { requestId, headers: all }))
      .catch(() => undefined);
  });
  const origins = isPaced ? Object.values(target.urls).map((url) => new URL(url).origin) : guarded;
  const patterns = [...new Set(origins)].map((origin) => ({
    urlPattern: `${origin}/*`,
    requestStage: 'Request' as const,
  }));
  await session.send('Fetch.enable', { patterns });
}

/**
 * Prevents pages from opening a WebSocket to a server that is not configured: typed text could leave through it, and
 * nothing else intercepts it.
 */
export async function keepSocketsHome(page: Page, target: Target, leak: Strayed): Promise<void> {
  const allowed = new Set(placesToLogIn(target).map((origin) => new URL(origin).host));
  const secret = createMask();
  if (target.user !== undefined) secret.learn('PASSWORD', target.user.password);
  await page.routeWebSocket(
    (url) => !allowed.has(url.host),
    (socket) => {
      if (secret.find(socket.url()).length > 0) leak.to ??= new URL(socket.url()).origin;
      void socket.close();
    },
  );
}

/** The origins at which the password may be typed. */
function placesToLogIn({ urls, login }: Target): string[] {
  return [...Object.values(urls).map((address) => new URL(address).origin), ...(login.origins ?? [])];
}

/** Where the password would have gone. */
export interface Strayed {
  to?: string;
}

/**
 * Ensures that the password reaches only the configured servers and login origins: it is typed into no other page, and
 * a request that would carry it elsewhere, such as a redirected form, is not sent.
 */
export async function keepPassword(
  page: Page,
  target: Target,
  password: string,
  leak: Strayed,
): Promise<void> {
  const allowed = new Set(placesToLogIn(target));
  const { origin } = new URL(page.url());
  if (!allowed.has(origin)) {
    stop(
      test.info(),
      `the login page is at ${origin}, which is not a configured server, so the password is not typed there (TARGET_LOGIN_ORIGINS=${origin} allows it; TARGET_STORAGE_STATE accepts a browser that is logged in)`,
    );
  }
  const secret = createMask();
  secret.learn('PASSWORD', password);
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { url, postData, hasPostData = false } = request;
    const isAway = !allowed.has(new URL(url).origin);
    const carries =
      (hasPostData && postData === undefined) || secret.find(`${url} ${postData ?? ''}`).length > 0;
    if (isAway && carries) leak.to = new URL(url).origin;
    const decided =
      isAway && carries
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : session.send('Fetch.continueRequest', { requestId });
    decided.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}
