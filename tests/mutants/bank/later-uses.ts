import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { User } from '../../reference/state.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { marking } from '../parts/marking.ts';
import { byTurn } from '../parts/refresh-turns.ts';

const { findAccessToken, grantType, isClientSecret, isSignedOut, tokenResponse } = defaultRules;

/** A deployment forgets what it should remember after so many milliseconds. */
const FORGOTTEN_AFTER_MS = 1000;

/** What holds at first and not later: at a second use, a second refresh, a while after, or where a field is left out. */
export const laterUseMutants = {
  'exchange-without-an-endpoint-lacks-the-id-token': {
    says: 'Omits the ID token from the response to an exchange without token_endpoint.',
    breaks: 'IDN-036',
    rules: () => withoutIdToken('authorization_code', 'token_endpoint'),
  },
  'refresh-without-a-redirect-uri-lacks-the-id-token': {
    says: 'Omits the ID token from the response to a refresh of the first client without redirect_uri.',
    breaks: 'IDN-044',
    rules: () => withoutIdToken('refresh_token', 'redirect_uri'),
  },
  'second-refresh-for-another-user': {
    says: 'Returns the user name of another user for an access token from a second or later refresh.',
    breaks: 'COL-054',
    rules: () => afterTwoRefreshes((user) => ({ ...user, username: users.guest.username })),
  },
  'second-refresh-with-fewer-permissions': {
    says: 'Returns the permissions of a guest for an access token from a second or later refresh.',
    breaks: 'COL-063',
    rules: () => afterTwoRefreshes((user) => ({ ...user, kind: 'guest' })),
  },
  'guest-accepted-once': {
    says: 'Accepts the JWT of a guest as bearer only once.',
    breaks: 'COL-075',
    rules: () => {
      const used = new Set<string>();
      return {
        verifiedGuestJwt: async (jwt, verify) => (used.size === used.add(jwt).size ? undefined : verify(jwt)),
      };
    },
  },
  'newest-guest-alone-accepted': {
    says: 'Refuses the JWT of a guest as bearer after another guest has logged in.',
    breaks: 'COL-075',
    rules: () => {
      let newest: unknown;
      return {
        guestClaims: (guest, issuer, now) => {
          newest = guest.id;
          return defaultRules.guestClaims(guest, issuer, now);
        },
        verifiedGuestJwt: async (jwt, verify) => {
          const claims = await verify(jwt);
          return claims?.['anonymous_id'] === newest ? claims : undefined;
        },
      };
    },
  },
  'access-token-of-a-code-opens-once': {
    says: 'Accepts an access token obtained with a code only once.',
    breaks: 'COL-001',
    rules: () => {
      const uses = new Map<string, number>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          if (grant === 'authorization_code') uses.set(tokens.accessToken, 0);
          return tokenResponse(tokens, scopes, grant);
        },
        findAccessToken: (tokens, token = '') => {
          const former = uses.get(token);
          if (former !== undefined) uses.set(token, former + 1);
          return former === 1 ? undefined : findAccessToken(tokens, token);
        },
      };
    },
  },
  'access-token-of-a-code-opens-from-its-second-use': {
    says: 'Refuses an access token obtained with a code on its first use only.',
    breaks: 'COL-001',
    rules: () => {
      const { marked, tokenResponse: marks } = marking('authorization_code', 'accessToken');
      return {
        tokenResponse: marks,
        findAccessToken: (tokens, token) =>
          marked.delete(token) ? undefined : findAccessToken(tokens, token),
      };
    },
  },
  'current-user-without-languages-from-the-second-use': {
    says: 'Omits the languages of the current user from the second use of an access token on.',
    breaks: 'COL-031',
    rules: () =>
      fromSecondUse((isLater) => ({
        currentUser: (user, parts) => ({
          ...defaultRules.currentUser(user, parts),
          ...(isLater() && { languages: undefined }),
        }),
      })),
  },
  'no-permissions-from-the-second-use': {
    says: 'Returns no permissions from the second use of an access token on.',
    breaks: 'COL-063',
    rules: () => fromSecondUse(withoutPermissions),
  },
  ...Object.fromEntries(
    (
      [
        ['password', 'a-password-grant', 'a password grant'],
        ['authorization_code', 'a-code', 'a code exchange'],
      ] as const
    ).map(([grant, after, from]): [string, MutantEntry] => [
      `no-permissions-from-the-second-use-after-${after}`,
      {
        says: `Returns no permissions from the second use of an access token from ${from} on.`,
        breaks: 'COL-063',
        rules: () => {
          const { marked, tokenResponse: marks } = marking(grant, 'accessToken');
          return { tokenResponse: marks, ...fromSecondUse(withoutPermissions, (token) => marked.has(token)) };
        },
      },
    ]),
  ),
  'secret-of-another-client-unread': {
    says: 'Ignores the client secret of every client but the first.',
    breaks: 'IDN-061',
    isClientSecret: (one, secret, grant) => one.id !== client.id || isClientSecret(one, secret, grant),
  },
  'revocation-by-another-client-forgotten': {
    says: 'Ignores a revocation by any client but the first.',
    breaks: 'IDN-093',
    isSignedOut: (grant, revoked) => revoked.client.id === client.id && isSignedOut(grant, revoked),
  },
  'used-code-forgotten-after-a-second': {
    says: 'Accepts a used code again a second after its exchange.',
    breaks: 'IDN-066',
    rules: () => {
      const usedAt = new Map<string, number>();
      return {
        isCodeUnused: ({ value, used }) => {
          const at = usedAt.get(value) ?? Date.now();
          usedAt.set(value, at);
          return !used || Date.now() - at > FORGOTTEN_AFTER_MS;
        },
        endsReplayed: () => false,
      };
    },
  },
  'code-grant-type-in-any-case': {
    says: 'Accepts the grant_type authorization_code in any letter case.',
    breaks: 'IDN-059',
    rules: () => inAnyCase('authorization_code'),
  },
  'refresh-grant-type-in-any-case': {
    says: 'Accepts the grant_type refresh_token in any letter case.',
    breaks: 'IDN-059',
    rules: () => inAnyCase('refresh_token'),
  },
  'id-token-of-few-scopes-unknown-after-a-refresh': {
    says: 'Does not recognize the ID token of a refresh unless all scopes were granted.',
    breaks: 'IDN-101',
    rules: () => {
      const renewed = new Set<unknown>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          if (grant === 'refresh_token' && scopes.length < 3) renewed.add(tokens.idToken);
          return tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: async (token, verify) =>
          renewed.has(token) ? undefined : defaultRules.verifiedIdToken(token, verify),
      };
    },
  },
} satisfies Bank;

