import { isIP } from 'node:net';

/** A redirect URI with a fragment, which is not allowed (RFC 6749 3.1.2); none if it has one all the same. */
export function fragmentedOf(redirect_uri: string): string[] {
  return redirect_uri.includes('#') ? [] : [`${redirect_uri}#elsewhere`];
}

/** Redirect URIs that differ in one part from a registered one. */
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
    // In a regular expression a dot would match any character.
    ...(isIP(hostname) === 0
      ? [otherwise((url) => (url.hostname = hostname.replace(/\.(?=[^.]*$)/, '-')))]
      : []),
    otherwise((url) => (url.username = 'elsewhere')),
    // A client under development may listen there, but so may any other program on a user's machine.
    ...(isLoopback(hostname) ? [] : ['http://localhost/callback', 'http://127.0.0.1:49151/callback']),
    // On a loopback address any port is allowed (RFC 8252 7.3).
    ...(isLoopback(hostname) ? [] : [otherwise((url) => (url.port = port === '49151' ? '49150' : '49151'))]),
    // Redirect URIs are compared as strings (RFC 6749 3.1.2.3).
    otherwise((url) => (url.pathname = isUpper ? pathname.toLowerCase() : pathname.toUpperCase())),
    otherwise((url) => (url.pathname = pathname.endsWith('/') ? pathname : `${pathname}/`)),
    otherwise((url) => (url.pathname = pathname.replace(/[a-z](?=[^a-z]*$)/i, percentEncoded))),
    // A prefix of it; without a path or query, that would be another port or host.
    ...(pathname.length > 1 || search !== '' ? [redirect_uri.slice(0, -1)] : []),
  ];
  // In a URL with a custom scheme, some parts cannot be changed.
  const withQuery = `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}elsewhere=1`;
  return [`${redirect_uri}/elsewhere`, withQuery, ...near.filter((one) => one !== href)];
}

/** A letter, escaped although it need not be. */
function percentEncoded(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
