import type { Server } from '../catalogue.ts';
import type { Target } from '../target.ts';

/** What a gateway in front of the target wants in each request: `TARGET_HEADERS`, and those of a single server. */

/** Headers by name, in the letter case in which they were given. */
export type GatewayHeaders = Readonly<Record<string, string>>;

/**
 * The headers that a gateway wants in a request to this address: those of the server at its origin or, of several,
 * those of the one whose path it is below. None for any other origin.
 */
export function headersTo(
  { urls, way }: Pick<Target, 'urls' | 'way'>,
  address: string | URL,
): GatewayHeaders {
  const { origin, pathname } = new URL(address);
  const servers = (Object.keys(urls) as Server[])
    .map((server) => ({ server, base: new URL(urls[server] ?? 'about:blank') }))
    .filter(({ base }) => base.origin === origin)
    .toSorted((one, other) => other.base.pathname.length - one.base.pathname.length);
  const isBelow = (path: string): boolean =>
    pathname === path || pathname.startsWith(path.replace(/\/?$/, '/'));
  const match = servers.find(({ base }) => isBelow(base.pathname)) ?? servers[0];
  return (match && way.headers[match.server]) ?? {};
}

/** The origins at which a gateway wants something. */
export function guardedOrigins({ urls, way }: Pick<Target, 'urls' | 'way'>): string[] {
  const servers = (Object.keys(urls) as Server[]).filter((server) => way.headers[server] !== undefined);
  return [...new Set(servers.map((server) => new URL(urls[server] ?? '').origin))];
}

/** The cookies among them, as pairs. */
export function cookiesIn(headers: GatewayHeaders): (readonly [name: string, value: string])[] {
  const cookie = Object.entries(headers).find(([name]) => name.toLowerCase() === 'cookie')?.[1] ?? '';
  return cookie.split(/;\s*/).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
  });
}

/**
 * Headers of a request together with those of a gateway: a header that the request has itself stays, and of the cookies
 * those are added that it lacks.
 *
 * @param own by lower-case name
 */
export function withGateway(
  own: Readonly<Record<string, string>>,
  gateway: GatewayHeaders,
): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(gateway).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const sent = own['cookie'];
  if (sent === undefined) return { ...given, ...own };
  const names = new Set(sent.split(/;\s*/).map((pair) => pair.split('=', 1)[0]));
  const further = cookiesIn(gateway).filter(([name]) => !names.has(name));
  return { ...given, ...own, cookie: [sent, ...further.map((pair) => pair.join('='))].join('; ') };
}
