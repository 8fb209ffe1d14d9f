import type { BrowserContext, Cookie as BrowserCookie } from '@playwright/test';
import { type Cookie, CookieJar, PrefixSecurityEnum, pathMatch } from 'tough-cookie';

/** The cookies of a browser context, for requests that are not sent by the browser itself. */
export interface Cookies {
  /** The Cookie header of a request; undefined if none is sent. */
  headerFor(url: string): Promise<string | undefined>;
  /** Keeps what an answer sets. */
  keep(url: string, set: readonly string[]): Promise<void>;
  /** Gives the context what has been held back. */
  settle(): Promise<void>;
}

/**
 * Sends the cookies of a context, and gives it those that are set. A context without cookies is as good as new: until
 * they are settled, it gets none, so a visit that has to begin again in the browser begins in a new one.
 */
export async function cookiesOf(context: BrowserContext): Promise<Cookies> {
  let isNew = (await context.cookies()).length === 0;
  const jar = new CookieJar(undefined, { prefixSecurity: PrefixSecurityEnum.STRICT });
  const give = async (cookies: readonly Cookie[]): Promise<void> => {
    if (cookies.length > 0) await context.addCookies(cookies.map(asInBrowser));
  };
  return {
    async headerFor(url) {
      if (isNew) return (await jar.getCookieString(url)) || undefined;
      const { pathname } = new URL(url);
      // Playwright takes a cookie of /a to match /ab as well.
      const matching = (await context.cookies(url)).filter(({ path }) => pathMatch(pathname, path));
      return inOrder(matching) || undefined;
    },
    async keep(url, set) {
      // What is not valid, or for another server, is ignored, as in a browser.
      const kept = set.map((one) => jar.setCookieSync(one, url, { ignoreError: true }));
      if (!isNew) await give(kept.filter((one) => one !== undefined));
    },
    async settle() {
      if (isNew) await give(await jar.store.getAllCookies());
      isNew = false;
    },
  };
}

/** Cookies with longer paths come first (RFC 6265 5.4). */
function inOrder(cookies: readonly BrowserCookie[]): string {
  return cookies
    .toSorted((one, other) => other.path.length - one.path.length)
    .map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
    .join('; ');
}

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/** Playwright's cookie without an expiry. */
const SESSION = -1;

/** A second long ago: a cookie that has expired is removed. */
const LONG_AGO = 1;

function asInBrowser(cookie: Cookie): Parameters<BrowserContext['addCookies']>[0][number] {
  const { key, value, domain, hostOnly, path, secure, httpOnly, sameSite } = cookie;
  const at = cookie.expiryTime();
  const isLasting = at === undefined || at === Number.POSITIVE_INFINITY;
  return {
    name: key,
    value,
    domain: `${hostOnly === false ? '.' : ''}${domain ?? ''}`,
    path: path ?? '/',
    secure,
    httpOnly,
    expires: isLasting ? SESSION : Math.max(LONG_AGO, Math.floor(at / 1000)),
    ...(isSameSite(sameSite) && { sameSite: SAME_SITE[sameSite] }),
  };
}

function isSameSite(text: string | undefined): text is keyof typeof SAME_SITE {
  return text !== undefined && Object.hasOwn(SAME_SITE, text);
}
