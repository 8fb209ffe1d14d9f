import { type Answer, CUT, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { authorizeClient, authorizeScopes, isGrantAnnounced, isResponseType, redirectLocation, redirectUri } =
  defaultRules;

/** Every requirement by which authorize refuses. */
const refusing: MutantEntry['breaks'] = [
  ...(['IDN-008', 'IDN-009', 'IDN-010', 'IDN-011', 'IDN-012', 'IDN-013', 'IDN-014', 'IDN-015'] as const),
  'IDN-016',
];

/** Authorization requests: what is asked of them, and how they are answered. */
export const authorizationMutants = {
  'redirect-below-the-redirect-uri': {
    says: 'Redirects to a path below the redirect URI.',
    breaks: 'IDN-002',
    redirectLocation: (uri, query) => redirectLocation(`${uri}/done`, query),
  },
  'json-in-place-of-the-redirect': {
    says: 'Returns the code as JSON instead of redirecting.',
    breaks: 'IDN-002',
    rules: () =>
      onAccept(({ headers }) => ({
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: Object.fromEntries(new URL(headers['Location'] ?? '').searchParams),
      })),
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
    rules: () =>
      onAccept((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'application/json' },
        body: { accepted: true },
      })),
  },
  'redirect-with-json-in-chunks': {
    says: 'Returns a chunked JSON body with the redirect, without a Content-Length.',
    breaks: 'IDN-004',
    rules: () =>
      onAccept((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        body: new Blob(['{"accepted": true}']).stream(),
      })),
    survives:
      'a browser reads no body of a redirect, and the framework of a server may name JSON without one',
  },
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
  'response-type-not-required': {
    says: 'Treats an authorization request without response_type as a request for a code.',
    breaks: 'IDN-010',
    isResponseType: (value) => isResponseType(value ?? 'code'),
  },
  'scope-not-required-to-authorize': {
    says: 'Grants the scope email to an authorization request without scope.',
    breaks: 'IDN-011',
    authorizeScopes: (scope, authUrl) => authorizeScopes(scope ?? 'email', authUrl),
  },
  'access-type-not-required': {
    says: 'Accepts an authorization request without access_type.',
    breaks: 'IDN-012',
    isAccessType: (value) => value === undefined || value === 'offline',
  },
  'any-response-type': {
    says: 'Issues a code for any response_type.',
    breaks: 'IDN-013',
    isResponseType: (value) => value !== undefined,
  },
  'response-type-cut-short': {
    says: 'Accepts any prefix of code as response_type.',
    breaks: 'IDN-013',
    isResponseType: (value) => value !== undefined && 'code'.startsWith(value),
  },
  'implicit-grant': {
    says: 'Returns an access token in the fragment for any unsupported response_type.',
    breaks: 'IDN-013',
    redirectLocation: (uri, query) =>
      query['error'] === 'unsupported_response_type'
        ? `${uri}#access_token=1f0c8a&token_type=Bearer`
        : redirectLocation(uri, query),
  },
  'any-access-type': {
    says: 'Accepts any access_type.',
    breaks: 'IDN-014',
    isAccessType: (value) => value !== undefined,
  },
  'unknown-client-may-authorize': {
    says: 'Treats an unregistered client as the first registered one.',
    breaks: 'IDN-015',
    authorizeClient: (clients, id) =>
      authorizeClient(clients, id) ?? (id === undefined ? undefined : clients[0]),
  },
  'authorize-fails-where-it-should-refuse': {
    says: 'Returns status 500 for an authorization request that it should refuse.',
    breaks: refusing,
    rules: () => onRefusal(() => ({ status: 500, headers: {}, body: undefined })),
  },
  'authorize-silent-where-it-should-refuse': {
    says: 'Closes the connection on an authorization request that it should refuse.',
    breaks: refusing,
    rules: () => onRefusal((answer) => ({ ...answer, body: CUT })),
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
    isGrantAnnounced: (grant_type, grand_type) =>
      [grant_type, grand_type].every((value) => value === 'authorization_code'),
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
    redirectUri: (client, uri) =>
      uri === '' ? client.redirectUris[0] : defaultRules.redirectUri(client, uri),
  },
} satisfies Bank;

/** Changes the redirect that follows Accept. */
function onAccept(change: (answer: Answer) => Answer): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === 'confirmAuthorization' && answer.headers['Location']?.includes('code=')
        ? change(answer)
        : answer,
  };
}

/** Changes a refusal of an authorization request, which is a page or a redirect with an error. */
function onRefusal(change: (answer: Answer) => Answer): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === 'authorize' && (answer.status >= 400 || answer.headers['Location']?.includes('error='))
        ? change(answer)
        : answer,
  };
}
