import { type Answer, page } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { registeredWithQuery, settingsWithQuery } from '../parts/redirect-uri-with-query.ts';

/** What a person's browser is led through. */
const forBrowsers: readonly Operation[] = ['authorize', 'login', 'confirmAuthorization'];

/** How the browser is led on, and back to the client. */
export const redirectVariants = {
  'redirects-by-303': {
    says: 'Redirects have the status 303.',
    rules: () => redirecting((answer) => ({ ...answer, status: 303 })),
  },
  'redirects-by-307-where-nothing-was-posted': {
    says: 'Redirects have the status 307 after a GET, and 303 after a form submission.',
    rules: () => redirecting((answer, { method }) => ({ ...answer, status: method === 'GET' ? 307 : 303 })),
  },
  'redirects-by-301': {
    says: 'Redirects have the status 301, with Cache-Control: no-store.',
    rules: () => redirecting((answer) => ({ ...answer, status: 301 })),
  },
  'redirects-with-a-page': {
    says: 'Redirects have an HTML body for browsers that do not follow them.',
    rules: () =>
      redirecting((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'text/html' },
        body: '<p>Found. <a href="/elsewhere">Go on</a>',
      })),
  },
  'redirects-that-name-json': {
    says: 'Redirects without a body have the media type application/json and no Content-Length.',
    rules: () =>
      redirecting((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        body: new Blob([]).stream(),
      })),
  },
  'redirects-to-whole-addresses': {
    says: 'Redirects within the identity server have an absolute Location.',
    rules: () => redirecting((answer, { url }) => leadingTo(answer, new URL(locationOf(answer), url).href)),
  },
  'redirect-uri-with-a-query': {
    says: 'The redirect URI of the client has a query of its own.',
    settings: settingsWithQuery,
    rules: () => registeredWithQuery,
  },
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
  'empty-fragment-behind-the-redirect': {
    says: 'The redirect ends with an empty fragment.',
    rules: () => ledBack((location) => `${location}#`),
  },
  'fragment-behind-the-redirect': {
    says: 'The redirect ends with the fragment #_=_, which some servers add to clear a previous one.',
    rules: () => ledBack((location) => `${location}#_=_`),
  },
  'percent-encoding-in-small-letters': {
    says: 'The redirect percent-encodes characters in lower-case hexadecimal.',
    rules: () => ledBack((location) => location.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase())),
  },
  'percent-encoding-of-everything': {
    says: 'The redirect percent-encodes every character of its parameter values.',
    rules: () =>
      spelling((value) =>
        Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(
          '',
        ),
      ),
  },
  'percent-encoding-where-it-must-be': {
    says: 'The redirect does not percent-encode characters that are allowed in a query.',
    rules: () =>
      spelling((value) =>
        encodeURIComponent(value).replaceAll(/%(?:2F|3A|3B|3F|40|24|2C)/g, (code) =>
          decodeURIComponent(code),
        ),
      ),
  },
  'spaces-as-plus': {
    says: 'The redirect encodes its query as a form, with plus signs for spaces.',
    rules: () => spelling((value) => new URLSearchParams({ '': value }).toString().slice(1)),
  },
  'led-back-by-a-refresh': {
    says: 'A page redirects to the client by a meta refresh.',
    rules: () =>
      byPage((uri) => `<meta http-equiv="refresh" content="0; url=${escaped(uri)}"><p>Going on.</p>`),
  },
  'led-back-by-a-refresh-in-a-second': {
    says: 'A page redirects to the client by a meta refresh after one second.',
    rules: () =>
      byPage((uri) => `<meta http-equiv="refresh" content="1;url='${escaped(uri)}'"><p>Thank you.</p>`),
  },
  'led-back-by-a-refresh-header': {
    says: 'A page redirects to the client by a Refresh header after two seconds.',
    rules: () =>
      byPage(
        () => '<p>Going on.</p>',
        (uri) => ({ Refresh: `2; url=${uri}` }),
      ),
  },
  'led-back-by-a-script': {
    says: 'A page redirects to the client by a script.',
    rules: () => byPage((uri) => `<p>Going on.</p><script>location.replace(${JSON.stringify(uri)})</script>`),
  },
  'led-back-by-a-late-script': {
    says: 'A page redirects to the client by a script after almost a second.',
    rules: () =>
      byPage(
        (uri) =>
          `<p>Going on.</p><script>setTimeout(() => { location.href = ${JSON.stringify(uri)} }, 900)</script>`,
      ),
  },
  'led-back-by-a-script-that-lets-people-read': {
    says: 'A page redirects to the client by a script after two and a half seconds.',
    rules: () =>
      byPage(
        (uri) =>
          `<p>Going on.</p><script>setTimeout(() => { location.href = ${JSON.stringify(uri)} }, 2500)</script>`,
      ),
  },
  'errors-told-on-a-page': {
    says: 'A refused authorization request ends on an error page, without a redirect to the client.',
    errorTarget: () => undefined,
  },
  'errors-told-on-a-page-with-200': {
    says: 'A refused authorization request ends on an error page with the status 200.',
    rules: () => ({
      errorTarget: () => undefined,
      ...answering((answer) => (answer.status === 400 ? { ...answer, status: 200 } : answer), ['authorize']),
    }),
  },
  'errors-told-on-a-page-with-a-script': {
    says: 'A refused authorization request ends on an error page with the status 200 and a script.',
    rules: () => ({
      errorTarget: () => undefined,
      ...answering(
        (answer) =>
          answer.status === 400
            ? htmlOf('<h1>Something went wrong</h1><script>window.measured = 1</script>')
            : answer,
        ['authorize'],
      ),
    }),
  },
  'errors-told-with-404': {
    says: 'Refuses an authorization request with 404 and no body.',
    rules: () => ({
      errorTarget: () => undefined,
      ...answering(
        (answer) => (answer.status === 400 ? { status: 404, headers: {}, body: undefined } : answer),
        ['authorize'],
      ),
    }),
  },
  'errors-told-in-json': {
    says: 'Refuses an authorization request with 422 and JSON.',
    rules: () => ({
      errorTarget: () => undefined,
      ...answering(
        (answer) =>
          answer.status === 400
            ? { status: 422, headers: { 'Content-Type': 'application/json' }, body: { errors: ['no'] } }
            : answer,
        ['authorize'],
      ),
    }),
  },
  'errors-told-in-the-fragment': {
    says: 'Reports an error to the client in the fragment of its redirect URI.',
    refusedQuery: (error, _, state) => ({ ...(state !== undefined && { state }), why: error }),
    redirectLocation: (uri, query) =>
      'why' in query ? `${uri}#error=${query['why']}` : defaultRules.redirectLocation(uri, query),
    warns: 'IDN-031',
  },
  'redirect-uri-taken-without-its-fragment': {
    says: 'Accepts a redirect URI with a fragment, and redirects to it without the fragment.',
    redirectUri: (client, uri) => defaultRules.redirectUri(client, uri?.split('#')[0]),
  },
} satisfies Variants;

function locationOf({ headers }: Answer): string {
  return headers['Location'] ?? '';
}

function leadingTo(answer: Answer, location: string): Answer {
  return { ...answer, headers: { ...answer.headers, Location: location } };
}

/** Every redirect of a browser is changed. */
function redirecting(change: (answer: Answer, request: Request) => Answer): Partial<Rules> {
  return answering(
    (answer, request) => (answer.status === 302 ? change(answer, request) : answer),
    forBrowsers,
  );
}

/** The redirect to the client has another location. */
function ledBack(change: (location: string) => string): Partial<Rules> {
  return {
    redirectLocation: (uri, query) => change(defaultRules.redirectLocation(uri, query)),
  };
}

/** The values of the redirect to the client are written in this way. */
function spelling(encode: (value: string) => string): Partial<Rules> {
  return {
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
  content: (uri: string) => string,
  more: (uri: string) => Answer['headers'] = () => ({}),
): Partial<Rules> {
  return redirecting((answer) => {
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

/** A page that may have scripts. */
function htmlOf(content: string): Answer {
  return page(200, `<!doctype html><title>Identity</title>${content}`, { 'Content-Security-Policy': '' });
}
