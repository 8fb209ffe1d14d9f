import type { BrowserSession, Client, User } from '../state.ts';
import { knownScopes } from './scopes.ts';

/** Where an authorization request goes next. */
type Step = 'login' | 'consent' | 'grant';

/** GET /oauth2/authorize: what it requires of its parameters, and where it sends the browser. */
export const authorizeRules = {
  /** IDN-008, IDN-015: the client is registered. */
  authorizeClient: (clients: readonly Client[], id: string | undefined): Client | undefined =>
    clients.find((client) => client.id === id),

  /** IDN-009, IDN-016: the browser is sent to the redirect URI of the request, if exactly that one is registered. */
  redirectUri: (client: Client, uri: string | undefined): string | undefined =>
    client.redirectUris.find((registered) => registered === uri),

  /** IDN-017: an error is reported to a registered redirect URI, and to no other. */
  errorTarget: (registered: string | undefined, _sent: string | undefined): string | undefined => registered,

  /** RFC 6749 3.1: no parameter is sent twice. */
  isRepeated: (query: URLSearchParams, name: string): boolean => query.getAll(name).length > 1,

  /** IDN-010, IDN-013: response_type is code. */
  isResponseType: (value: string | undefined): boolean => value === 'code',

  /** IDN-012, IDN-014: access_type is offline. */
  isAccessType: (value: string | undefined): boolean => value === 'offline',

  /** IDN-021, IDN-022: the grant may be given in either spelling, or not at all; it is the code grant. */
  isGrantAnnounced: (grant_type: string | undefined, grand_type: string | undefined): boolean =>
    [grant_type, grand_type].every((value) => value === undefined || value === 'authorization_code'),

  /** IDN-011, IDN-018, IDN-019, IDN-020: there are scopes, and all of them are known; undefined otherwise. */
  authorizeScopes: (scope: string | undefined, authUrl: string): readonly string[] | undefined =>
    knownScopes(scope, authUrl),

  /** RFC 6749 4.1.2.1: the error code of a parameter that is missing or has an unacceptable value. */
  authorizeError: (parameter: string, value: string | undefined): string => {
    if (value === undefined) return 'invalid_request';
    if (parameter === 'response_type') return 'unsupported_response_type';
    return parameter === 'scope' ? 'invalid_scope' : 'invalid_request';
  },

  /** IDN-025: the user who is logged in is the user of the browser's session. */
  signedInUser: (session: BrowserSession | undefined, _users: readonly User[]): User | undefined =>
    session?.user,

  /**
   * IDN-001, IDN-025, IDN-026, IDN-127: first the login, unless the user is logged in; then the consent, at its own
   * address.
   */
  nextStep: (user: User | undefined, _hasJustLoggedIn: boolean): Step =>
    user === undefined ? 'login' : 'consent',

  /** IDN-005, IDN-006, IDN-007, IDN-131: the state is returned unchanged, and only if it was sent. */
  echoState: (state: string | undefined): string | undefined => state,

  /** IDN-003, IDN-005: what the redirect carries after Accept. */
  acceptedQuery: (code: string, state: string | undefined): Readonly<Record<string, string | undefined>> => ({
    code,
    state,
  }),

  /** RFC 6749 4.1.2.1: what the redirect carries instead of a code. */
  refusedQuery: (
    error: string,
    error_description: string,
    state: string | undefined,
  ): Readonly<Record<string, string | undefined>> => ({ error, error_description, state }),

  /** IDN-002: the redirect URI, with its own query and what the redirect carries. */
  redirectLocation: (uri: string, query: Readonly<Record<string, string | undefined>>): string => {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    return `${uri}${uri.includes('?') ? '&' : '?'}${pairs.join('&')}`;
  },
};
