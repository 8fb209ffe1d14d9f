import { type Answer, CUT, redirect, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, Mutant } from '../mutant.ts';

const { authorizeClient, authorizeScopes, isGrantAnnounced, isResponseType, redirectLocation, redirectUri } =
  defaultRules;

/** Every requirement by which authorize refuses. */
const refusing: Mutant['breaks'] = [
  ...(['IDN-008', 'IDN-009', 'IDN-010', 'IDN-011', 'IDN-012', 'IDN-013', 'IDN-014', 'IDN-015'] as const),
  'IDN-016',
];

/** Authorization requests: what is asked of them, and how they are answered. */
export const authorizationMutants = {
  'redirect-below-the-redirect-uri': {
    says: 'Redirects to an address below the redirect URI.',
    breaks: ['IDN-002'],
    replace: () => ({ redirectLocation: (uri, query) => redirectLocation(`${uri}/done`, query) }),
  },
  'json-in-place-of-the-redirect': {
    says: 'Answers the code as JSON where it should redirect.',
    breaks: ['IDN-002'],
    replace: () =>
      onAccept(({ headers }) => ({
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: Object.fromEntries(new URL(headers['Location'] ?? '').searchParams),
      })),
  },
  'redirect-without-code': {
    says: 'Redirects without a code.',
    breaks: ['IDN-003', 'IDN-029'],
    replace: () => ({ acceptedQuery: (_code, state) => ({ state }) }),
  },
  'code-in-the-fragment': {
    says: 'Carries the code in the fragment of the redirect in place of its query.',
    breaks: ['IDN-003'],
    replace: () => ({
      redirectLocation: (uri, { code, ...query }) => {
        const location = redirectLocation(uri, query);
        return code === undefined ? location : `${location}#code=${code}`;
      },
    }),
  },
  'redirect-with-json': {
    says: 'Answers a JSON body along with the redirect.',
    breaks: ['IDN-004'],
    replace: () =>
      onAccept((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'application/json' },
        body: { accepted: true },
      })),
  },
  'redirect-with-json-in-chunks': {
    says: 'Answers a JSON body along with the redirect, and does not tell its length.',
    breaks: ['IDN-004'],
    replace: () =>
      onAccept((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        body: new Blob(['{"accepted": true}']).stream(),
      })),
    survives:
      'a browser reads no body of a redirect, and the framework of a server may name JSON without one',
  },

  'client-id-not-required-to-authorize': {
    says: 'Takes an authorization request without client_id for one of the first client.',
    breaks: ['IDN-008'],
    replace: () => ({
      authorizeClient: (clients, id) => (id === undefined ? clients[0] : authorizeClient(clients, id)),
    }),
  },
  'redirect-uri-not-required-to-authorize': {
    says: 'Leads a request without redirect_uri to the first one that the client has registered.',
    breaks: ['IDN-009'],
    replace: () => ({ redirectUri: (client, uri) => redirectUri(client, uri ?? client.redirectUris[0]) }),
  },
  'response-type-not-required': {
    says: 'Takes an authorization request without response_type for one that asks for a code.',
    breaks: ['IDN-010'],
    replace: () => ({ isResponseType: (value) => isResponseType(value ?? 'code') }),
  },
  'scope-not-required-to-authorize': {
    says: 'Grants the scope email to an authorization request without scope.',
    breaks: ['IDN-011'],
    replace: () => ({ authorizeScopes: (scope, authUrl) => authorizeScopes(scope ?? 'email', authUrl) }),
  },
  'access-type-not-required': {
    says: 'Takes an authorization request without access_type.',
    breaks: ['IDN-012'],
    replace: () => ({ isAccessType: (value) => value === undefined || value === 'offline' }),
  },
  'any-response-type': {
    says: 'Answers a code whatever the response_type is.',
    breaks: ['IDN-013'],
    replace: () => ({ isResponseType: (value) => value !== undefined }),
  },
  'response-type-cut-short': {
    says: 'Takes any response_type that code begins with.',
    breaks: ['IDN-013'],
    replace: () => ({ isResponseType: (value) => value !== undefined && 'code'.startsWith(value) }),
  },
  'implicit-grant': {
    says: 'Answers response_type=token by an access token in the fragment.',
    breaks: ['IDN-013'],
    replace: () => ({
      redirectLocation: (uri, query) =>
        query['error'] === 'unsupported_response_type'
          ? `${uri}#access_token=1f0c8a&token_type=Bearer`
          : redirectLocation(uri, query),
    }),
  },
  'any-access-type': {
    says: 'Takes whatever access_type there is.',
    breaks: ['IDN-014'],
    replace: () => ({ isAccessType: (value) => value !== undefined }),
  },
  'unknown-client-may-authorize': {
    says: 'Takes a client that is not registered for the first one.',
    breaks: ['IDN-015'],
    replace: () => ({
      authorizeClient: (clients, id) =>
        authorizeClient(clients, id) ?? (id === undefined ? undefined : clients[0]),
    }),
  },
  'any-redirect-uri': {
    says: 'Sends the code to whatever redirect URI the request names.',
    breaks: ['IDN-016', 'IDN-017'],
    replace: () => ({ redirectUri: (_client, uri) => uri }),
  },
  'error-told-to-any-redirect-uri': {
    says: 'Tells the error to whatever redirect URI the request names.',
    breaks: ['IDN-017'],
    replace: () => ({ errorTarget: (_registered, sent) => sent }),
  },
  'authorize-fails-where-it-should-refuse': {
    says: 'Answers status 500 to an authorization request that it should refuse.',
    breaks: refusing,
    replace: () => onRefusal(() => ({ status: 500, headers: {}, body: undefined })),
  },
  'authorize-silent-where-it-should-refuse': {
    says: 'Cuts the connection of an authorization request that it should refuse.',
    breaks: refusing,
    replace: () => onRefusal((answer) => ({ ...answer, body: CUT })),
  },

  'short-scopes-unknown': {
    says: 'Knows the scopes in their long forms alone.',
    breaks: ['IDN-018'],
    replace: () => ({
      authorizeScopes: (scope, authUrl) =>
        scope?.includes(authUrl) ? authorizeScopes(scope, authUrl) : undefined,
    }),
  },
  'one-short-scope-unknown': {
    says: 'Does not know spaces, the short form of a scope.',
    breaks: ['IDN-018'],
    replace: () => ({
      authorizeScopes: (scope, authUrl) =>
        scope?.split(/[ ,]/).includes('spaces') ? undefined : authorizeScopes(scope, authUrl),
    }),
  },
  'long-scopes-unknown': {
    says: 'Knows the scopes in their short forms alone.',
    breaks: ['IDN-019'],
    replace: () => ({
      authorizeScopes: (scope, authUrl) =>
        scope?.includes(authUrl) ? undefined : authorizeScopes(scope, authUrl),
    }),
  },
  'one-long-scope-unknown': {
    says: 'Does not know the long form of the scope profile.',
    breaks: ['IDN-019'],
    replace: () => ({
      authorizeScopes: (scope, authUrl) =>
        scope?.includes('userinfo.profile') ? undefined : authorizeScopes(scope, authUrl),
    }),
  },
  'scopes-separated-by-plus-alone': {
    says: 'Refuses scopes that are separated by %20.',
    breaks: ['IDN-020'],
    replace: () => scopesWithout('%20'),
  },
  'scopes-separated-by-space-alone': {
    says: 'Refuses scopes that are separated by a plus sign.',
    breaks: ['IDN-020'],
    replace: () => scopesWithout('+'),
  },
  'comma-between-scopes-fails': {
    says: 'Fails where scopes are separated by a comma.',
    breaks: ['IDN-020'],
    replace: () => ({
      authorizeScopes: (scope, authUrl) =>
        scope?.includes(',') ? refuse(500, 'No such scope') : authorizeScopes(scope, authUrl),
    }),
  },
  'grand-type-fails': {
    says: 'Fails where grand_type comes without grant_type.',
    breaks: ['IDN-021'],
    replace: () => ({
      isGrantAnnounced: (grant_type, grand_type) =>
        grant_type === undefined && grand_type !== undefined
          ? refuse(500, 'No such parameter')
          : isGrantAnnounced(grant_type, grand_type),
    }),
  },
  'both-spellings-of-grant-type-needed': {
    says: 'Asks for grant_type and grand_type at once.',
    breaks: ['IDN-021'],
    replace: () => ({
      isGrantAnnounced: (grant_type, grand_type) =>
        [grant_type, grand_type].every((value) => value === 'authorization_code'),
    }),
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

/** Refuses scopes that are separated in this way, as it stands in the address of the request. */
function scopesWithout(separator: string): Partial<Rules> {
  return {
    send: (answer, operation, { url }) => {
      const { search, searchParams } = new URL(url);
      const scope = /[?&]scope=([^&]*)/.exec(search)?.[1] ?? '';
      return operation === 'authorize' && scope.includes(separator)
        ? redirect(`${searchParams.get('redirect_uri')}?error=invalid_scope`)
        : answer;
    },
  };
}
