import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { findAccessToken, findRefreshToken, mayRevoke } = defaultRules;

/** The revocation of refresh tokens. */
export const revocationMutants = {
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
    revoke: ({ accessTokens }, isSignedOut) => {
      for (const [token, grant] of accessTokens) if (isSignedOut(grant)) accessTokens.delete(token);
    },
  },
  'revocation-spares-the-newest-token': {
    says: "Revokes all of the user's refresh tokens except the newest.",
    breaks: 'IDN-093',
    revoke: ({ refreshTokens }, isSignedOut) => {
      const reached = [...refreshTokens].filter(([, grant]) => isSignedOut(grant));
      for (const [token] of reached.slice(0, -1)) refreshTokens.delete(token);
    },
  },
  'revocation-of-access-tokens-at-every-client': {
    says: "Revokes the user's access tokens at every client, and the refresh tokens at one.",
    breaks: 'IDN-094',
    revoke: (issued, isSignedOut) => {
      const ended = [...issued.refreshTokens.values()].find(isSignedOut);
      for (const [value, { user }] of issued.accessTokens)
        if (user.id === ended?.user.id) issued.accessTokens.delete(value);
      for (const [value, grant] of issued.refreshTokens)
        if (isSignedOut(grant)) issued.refreshTokens.delete(value);
    },
  },
  'revocation-at-every-client': {
    says: 'Signs the user out of all clients at once.',
    breaks: 'IDN-094',
    isSignedOut: (grant, revoked) => grant.user.id === revoked.user.id,
  },
  'revocation-by-any-client': {
    says: "Lets a client revoke another client's tokens.",
    breaks: 'IDN-123',
    mayRevoke: () => true,
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
        mayRevoke: (token, client) => {
          const may = mayRevoke(token, client);
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
} satisfies Bank;
