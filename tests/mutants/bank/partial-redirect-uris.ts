import { redirect } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, otherClient } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';
import { registeredWithQuery, settingsWithQuery } from '../parts/redirect-uri-with-query.ts';

/** Redirect URIs that are not compared letter by letter, or are not the ones that were compared. */
export const partialRedirectUriMutants = {
  'first-redirect-uri-checked-and-last-used': {
    says: 'Checks the first of two redirect_uri parameters, but redirects to the last.',
    breaks: ['IDN-016', 'IDN-017'],
    rules: () => ofTwo((first, last) => ({ checked: first, used: last })),
  },
  'last-redirect-uri-checked-and-first-used': {
    says: 'Checks the last of two redirect_uri parameters, but redirects to the first.',
    breaks: ['IDN-016', 'IDN-017'],
    rules: () => ofTwo((first, last) => ({ checked: last, used: first })),
  },
  'redirect-uri-a-pattern': {
    says: 'Treats a registered redirect URI as a pattern in which a dot matches any character.',
    breaks: ['IDN-016', 'IDN-017'],
    redirectUri: ({ redirectUris }, uri = '') =>
      redirectUris.some((one) => matches(one, uri)) ? uri : undefined,
  },
  'redirect-uri-unescaped': {
    says: 'Unescapes letters before it compares a redirect URI with the registered ones.',
    breaks: ['IDN-016', 'IDN-017'],
    redirectUri: (client, uri) => defaultRules.redirectUri(client, uri && unescaped(uri)) && uri,
  },
  'redirect-uri-of-the-exchange-a-pattern': {
    says: 'Treats the redirect URI of a code as a pattern in which a dot matches any character.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri = '') => matches(code.redirectUri, uri),
  },
  'redirect-without-the-query-of-the-redirect-uri': {
    says: 'Redirects to the redirect URI without its registered query.',
    breaks: 'IDN-002',
    settings: settingsWithQuery,
    ...registeredWithQuery,
    redirectLocation: (uri, query) => defaultRules.redirectLocation(uri.split('?')[0] ?? '', query),
  },
  'redirect-uri-with-a-fragment': {
    says: 'Compares the redirect URI without its fragment, but redirects with it.',
    breaks: 'IDN-016',
    redirectUri: (client, uri) => defaultRules.redirectUri(client, uri?.split('#')[0]) && uri,
    redirectLocation: (uri, query) => {
      const [place = '', ...fragment] = uri.split('#');
      return [defaultRules.redirectLocation(place, query), ...fragment].join('#');
    },
  },
  'redirect-uri-of-the-exchange-without-its-fragment': {
    says: 'Compares the redirect URI of a code exchange without its fragment.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => defaultRules.isRedirectUriOf(code, uri?.split('#')[0]),
  },
  'redirect-uri-at-localhost': {
    says: 'Accepts any redirect URI at localhost.',
    breaks: ['IDN-016', 'IDN-017'],
    rules: () => alsoAt('localhost'),
  },
  'redirect-uri-at-a-loopback-address': {
    says: 'Accepts any redirect URI at 127.0.0.1, whatever the port.',
    breaks: ['IDN-016', 'IDN-017'],
    rules: () => alsoAt('127.0.0.1'),
  },
  'redirect-uri-of-the-exchange-at-localhost': {
    says: 'Accepts any redirect URI at localhost when a code is exchanged.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => defaultRules.isRedirectUriOf(code, uri) || isAt('localhost', uri),
  },
  'redirect-uri-with-user-information': {
    says: 'Compares the redirect URI without its user information, but redirects with it.',
    breaks: ['IDN-016', 'IDN-017'],
    redirectUri: (client, uri) => defaultRules.redirectUri(client, uri?.replace(/\/\/[^/]*@/, '//')) && uri,
  },
  'redirect-uri-of-the-exchange-without-its-user-information': {
    says: 'Compares the redirect URI of a code exchange without its user information.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => defaultRules.isRedirectUriOf(code, uri?.replace(/\/\/[^/]*@/, '//')),
  },
  'error-of-an-unknown-client-told-to-any-redirect-uri': {
    says: 'Reports an unknown client to whatever redirect URI the request contains.',
    breaks: 'IDN-017',
    rules: () => errorTold((id) => id !== null),
  },
  'error-of-no-client-told-to-any-redirect-uri': {
    says: 'Reports a missing client_id to whatever redirect URI the request contains.',
    breaks: 'IDN-017',
    rules: () => errorTold((id) => id === null),
  },
  'code-for-any-redirect-uri': {
    says: 'Exchanges a code with any redirect URI.',
    breaks: 'IDN-065',
    isRedirectUriOf: (_code, uri) => uri !== undefined,
  },
  'code-bound-to-the-host-alone': {
    says: 'Exchanges a code with any redirect URI of the same host.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => uri !== undefined && new URL(uri).host === new URL(code.redirectUri).host,
  },
} satisfies Bank;

/** Tells an error of such a client, which nobody has registered, to the redirect URI of the request. */
function errorTold(isSuch: (client_id: string | null) => boolean): Partial<Rules> {
  return {
    send: (answer, operation, { url }) => {
      const { searchParams } = new URL(url);
      const [id, uri] = [searchParams.get('client_id'), searchParams.get('redirect_uri')];
      const isKnown = [client, otherClient].some((one) => one.id === id);
      return operation === 'authorize' && !isKnown && isSuch(id) && uri !== null
        ? redirect(`${uri}?error=unauthorized_client`)
        : answer;
    },
  };
}

/** Takes every redirect URI of a host beside those that are registered. */
function alsoAt(host: string): Partial<Rules> {
  return {
    redirectUri: (client, uri) =>
      defaultRules.redirectUri(client, uri) ?? (isAt(host, uri) ? uri : undefined),
  };
}

function isAt(host: string, uri = ''): boolean {
  return URL.canParse(uri) && new URL(uri).hostname === host;
}

function unescaped(uri: string): string {
  return uri.replaceAll(/%[46][1-9a-f]|%[57][\da]/gi, decodeURIComponent);
}

function matches(pattern: string, uri: string): boolean {
  return new RegExp(`^${pattern}$`).test(uri);
}

/** Takes two redirect URIs, and looks at one of them. */
function ofTwo(
  choose: (
    first: string | undefined,
    last: string | undefined,
  ) => Record<'checked' | 'used', string | undefined>,
): Partial<Rules> {
  let sent: string[] = [];
  return {
    admit: (operation, request) => {
      if (operation === 'authorize') sent = new URL(request.url).searchParams.getAll('redirect_uri');
    },
    isRepeated: (query, name) => name !== 'redirect_uri' && defaultRules.isRepeated(query, name),
    redirectUri: (client) => {
      const { checked, used } = choose(sent[0], sent.at(-1));
      return defaultRules.redirectUri(client, checked) && used;
    },
  };
}
