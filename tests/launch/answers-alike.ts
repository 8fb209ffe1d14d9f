import { mediaTypeIn } from '../support/wire/headers.ts';

/** An answer to a request without credentials. */
export interface Heard {
  /** Where it was sent. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if it could not be read. */
  readonly text: string | undefined;
}

/**
 * Where a server redirects whatever it is asked, if that is the same address in another place: the scheme is another,
 * or the path is kept.
 *
 * @param heard all that came from one server; undefined where no answer came
 */
export function movedTo(heard: readonly (Heard | undefined)[]): string | undefined {
  const places = heard.map((one) => one && placeOf(one));
  const [first] = places;
  const isAway = heard.every((one, nth) => {
    const place = places[nth];
    if (one === undefined || place === undefined) return false;
    const { origin, protocol, hostname, pathname } = new URL(one.url);
    const isSameHost = place.hostname === hostname && place.protocol !== protocol;
    return place.origin !== origin && (isSameHost || place.pathname === pathname);
  });
  return isAway ? first?.origin : undefined;
}

/**
 * What every path of every server answers, if it is the same and no server of the interface would do so: even where a
 * filter asks everybody for credentials, the authorization page of the identity server is there for those who have
 * none. Statuses that may be the deployment's own way of failing or limiting are left to the checks, and so are 404 and
 * 2xx unless it is a page.
 *
 * @param heard all that came, including the answer to an authorization request; undefined where no answer came
 * @param isAlone whether the identity server is the only one, which may lead everybody to its login
 */
export function alwaysAnswered(heard: readonly (Heard | undefined)[], isAlone: boolean): string | undefined {
  const [first] = heard;
  if (first === undefined || new Set(heard.map(likeness)).size > 1) return undefined;
  const { status } = first;
  const isPage = mediaTypeIn(headerOf(first, 'content-type')) === 'text/html';
  if ([404, 429, 500].includes(status) || (status < 300 && !isPage) || first.text === undefined)
    return undefined;
  const place = placeOf(first);
  if (place === undefined) return String(status);
  if (isAlone && place.origin === new URL(first.url).origin) return undefined;
  return `${status} to ${place.origin}${place.pathname}`;
}

/** What tells one answer from another, except for numbers, times and what identifies a request. */
function likeness(heard: Heard | undefined): string {
  if (heard === undefined) return '';
  const { status, text } = heard;
  const location = headerOf(heard, 'location')?.replace(/[?#].*$/s, '');
  const words = text?.replaceAll(/[\w-]*\d[\w-]*/g, '#');
  return JSON.stringify([status, mediaTypeIn(headerOf(heard, 'content-type')), location, words]);
}

/** Where an answer redirects. */
function placeOf(heard: Heard): URL | undefined {
  const location = headerOf(heard, 'location');
  const isRedirect = [301, 302, 303, 307, 308].includes(heard.status);
  if (!isRedirect || location === undefined || !URL.canParse(location, heard.url)) return undefined;
  return new URL(location, heard.url);
}

function headerOf({ headers }: Heard, name: string): string | undefined {
  return [headers[name]].flat()[0];
}
