import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { isRevocable, revoke, revokeClient } = defaultRules;

/** The revocation of refresh tokens. */
export const revocationMutants = {
  'revocation-forgotten': {
    says: 'Acknowledges a revocation and forgets it.',
    breaks: ['IDN-093'],
    replace: () => ({ revoke: () => {} }),
  },
  'revocation-of-the-newest-token': {
    says: 'Ends the newest refresh token of the user at the client, whichever is revoked.',
    breaks: ['IDN-093'],
    replace: () => ({
      revoke: ({ refreshTokens }, isSignedOut) => {
        const newest = [...refreshTokens].findLast(([, grant]) => isSignedOut(grant));
        if (newest) refreshTokens.delete(newest[0]);
      },
    }),
  },
  'revocation-ends-access-tokens-alone': {
    says: 'Ends the access tokens of the user, and none of the refresh tokens.',
    breaks: ['IDN-093'],
    replace: () => ({
      revoke: ({ accessTokens }, isSignedOut) => {
        for (const [token, grant] of accessTokens) if (isSignedOut(grant)) accessTokens.delete(token);
      },
    }),
  },
  'revocation-spares-the-newest-token': {
    says: 'Ends all refresh tokens of the user but the newest.',
    breaks: ['IDN-093'],
    replace: () => ({
      revoke: ({ refreshTokens }, isSignedOut) => {
        const reached = [...refreshTokens].filter(([, grant]) => isSignedOut(grant));
        for (const [token] of reached.slice(0, -1)) refreshTokens.delete(token);
      },
    }),
  },
  'revocation-of-access-tokens-at-every-client': {
    says: 'Ends the access tokens of the user at every client, and the refresh tokens at one.',
    breaks: ['IDN-094'],
    replace: () => ({
      revoke: (issued, isSignedOut) => {
        const ended = [...issued.refreshTokens.values()].find(isSignedOut);
        for (const [value, { user }] of issued.accessTokens)
          if (user.id === ended?.user.id) issued.accessTokens.delete(value);
        for (const [value, grant] of issued.refreshTokens)
          if (isSignedOut(grant)) issued.refreshTokens.delete(value);
      },
    }),
  },
  'revocation-at-every-client': {
    says: 'Signs the user out of all clients at once.',
    breaks: ['IDN-094'],
    replace: () => ({ isSignedOut: (grant, revoked) => grant.user.id === revoked.user.id }),
  },
  'revocation-with-status-204': {
    says: 'Answers status 204 to a revocation that succeeds.',
    breaks: ['IDN-095'],
    replace: () => ({ revokedStatus: (token) => (token === undefined ? 200 : 204) }),
  },
  'unknown-token-not-revocable': {
    says: 'Answers status 400 to the revocation of a token that it does not know.',
    breaks: ['IDN-096'],
    replace: () => ({ revokedStatus: (token) => (token === undefined ? 400 : 200) }),
  },
  'second-revocation-refused': {
    says: 'Answers status 400 to the revocation of a token that was revoked before.',
    breaks: ['IDN-096'],
    replace: () => {
      const revoked = new Set<string>();
      let latest = '';
      return {
        isRevocable: (token) => {
          latest = token ?? '';
          return isRevocable(token);
        },
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens) if (isSignedOut(grant)) revoked.add(value);
          revoke(issued, isSignedOut);
        },
        revokedStatus: (token) => (token === undefined && revoked.has(latest) ? 400 : 200),
      };
    },
  },
  'revocation-by-an-unknown-client': {
    says: 'Takes a client that is not registered for the first one at a revocation.',
    breaks: ['IDN-123'],
    replace: () => ({
      revokeClient: (clients, id) => revokeClient(clients, id) ?? (id === undefined ? undefined : clients[0]),
    }),
  },
  'revocation-by-any-client': {
    says: 'Lets a client revoke the tokens of another one.',
    breaks: ['IDN-123'],
    replace: () => ({ mayRevoke: () => true }),
  },
} satisfies Bank;
