import { type Answer, CUT, json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { isFor, loggedIn, not } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { authorizeClient, authorizeScopes, isGrantAnnounced, redirectLocation, redirectUri } = defaultRules;

/** Every requirement by which authorize refuses. */
const refusing: MutantEntry['breaks'] = [
  ...(['IDN-008', 'IDN-009', 'IDN-010', 'IDN-011', 'IDN-012', 'IDN-013', 'IDN-014', 'IDN-015'] as const),
  'IDN-016',
];

/** How an authorization request is answered that is accepted. */
export const acceptedRequests = {
  'redirect-below-the-redirect-uri': {
    says: 'Redirects to a path below the redirect URI.',
    breaks: 'IDN-002',
    redirectLocation: (uri, query) => redirectLocation(`${uri}/done`, query),
  },
  'json-in-place-of-the-redirect': {
    says: 'Returns the code as JSON instead of redirecting.',
    breaks: 'IDN-002',
    send: onAccept(({ headers }) =>
      json(200, Object.fromEntries(new URL(headers['Location'] ?? '').searchParams)),
    ),
  },
  'redirect-without-code': {
    says: 'Redirects without a code.',
    breaks: ['IDN-003', 'IDN-029'],
    acceptedQuery: (_code, state) => ({ state }),
  },
  'code-in-the-fragment': {
    says: 'Puts the code in the fragment of the redirect URI instead of the query.',
    breaks: 'IDN-003',
    redirectLocation: (uri, { code, ...query }) => {
      const location = redirectLocation(uri, query);
      return code === undefined ? location : `${location}#code=${code}`;
    },
  },
  'redirect-with-json': {
    says: 'Returns a JSON body with the redirect.',
    breaks: 'IDN-004',
    send: onAccept(({ status, headers }) => json(status, { accepted: true }, headers)),
  },
  'redirect-with-json-in-chunks': {
    says: 'Returns a chunked JSON body with the redirect, without a Content-Length.',
    breaks: 'IDN-004',
    send: onAccept(({ status, headers }) =>
      json(status, new Blob(['{"accepted": true}']).stream(), { ...headers, 'Transfer-Encoding': 'chunked' }),
    ),
    survives:
      'a browser reads no body of a redirect, and the framework of a server may name JSON without one',
  },
} satisfies Bank;

/** Authorization requests that lack a parameter, or have it empty, and are accepted all the same. */
export const incompleteRequests = {
  'client-id-not-required-to-authorize': {
    says: 'Treats an authorization request without client_id as one from the first client.',
    breaks: 'IDN-008',
    authorizeClient: (clients, id) => (id === undefined ? clients[0] : authorizeClient(clients, id)),
  },
  'redirect-uri-not-required-to-authorize': {
    says: "Uses the client's first registered redirect URI when redirect_uri is missing.",
    breaks: 'IDN-009',
    redirectUri: (client, uri) => redirectUri(client, uri ?? client.redirectUris[0]),
  },
  'scope-not-required-to-authorize': {
    says: 'Grants the scope email to an authorization request without scope.',
    breaks: 'IDN-011',
    authorizeScopes: (scope = 'email', authUrl) => authorizeScopes(scope, authUrl),
  },
  'scope-unchecked-before-a-login': {
    says: 'Does not require a scope when nobody is logged in yet.',
    breaks: 'IDN-011',
    when: not(loggedIn),
    authorizeScopes: (scope = 'email', authUrl) => authorizeScopes(scope, authUrl),
  },
  'response-type-not-required': {
    says: 'Treats an authorization request without response_type as a request for a code.',
    breaks: 'IDN-010',
    isResponseType: (value) => value === undefined || value === 'code',
  },
  'access-type-not-required': {
    says: 'Accepts an authorization request without access_type.',
    breaks: 'IDN-012',
    isAccessType: (value) => value === undefined || value === 'offline',
  },
  'empty-response-type-is-code': {
    says: 'Treats an empty response_type as code.',
    breaks: 'IDN-010',
    isSent: () => true,
    isResponseType: (value) => value === '' || value === 'code',
  },
  'empty-access-type-is-offline': {
    says: 'Treats an empty access_type as offline.',
    breaks: 'IDN-012',
    isSent: () => true,
    isAccessType: (value) => value === '' || value === 'offline',
  },
  'empty-redirect-uri-is-the-registered-one': {
    says: 'Treats an empty redirect_uri of an authorization request as the first registered one.',
    breaks: 'IDN-009',
    isSent: () => true,
    redirectUri: (client, uri) => (uri === '' ? client.redirectUris[0] : redirectUri(client, uri)),
  },
} satisfies Bank;

/** Parameters with values that are accepted though they should not be. */
export const wrongParameters = {
  'any-response-type': responseType('Issues a code for any response_type.', () => true),
  'response-type-unchecked-before-a-login': {
    says: 'Does not check response_type when nobody is logged in yet.',
    breaks: 'IDN-013',
    when: not(loggedIn),
    isResponseType: () => true,
  },
  'response-type-in-any-case': responseType(
    'Accepts response_type code in any letter case.',
    (value) => value.toLowerCase() === 'code',
  ),
  'response-type-cut-short': responseType('Accepts any prefix of code as response_type.', (value) =>
    'code'.startsWith(value),
  ),
  'response-type-with-code-in-it': responseType(
    'Grants a code for any response_type that includes code among its values.',
    (value) => value.split(' ').includes('code'),
  ),
  'response-type-but-token': responseType(
    'Accepts any response_type except token.',
    (value) => value !== 'token',
  ),
  ...each(
    [
      ['response-type-id-token', 'id_token'],
      ['response-type-token-code-taken', 'token code'],
      ['response-type-code-id_token-token-taken', 'code id_token token'],
      ['response-type-none-taken', 'none'],
    ],
    (_, type) =>
      responseType(`Accepts the response_type ${type}.`, (value) => value === 'code' || value === type),
  ),
  'implicit-grant': {
    says: 'Returns an access token in the fragment for any unsupported response_type.',
    breaks: 'IDN-013',
    redirectLocation: (uri, query) =>
      query['error'] === 'unsupported_response_type'
        ? `${uri}#access_token=1f0c8a&token_type=Bearer`
        : redirectLocation(uri, query),
  },
  'any-access-type': accessType('Accepts any access_type.', () => true),
  'access-type-unchecked-before-a-login': {
    says: 'Does not check access_type when nobody is logged in yet.',
    breaks: ['IDN-012', 'IDN-014'],
    when: not(loggedIn),
    isAccessType: () => true,
  },
  'access-type-online': accessType('Accepts the access_type online.', (value) =>
    ['offline', 'online'].includes(value),
  ),
  'access-type-in-any-case': accessType(
    'Accepts access_type offline in any letter case.',
    (value) => value.toLowerCase() === 'offline',
  ),
  'access-type-known-by-its-beginning': accessType(
    'Accepts any access_type that begins with offline.',
    (value) => value.startsWith('offline'),
  ),
  'access-type-cut-short': accessType('Accepts any beginning of offline as access_type.', (value) =>
    'offline'.startsWith(value),
  ),
  'unknown-client-may-authorize': {
    says: 'Treats an unregistered client as the first registered one.',
    breaks: 'IDN-015',
    authorizeClient: (clients, id) => authorizeClient(clients, id) ?? (id === undefined ? id : clients[0]),
  },
  'client-unchecked-before-a-login': {
    says: 'Treats an unregistered client as the first registered one when nobody is logged in yet.',
    breaks: 'IDN-015',
    when: not(loggedIn),
    authorizeClient: (clients, id) => authorizeClient(clients, id) ?? clients[0],
  },
  'grand-type-fails': {
    says: 'Returns status 500 when grand_type is sent without grant_type.',
    breaks: 'IDN-021',
    isGrantAnnounced: (grant_type, grand_type) =>
      grant_type === undefined && grand_type !== undefined
        ? refuse(500, 'No such parameter')
        : isGrantAnnounced(grant_type, grand_type),
  },
  'both-spellings-of-grant-type-needed': {
    says: 'Requires both grant_type and grand_type.',
    breaks: 'IDN-021',
    isGrantAnnounced: (...both) => both.every((value) => value === 'authorization_code'),
  },
} satisfies Bank;

/** How authorize refuses. */
export const refusedRequests = {
  'authorize-fails-where-it-should-refuse': {
    says: 'Returns status 500 for an authorization request that it should refuse.',
    breaks: refusing,
    when: isFor('authorize'),
    send: (answer) => (isRefused(answer) ? { status: 500, headers: {}, body: undefined } : answer),
  },
  'authorize-silent-where-it-should-refuse': {
    says: 'Closes the connection on an authorization request that it should refuse.',
    breaks: refusing,
    when: isFor('authorize'),
    send: (answer) => (isRefused(answer) ? { ...answer, body: CUT } : answer),
  },
} satisfies Bank;

/** Accepts what is such as response_type. */
function responseType(says: string, isGood: (value: string) => boolean): MutantEntry {
  return {
    says,
    breaks: 'IDN-013',
    isResponseType: (value) => value !== undefined && isGood(value),
  };
}

/** Accepts what is such as access_type. */
function accessType(says: string, isGood: (value: string) => boolean): MutantEntry {
  return { says, breaks: 'IDN-014', isAccessType: (value) => value !== undefined && isGood(value) };
}

/** Changes the redirect that follows Accept. */
function onAccept(change: (answer: Answer) => Answer): Rules['send'] {
  return (answer, operation) =>
    operation === 'confirmAuthorization' && answer.headers['Location']?.includes('code=')
      ? change(answer)
      : answer;
}

/** Whether the answer to an authorization request refuses it: by a page, or by a redirect with an error. */
function isRefused({ status, headers }: Answer): boolean {
  return status >= 400 || headers['Location']?.includes('error=') === true;
}
