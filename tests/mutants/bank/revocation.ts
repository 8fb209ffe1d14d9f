import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Grant } from '../../reference/state.ts';
import { having } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank } from '../mutant.ts';
import { isOf, told } from '../provenances.ts';
import { where } from '../where.ts';

const { findAccessToken, findRefreshToken, isPassword, mayRevoke, revoke } = defaultRules;

type Issued = Parameters<Rules['revoke']>[0];

/** A revocation is forgotten after so many milliseconds. */
const FORGOTTEN_AFTER_MS = 1000;

/** What a revocation ends. */
export const revocations = {
  'revocation-forgotten': {
    says: 'Acknowledges a revocation, but revokes nothing.',
    breaks: 'IDN-093',
    revoke: () => {},
  },
  'revocation-of-the-newest-token': {
    says: "Revokes the user's newest refresh token at the client, whichever one is sent.",
    breaks: 'IDN-093',
    revoke: ({ refreshTokens }, isSignedOut) => {
      const newest = [...refreshTokens].findLast(([, grant]) => isSignedOut(grant));
      if (newest) refreshTokens.delete(newest[0]);
    },
  },
  'revocation-ends-access-tokens-alone': {
    says: "Revokes the user's access tokens, but none of the refresh tokens.",
    breaks: 'IDN-093',
    revoke: (issued, isSignedOut) => revoke({ ...issued, refreshTokens: new Map() }, isSignedOut),
  },
  'revocation-spares-the-newest-token': {
    says: "Revokes all of the user's refresh tokens except the newest.",
    breaks: 'IDN-093',
    revoke: ({ refreshTokens }, isSignedOut) => {
      const reached = [...refreshTokens].filter(([, grant]) => isSignedOut(grant));
      for (const [token] of reached.slice(0, -1)) refreshTokens.delete(token);
    },
  },
  ...family(
    {
      'unrevoked-refresh-token': ['of-a-password', 'of-a-code', 'of-a-login', 'of-a-refreshed-code'],
    },
    (_, whose) => ({
      says: `Does not revoke the refresh token ${told(whose)}.`,
      breaks: 'IDN-093',
      revoke: (issued, isSignedOut) =>
        revoke(refreshTokensOf(issued), (grant) => isSignedOut(grant) && !isOf(whose)(grant)),
    }),
  ),
  'session-of-a-code-not-revoked': {
    says: 'Does not revoke a session that began with a code.',
    breaks: 'IDN-093',
    revoke: (issued, isSignedOut) =>
      revoke(issued, (grant) => isSignedOut(grant) && !isOf('of-a-session-of-a-code')(grant)),
  },
  'revocation-by-another-client-forgotten': {
    says: 'Ignores a revocation by any client but the first.',
    breaks: 'IDN-093',
    when: having(isOf('of-another-client')),
    isSignedOut: () => false,
  },
  'revocation-ignored-beside-another-client': {
    says: 'Ignores a revocation while the user also has a session at another client.',
    breaks: 'IDN-093',
    revoke: (issued, isSignedOut) => {
      const grants = [...issued.refreshTokens.values()];
      const revoked = grants.find(isSignedOut);
      const isElsewhere = grants.some(
        (grant) => grant.user.id === revoked?.user.id && grant.client.id !== revoked.client.id,
      );
      if (!isElsewhere) revoke(issued, isSignedOut);
    },
  },
} satisfies Bank;

/** Revocations that are forgotten. */
export const forgottenRevocations = {
  'revoked-token-refused-once': {
    says: 'Refuses a revoked or used-up refresh token once, but accepts it the next time.',
    breaks: 'IDN-093',
    rules: () => {
      const refused = new Set<string>();
      return {
        findRefreshToken: (tokens, token = '') => {
          const found = findRefreshToken(tokens, token);
          if (found !== undefined || refused.has(token)) return found ?? again();
          refused.add(token);
          return undefined;
        },
      };
    },
  },
  'revoked-token-taken-at-the-second-attempt': {
    says: 'Accepts a revoked refresh token that came from a refresh at the second attempt.',
    breaks: 'IDN-093',
    rules: () => {
      const attempts = new Map<string, number>();
      return {
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens)
            if (isSignedOut(grant) && isOf('of-a-refresh')(grant)) attempts.set(value, 0);
          revoke(issued, isSignedOut);
        },
        findRefreshToken: (tokens, token = '') => {
          const attempt = attempts.get(token);
          if (attempt === undefined) return findRefreshToken(tokens, token);
          attempts.set(token, attempt + 1);
          return attempt === 1 ? again() : undefined;
        },
      };
    },
  },
  'revoked-until-the-next-login': {
    says: 'Accepts revoked refresh tokens again after the next password grant.',
    breaks: 'IDN-093',
    rules: () => {
      const revive: (() => void)[] = [];
      return {
        revoke: (issued, isSignedOut) => {
          revive.push(revoking(issued, isSignedOut));
        },
        isPassword: (user, password) => {
          const is = isPassword(user, password);
          if (is) for (const one of revive.splice(0)) one();
          return is;
        },
      };
    },
  },
  'revocation-forgotten-after-a-second': {
    says: 'Accepts a revoked refresh token again a second after its revocation.',
    breaks: 'IDN-093',
    revoke: (issued, isSignedOut) => {
      const revive = revoking(issued, isSignedOut);
      revoke(issued, isSignedOut);
      setTimeout(revive, FORGOTTEN_AFTER_MS).unref();
    },
  },
  'newest-revocation-alone-remembered': {
    says: 'Accepts a revoked refresh token again once another one has been revoked.',
    breaks: 'IDN-093',
    rules: () => {
      let reviveFormer = () => {};
      return {
        revoke: (issued, isSignedOut) => {
          const revive = revoking(issued, isSignedOut);
          reviveFormer();
          reviveFormer = revive;
        },
      };
    },
  },
} satisfies Bank;

