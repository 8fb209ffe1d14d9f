import { redirect } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, otherClient } from '../../reference/seed.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { all, isFor, loggedIn, not, ofAnotherClient } from '../circumstances.ts';
import { each, family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { registeredWithQuery, settingsWithQuery } from '../parts/redirect-uri-with-query.ts';

const { isRepeated, redirectLocation, redirectUri } = defaultRules;

/** Whether a redirect URI that was sent is taken for the one that is registered, or that a code was issued for. */
type Same = (given: string, own: string) => boolean;

type Miss = readonly [told: string, same: Same, breaks?: RequirementId];

/**
 * The ways to miss: how a sentence tells of what is taken, whether it is, and what an authorization request with it
 * breaks, if that is not also what is said of errors.
 */
const misses = {
  'cut-short': ['that is only a beginning of the right one', (given, own) => own.startsWith(given)],
  'known-by-its-beginning': [
    'that begins with the right one',
    (given, own) => given.startsWith(own),
    'IDN-016',
  ],
  'in-any-case': ['in another letter case', alike((uri) => uri.toLowerCase())],
  'without-its-last-slash': ['with or without a last slash', alike((uri) => uri.replace(/\/$/, ''))],
  'without-its-scheme': ['of another scheme', alike((uri) => uri.replace(/^\w+:/, ''))],
  'of-another-scheme': [
    'with http in place of https',
    alike((uri) => uri.replace(/^http:/, 'https:')),
    'IDN-016',
  ],
  'of-a-subdomain': [
    'on the subdomain elsewhere',
    alike((uri) => uri.replace('//elsewhere.', '//')),
    'IDN-016',
  ],
  'of-another-port': ['on another port', alike((uri) => uri.replace(/:\d+(?=\/)/, '')), 'IDN-016'],
  'without-its-query': ['with another query', alike((uri) => uri.split('?', 1)[0]), 'IDN-016'],
  'without-its-fragment': ['with a fragment', (given, own) => given.split('#')[0] === own],
  'without-user-information': [
    'with user information',
    (given, own) => given.replace(/\/\/[^/]*@/, '//') === own,
  ],
  'as-a-pattern': [
    'that the right one matches as a pattern, in which a dot is any character',
    (given, own) => new RegExp(`^${own}$`).test(given),
  ],
  unescaped: [
    'with letters that are escaped',
    (given, own) => given.replaceAll(/%[46][1-9a-f]|%[57][\da]/gi, decodeURIComponent) === own,
  ],
  'of-a-longer-host': ['at a host that begins with the right one', isBelow],
  'of-the-same-host': ['on the same host', (given, own) => new URL(given).host === new URL(own).host],
  'at-localhost': ['at localhost', at('localhost')],
  'at-a-loopback-address': ['at 127.0.0.1', at('127.0.0.1')],
  'of-any-kind': ['of any kind', () => true],
} as const satisfies Record<string, Miss>;

/** Where a redirect URI is compared. */
const places = {
  'redirect-uri': {
    told: 'Sends the browser to a redirect URI',
    breaks: ['IDN-016', 'IDN-017'],
    rules: (same) => ({
      redirectUri: ({ redirectUris }, uri = '') =>
        redirectUris.some((own) => same(uri, own)) ? uri : undefined,
    }),
  },
  'registered-redirect-uri': {
    told: 'Sends the browser to the registered redirect URI for one',
    breaks: 'IDN-016',
    rules: (same) => ({
      redirectUri: ({ redirectUris }, uri) => redirectUris.find((own) => uri !== undefined && same(uri, own)),
    }),
  },
  'redirect-uri-of-the-exchange': {
    told: 'Exchanges a code with a redirect URI',
    breaks: 'IDN-065',
    rules: (same) => ({
      isRedirectUriOf: (code, uri) => uri !== undefined && same(uri, code.redirectUri),
    }),
  },
} as const satisfies Record<
  string,
  Pick<MutantEntry, 'breaks'> & {
    readonly told: string;
    readonly rules: (same: Same) => Partial<Rules>;
  }
>;

/** Redirect URIs that come near the registered one or that of the code, and are taken for it. */
export const nearRedirectUris = family(
  {
    'redirect-uri': [
      'known-by-its-beginning',
      'of-another-scheme',
      'of-a-subdomain',
      'of-another-port',
      'without-its-query',
      'without-user-information',
      'as-a-pattern',
      'unescaped',
      'of-a-longer-host',
      'at-localhost',
      'at-a-loopback-address',
    ],
    'registered-redirect-uri': ['cut-short', 'in-any-case', 'without-its-last-slash'],
    'redirect-uri-of-the-exchange': [
      'in-any-case',
      'without-its-last-slash',
      'without-its-scheme',
      'without-its-query',
      'without-its-fragment',
      'without-user-information',
      'as-a-pattern',
      'of-a-longer-host',
      'of-the-same-host',
      'at-localhost',
      'of-any-kind',
    ],
  },
  (where, how): MutantEntry => {
    const { told, breaks, rules } = places[where];
    const [taken, same, alone]: Miss = misses[how];
    return {
      says: `${told} ${taken}.`,
      breaks: where === 'redirect-uri' && alone ? alone : breaks,
      ...rules(same),
    };
  },
) satisfies Bank;

/** Where else the browser is sent than to the redirect URI that was compared. */
export const redirects = {
  ...each(
    [
      ['first-redirect-uri-checked-and-last-used', 'first', 0, 'last', -1],
      ['last-redirect-uri-checked-and-first-used', 'last', -1, 'first', 0],
    ],
    (_, checkedOne, checked, usedOne, used) => ({
      says: `Checks the ${checkedOne} of two redirect_uri parameters, but redirects to the ${usedOne}.`,
      breaks: ['IDN-016', 'IDN-017'],
      isRepeated: (query, name) => name !== 'redirect_uri' && isRepeated(query, name),
      redirectUri: (one) => {
        const sent = now().query.getAll('redirect_uri');
        return redirectUri(one, sent.at(checked)) && sent.at(used);
      },
    }),
  ),
  'any-redirect-uri': sentAnywhere('Accepts any redirect_uri and sends the code there.'),
  'redirect-uri-unchecked-before-a-login': sentAnywhere(
    'Does not check the redirect URI when nobody is logged in yet.',
    not(loggedIn),
  ),
  'redirect-uri-of-another-client-unread': sentAnywhere(
    'Accepts any redirect URI for every client but the first.',
    ofAnotherClient,
  ),
  'redirect-uri-with-a-fragment': {
    says: 'Compares the redirect URI without its fragment, but redirects with it.',
    breaks: 'IDN-016',
    redirectUri: (one, uri) => redirectUri(one, uri?.split('#')[0]) && uri,
    redirectLocation: (uri, query) => {
      const [place = '', ...fragment] = uri.split('#');
      return [redirectLocation(place, query), ...fragment].join('#');
    },
  },
  'redirect-without-the-query-of-the-redirect-uri': {
    says: 'Redirects to the redirect URI without its registered query.',
    breaks: 'IDN-002',
    settings: settingsWithQuery,
    ...registeredWithQuery,
    redirectLocation: (uri, query) => redirectLocation(uri.split('?')[0] ?? '', query),
  },
} satisfies Bank;

/** Errors that are told to redirect URIs which are not registered. */
export const errorsToldElsewhere = {
  'error-told-to-any-redirect-uri': {
    says: 'Redirects with the error to any redirect_uri, registered or not.',
    breaks: 'IDN-017',
    errorTarget: (_registered, sent) => sent,
  },
  'errors-told-to-near-redirect-uris': {
    says: 'Redirects errors to an unregistered URI on the host of a registered one.',
    breaks: 'IDN-017',
    errorTarget: (registered, sent) =>
      registered ?? (sent?.startsWith('https://client.example/') ? sent : undefined),
  },
  ...each(
    [
      ['errors-told-to-any-redirect-uri-before-a-login', 'nobody is logged in yet', not(loggedIn)],
      ['errors-told-anywhere-without-a-scope', 'the scope is missing', ({ query }) => !query.has('scope')],
      [
        'errors-told-anywhere-beside-a-wrong-access-type',
        'access_type is present and not offline',
        ({ query }) => ![null, 'offline'].includes(query.get('access_type')),
      ],
      [
        'errors-told-anywhere-beside-a-wrong-response-type',
        'response_type is not code',
        ({ query }) => query.get('response_type') !== 'code',
      ],
    ] as const satisfies (readonly [string, string, MutantEntry['when']])[],
    (_, told, when) => ({
      says: `Reports errors to whatever redirect URI the request contains when ${told}.`,
      breaks: 'IDN-017',
      when,
      errorTarget: (_registered, sent) => sent,
    }),
  ),
  ...each(
    [
      ['error-of-an-unknown-client-told-to-any-redirect-uri', 'an unknown client', true],
      ['error-of-no-client-told-to-any-redirect-uri', 'a missing client_id', false],
    ],
    (_, told, isNamed) => ({
      says: `Reports ${told} to whatever redirect URI the request contains.`,
      breaks: 'IDN-017',
      when: all(isFor('authorize'), ({ query }) => {
        const id = query.get('client_id');
        const isKnown = [client, otherClient].some((one) => one.id === id);
        return !isKnown && isNamed === (id !== null) && query.has('redirect_uri');
      }),
      send: () => redirect(`${now().query.get('redirect_uri')}?error=unauthorized_client`),
    }),
  ),
} satisfies Bank;

function sentAnywhere(says: string, when?: MutantEntry['when']): MutantEntry {
  return {
    says,
    breaks: ['IDN-016', 'IDN-017'],
    ...(when && { when }),
    redirectUri: (_one, uri) => uri,
  };
}

/** Compares redirect URIs after both were changed. */
function alike(change: (uri: string) => string | undefined): Same {
  return (given, own) => change(given) === change(own);
}

/** Takes every redirect URI at a host beside the right one. */
function at(host: string): Same {
  return (given, own) => given === own || (URL.canParse(given) && new URL(given).hostname === host);
}

function isBelow(uri: string, registered: string): boolean {
  if (!URL.canParse(uri)) return false;
  const [ours, theirs] = [new URL(registered), new URL(uri)];
  theirs.hostname = theirs.hostname.startsWith(`${ours.hostname}.`) ? ours.hostname : theirs.hostname;
  return theirs.href === ours.href;
}
