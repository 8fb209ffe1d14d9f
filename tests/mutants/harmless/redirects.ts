import { type Answer, page } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { registeredWithQuery, settingsWithQuery } from '../parts/redirect-uri-with-query.ts';

/** What a person's browser is led through. */
const forBrowsers: readonly Operation[] = ['authorize', 'login', 'confirmAuthorization'];

/** How the browser is led on, and back to the client. */
export const redirectVariants = {
  'redirects-by-303': redirecting('Redirects have the status 303.', (answer) => ({ ...answer, status: 303 })),
  'redirects-by-307-where-nothing-was-posted': redirecting(
    'Redirects have the status 307 after a GET, and 303 after a form submission.',
    (answer, { method }) => ({ ...answer, status: method === 'GET' ? 307 : 303 }),
  ),
  'redirects-by-301': redirecting(
    'Redirects have the status 301, with Cache-Control: no-store.',
    (answer) => ({
      ...answer,
      status: 301,
    }),
  ),
  'redirects-with-a-page': redirecting(
    'Redirects have an HTML body for browsers that do not follow them.',
    (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Content-Type': 'text/html' },
      body: '<p>Found. <a href="/elsewhere">Go on</a>',
    }),
  ),
  'redirects-that-name-json': redirecting(
    'Redirects without a body have the media type application/json and no Content-Length.',
    (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      body: new Blob([]).stream(),
    }),
  ),
  'redirects-to-whole-addresses': redirecting(
    'Redirects within the identity server have an absolute Location.',
    (answer, { url }) => ({
      ...answer,
      headers: { ...answer.headers, Location: new URL(locationOf(answer), url).href },
    }),
  ),
  'redirect-uri-with-a-query': {
    says: 'The redirect URI of the client has a query of its own.',
    settings: settingsWithQuery,
    ...registeredWithQuery,
  },
  'redirect-uri-taken-without-its-fragment': {
    says: 'Accepts a redirect URI with a fragment, and redirects to it without the fragment.',
    redirectUri: (client, uri) => defaultRules.redirectUri(client, uri?.split('#')[0]),
  },
} satisfies Variants;

/** What the redirect to the client carries, and how it is spelt. */
export const redirectBackVariants = {
  'state-before-code': {
    says: 'The redirect to the client has state before code.',
    acceptedQuery: (code, state) => ({ state, code }),
  },
  'further-parameters-of-the-redirect': {
    says: 'The redirect to the client has undocumented parameters.',
    acceptedQuery: (code, state) => ({
      session_state: 'a.b',
      scope: 'email profile spaces',
      code,
      state,
      authuser: '0',
      empty: '',
    }),
  },
  'issuer-in-the-redirect': {
    says: 'The redirect to the client has an iss that is not the address of the server.',
    acceptedQuery: (code, state) => ({
      ...defaultRules.acceptedQuery(code, state),
      iss: 'https://id.example',
    }),
  },
  'empty-fragment-behind-the-redirect': ledBack(
    'The redirect ends with an empty fragment.',
    (location) => `${location}#`,
  ),
  'fragment-behind-the-redirect': ledBack(
    'The redirect ends with the fragment #_=_, which some servers add to clear a previous one.',
    (location) => `${location}#_=_`,
  ),
  'percent-encoding-in-small-letters': ledBack(
    'The redirect percent-encodes characters in lower-case hexadecimal.',
    (location) => location.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
  ),
  'percent-encoding-of-everything': spelling(
    'The redirect percent-encodes every character of its parameter values.',
    (value) =>
      Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(
        '',
      ),
  ),
  'percent-encoding-where-it-must-be': spelling(
    'The redirect does not percent-encode characters that are allowed in a query.',
    (value) =>
      encodeURIComponent(value).replaceAll(/%(?:2F|3A|3B|3F|40|24|2C)/g, (code) => decodeURIComponent(code)),
  ),
  'spaces-as-plus': spelling(
    'The redirect encodes its query as a form, with plus signs for spaces.',
    (value) => new URLSearchParams({ '': value }).toString().slice(1),
  ),
  'led-back-by-a-refresh': byPage(
    'A page redirects to the client by a meta refresh.',
    (uri) => `<meta http-equiv="refresh" content="0; url=${escaped(uri)}"><p>Going on.</p>`,
  ),
  'led-back-by-a-refresh-in-a-second': byPage(
    'A page redirects to the client by a meta refresh after one second.',
    (uri) => `<meta http-equiv="refresh" content="1;url='${escaped(uri)}'"><p>Thank you.</p>`,
  ),
  'led-back-by-a-refresh-header': byPage(
    'A page redirects to the client by a Refresh header after two seconds.',
    () => '<p>Going on.</p>',
    (uri) => ({ Refresh: `2; url=${uri}` }),
  ),
  'led-back-by-a-script': byPage(
    'A page redirects to the client by a script.',
    (uri) => `<p>Going on.</p><script>location.replace(${JSON.stringify(uri)})</script>`,
  ),
  'led-back-by-a-late-script': byPage(
    'A page redirects to the client by a script after almost a second.',
    (uri) => scriptAfter(900, uri),
  ),
  'led-back-by-a-script-that-lets-people-read': byPage(
    'A page redirects to the client by a script after two and a half seconds.',
    (uri) => scriptAfter(2500, uri),
  ),
} satisfies Variants;