/** Revocations that end more than they should. */
export const overdoneRevocations = {
  'revocation-of-access-tokens-at-every-client': {
    says: "Revokes the user's access tokens at every client, and the refresh tokens at one.",
    breaks: 'IDN-094',
    revoke: (issued, isSignedOut) => {
      const ended = [...issued.refreshTokens.values()].find(isSignedOut);
      for (const [value, { user }] of issued.accessTokens)
        if (user.id === ended?.user.id) issued.accessTokens.delete(value);
      revoke(refreshTokensOf(issued), isSignedOut);
    },
  },
  'revocation-at-every-client': {
    says: 'Signs the user out of all clients at once.',
    breaks: 'IDN-094',
    isSignedOut: (grant, revoked) => grant.user.id === revoked.user.id,
  },
  'revocation-ends-refresh-tokens-of-other-clients': {
    says: 'Revokes the refresh tokens of every client but the first, beside what it should.',
    breaks: 'IDN-094',
    revoke: (issued, isSignedOut) => {
      revoke(issued, isSignedOut);
      revoke(refreshTokensOf(issued), isOf('of-another-client'));
    },
  },
  'revocation-by-any-client': {
    says: "Lets a client revoke another client's tokens.",
    breaks: 'IDN-123',
    mayRevoke: () => true,
  },
  'another-client-revokes-a-refresh-token-alone': {
    says: 'Revokes a refresh token, but not the access token beside it, when another client asks for that.',
    breaks: 'IDN-123',
    when: ({ form, grant }) => form['client_id'] !== grant?.client.id,
    mayRevoke: () => true,
    revoke: (issued, isSignedOut) => revoke(refreshTokensOf(issued), isSignedOut),
  },
  'foreign-revocation-ends-access-tokens': {
    says: "Refuses to revoke another client's refresh token, but ends the access tokens of its user.",
    breaks: 'IDN-123',
    rules: () => {
      const signedOut = new Set<string>();
      return {
        findAccessToken: (tokens, token) => {
          const grant = findAccessToken(tokens, token);
          return signedOut.has(grant?.user.id ?? '') ? undefined : grant;
        },
        mayRevoke: (token, one) => {
          const may = mayRevoke(token, one);
          if (!may) signedOut.add(token.user.id);
          return may;
        },
      };
    },
  },
  'unknown-token-revokes-all-others': {
    says: 'Revokes all refresh tokens of a client that asks for the revocation of an unknown one.',
    breaks: 'IDN-042',
    rules: () => {
      let revoked: ReadonlySet<string | undefined> = new Set();
      let isAsked = false;
      return {
        findRefreshToken: (tokens, token) => {
          if (isAsked) revoked = new Set(tokens.keys());
          isAsked = false;
          return revoked.has(token) ? undefined : findRefreshToken(tokens, token);
        },
        revokedStatus: (token) => {
          isAsked ||= token === undefined;
          return 200;
        },
      };
    },
  },
  'nothing-opens-after-a-sign-out': {
    says: 'Refuses all access tokens of a user at a client after a sign-out there, even new ones.',
    breaks: 'COL-001',
    rules: () => refusingTheSignedOut('findAccessToken'),
  },
  'nothing-is-refreshed-after-a-sign-out': {
    says: 'Refuses all refresh tokens of a user at a client after a sign-out there, even new ones.',
    breaks: 'IDN-042',
    rules: () => refusingTheSignedOut('findRefreshToken'),
  },
} satisfies Bank;

/** Issued tokens of which the access tokens stay as they are. */
function refreshTokensOf(issued: Issued): Issued {
  return { ...issued, accessTokens: new Map() };
}

/** Revokes refresh tokens alone, and returns what undoes it. */
function revoking({ refreshTokens }: Issued, isSignedOut: (grant: Grant) => boolean): () => void {
  const revoked = [...refreshTokens].filter(([, grant]) => isSignedOut(grant));
  for (const [value] of revoked) refreshTokens.delete(value);
  return () => {
    for (const [value, grant] of revoked) refreshTokens.set(value, grant);
  };
}

/** What the refresh token in the request was issued for, as if it still held. */
function again(): ReturnType<typeof findRefreshToken> {
  const { grant } = now();
  return grant && { ...grant, accessToken: '' };
}

/** Refuses the tokens of whoever has been signed out, at the client where that was. */
function refusingTheSignedOut(rule: 'findAccessToken' | 'findRefreshToken'): Partial<Rules> {
  const known: ((grant: Grant) => boolean)[] = [];
  return {
    revoke: (issued, isSignedOut) => {
      known.push(isSignedOut);
      revoke(issued, isSignedOut);
    },
    ...where(
      having((grant) => known.some((isSignedOut) => isSignedOut(grant))),
      { [rule]: () => undefined },
    ),
  };
}
