import type { Answer } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from './answers.ts';

/** What a revocation ends, and how it is answered. */
export const revocationVariants = {
  'revocation-answered-in-json': {
    says: 'A revocation is answered by an empty object.',
    replace: () => revoked({ headers: { 'Content-Type': 'application/json' }, body: {} }),
  },
  'revocation-answered-in-words': {
    says: 'A revocation is answered in words.',
    replace: () => revoked({ headers: { 'Content-Type': 'text/plain' }, body: 'signed out' }),
  },
  'revocation-answered-204': {
    says: 'A revocation is answered 204.',
    warns: ['IDN-095', 'IDN-096'],
    replace: () => ({ revokedStatus: () => 204 }),
  },
  'revocation-of-an-unknown-token-refused': {
    says: 'The revocation of an unknown token is refused.',
    warns: ['IDN-096'],
    replace: () => ({ revokedStatus: (token) => (token === undefined ? 400 : 200) }),
  },
  'revocation-of-one-token': {
    says: 'A revocation ends the refresh token alone: access tokens go on for their hour, and so do other sessions.',
    replace: () => ({ isSignedOut: (grant, revoked) => grant === revoked }),
  },
  'revocation-of-refresh-tokens': {
    says: 'A revocation ends every refresh token of the user at the client, and no access token.',
    replace: () => ({
      revoke: (issued, isSignedOut) =>
        defaultRules.revoke({ ...issued, accessTokens: new Map() }, isSignedOut),
    }),
  },
  'revocation-by-a-stranger-ignored': {
    says: "A revocation of another client's token is answered 200, and ends nothing.",
    replace: () => {
      let mayRevoke = true;
      return {
        mayRevoke: (token, client) => {
          mayRevoke = defaultRules.mayRevoke(token, client);
          return true;
        },
        revoke: (issued, isSignedOut) => {
          if (mayRevoke) defaultRules.revoke(issued, isSignedOut);
        },
      };
    },
  },
  'revocation-without-a-client': {
    says: 'A revocation does without client_id.',
    replace: () => ({
      revokeClient: (clients, id) => (id === undefined ? clients[0] : defaultRules.revokeClient(clients, id)),
    }),
  },
  'revocation-that-takes-a-moment': {
    says: 'A revocation takes hold before it is answered, and that takes a second.',
    replace: () =>
      answering(
        (answer) =>
          new Promise((resolve) => {
            setTimeout(() => resolve(answer), 1000);
          }),
        ['revokeToken'],
      ),
  },
} satisfies Variants;

/** A revocation that succeeds is answered like this. */
function revoked(shown: Pick<Answer, 'headers' | 'body'>): Partial<Rules> {
  return answering((answer) => (answer.status === 200 ? { ...answer, ...shown } : answer), ['revokeToken']);
}