/** How an authorization request is refused without a redirect to the client. */
export const authorizeRefusalVariants = {
  'errors-told-on-a-page': {
    says: 'A refused authorization request ends on an error page, without a redirect to the client.',
    errorTarget: () => undefined,
  },
  'errors-told-on-a-page-with-200': toldHere(
    'A refused authorization request ends on an error page with the status 200.',
    (answer) => ({ ...answer, status: 200 }),
  ),
  'errors-told-on-a-page-with-a-script': toldHere(
    'A refused authorization request ends on an error page with the status 200 and a script.',
    () => htmlOf('<h1>Something went wrong</h1><script>window.measured = 1</script>'),
  ),
  'errors-told-with-404': toldHere('Refuses an authorization request with 404 and no body.', () => ({
    status: 404,
    headers: {},
    body: undefined,
  })),
  'errors-told-in-json': toldHere('Refuses an authorization request with 422 and JSON.', () => ({
    status: 422,
    headers: { 'Content-Type': 'application/json' },
    body: { errors: ['no'] },
  })),
} satisfies Variants;

function locationOf({ headers }: Answer): string {
  return headers['Location'] ?? '';
}

/** Every redirect of a browser is changed. */
function redirecting(says: string, change: (answer: Answer, request: Request) => Answer): VariantEntry {
  return {
    says,
    ...answering(
      (answer, request) => (answer.status === 302 ? change(answer, request) : answer),
      forBrowsers,
    ),
  };
}

/** An authorization request that is refused is answered so, and never by a redirect to the client. */
function toldHere(says: string, change: (answer: Answer) => Answer): VariantEntry {
  return {
    says,
    errorTarget: () => undefined,
    ...answering((answer) => (answer.status === 400 ? change(answer) : answer), ['authorize']),
  };
}

/** The redirect to the client has another location. */
function ledBack(says: string, change: (location: string) => string): VariantEntry {
  return {
    says,
    redirectLocation: (uri, query) => change(defaultRules.redirectLocation(uri, query)),
  };
}

/** The values of the redirect to the client are written in this way. */
function spelling(says: string, encode: (value: string) => string): VariantEntry {
  return {
    says,
    redirectLocation: (uri, query) => {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${encode(value)}`],
      );
      return `${uri}?${pairs.join('&')}`;
    },
  };
}

/** A page leads back to the client in place of a redirect; ours are relative. */
function byPage(
  says: string,
  content: (uri: string) => string,
  more: (uri: string) => Answer['headers'] = () => ({}),
): VariantEntry {
  return redirecting(says, (answer) => {
    const location = locationOf(answer);
    if (location.startsWith('/')) return answer;
    const { headers } = htmlOf('');
    const cookie = answer.headers['Set-Cookie'];
    return {
      ...htmlOf(content(location)),
      headers: { ...headers, ...more(location), ...(cookie !== undefined && { 'Set-Cookie': cookie }) },
    };
  });
}

/** A script that leads there after so many milliseconds. */
function scriptAfter(ms: number, uri: string): string {
  return `<p>Going on.</p><script>setTimeout(() => { location.href = ${JSON.stringify(uri)} }, ${ms})</script>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

/** A page that may have scripts. */
function htmlOf(content: string): Answer {
  return page(200, `<!doctype html><title>Identity</title>${content}`, { 'Content-Security-Policy': '' });
}
