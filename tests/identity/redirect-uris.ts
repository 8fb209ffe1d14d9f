import { isIP } from 'node:net';

/** An address without its query and fragment. */
export function placeOf({ href }: URL): string | undefined {
  return href.split(/[?#]/)[0];
}

/** A redirect URI with a fragment, which none may have (RFC 6749 3.1.2); nothing where it has one all the same. */
export function fragmentedOf(redirect_uri: string): string[] {
  return redirect_uri.includes('#') ? [] : [`${redirect_uri}#elsewhere`];
}

/** Redirect URIs that differ in one part from one that is registered. */
export function neighboursOf(redirect_uri: string): string[] {
  const { href, protocol, hostname, pathname, port, search } = new URL(redirect_uri);
  const isUpper = pathname === pathname.toUpperCase();
  const otherwise = (change: (url: URL) => void): string => {
    const url = new URL(redirect_uri);
    change(url);
    return url.href;
  };
  const near = [
    otherwise((url) => (url.protocol = protocol === 'https:' ? 'http:' : 'https:')),
    otherwise((url) => (url.hostname = `elsewhere.${hostname}`)),
    otherwise((url) => (url.hostname = `${hostname}.elsewhere.example`)),
    // In a pattern a point would stand for any character.
    ...(isIP(hostname) === 0
      ? [otherwise((url) => (url.hostname = hostname.replace(/\.(?=[^.]*$)/, '-')))]
      : []),
    otherwise((url) => (url.username = 'elsewhere')),
    // Whoever develops a client may listen there, and so may any other program on the machine of a user.
    ...(isLoopback(hostname) ? [] : ['http://localhost/callback', 'http://127.0.0.1:49151/callback']),
    // At a loopback address any port will do (RFC 8252 7.3).
    ...(isLoopback(hostname) ? [] : [otherwise((url) => (url.port = port === '49151' ? '49150' : '49151'))]),
    // They are compared letter by letter (RFC 6749 3.1.2.3).
    otherwise((url) => (url.pathname = isUpper ? pathname.toLowerCase() : pathname.toUpperCase())),
    otherwise((url) => (url.pathname = pathname.endsWith('/') ? pathname : `${pathname}/`)),
    // Its beginning; without a path that would be another port, or another host.
    ...(pathname.length > 1 || search !== '' ? [redirect_uri.slice(0, -1)] : []),
  ];
  // A scheme of an application's own has parts that do not change.
  const withQuery = `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}elsewhere=1`;
  return [`${redirect_uri}/elsewhere`, withQuery, ...near.filter((one) => one !== href)];
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