/** Rules that differ from the second use of an access token, or of those that are meant. */
function fromSecondUse(
  make: (isLater: () => boolean) => Omit<Partial<Rules>, 'findAccessToken'>,
  isMeant: (token: string | undefined) => boolean = () => true,
): Partial<Rules> {
  const used = new Set<string | undefined>();
  let isLater = false;
  return {
    findAccessToken: (tokens, token) => {
      isLater = isMeant(token) && used.has(token);
      used.add(token);
      return findAccessToken(tokens, token);
    },
    ...make(() => isLater),
  };
}

function withoutPermissions(isLater: () => boolean): Pick<Rules, 'permissions'> {
  return { permissions: (...given) => (isLater() ? [] : defaultRules.permissions(...given)) };
}

/** Leaves the ID token out of an answer to a request of the first client that lacks a field. */
function withoutIdToken(of: string, field: string): Partial<Rules> {
  let isComplete = true;
  return {
    grantType: (value, form) => {
      isComplete = form[field] !== undefined || form['client_id'] !== client.id;
      return grantType(value, form);
    },
    tokenResponse: (tokens, scopes, grant) => {
      const { id_token, ...others } = tokenResponse(tokens, scopes, grant);
      return grant === of && !isComplete ? others : { ...others, id_token };
    },
  };
}

/** Changes the user of an access token that the second refresh in a row has answered. */
function afterTwoRefreshes(change: (user: User) => User): Partial<Rules> {
  return byTurn((refreshes) => ({
    tokenUser: (token, all) => {
      const user = defaultRules.tokenUser(token, all);
      return refreshes() > 1 ? change(user) : user;
    },
  }));
}

function inAnyCase(type: string): Partial<Rules> {
  return {
    grantType: (value, form) => grantType(value?.toLowerCase() === type ? type : value, form),
  };
}
