import type { Answer } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { isFor } from '../circumstances.ts';
import type { Variants } from '../mutant.ts';
import { answering, pause } from '../parts/answers.ts';

/** What a revocation ends, and how it is answered. */
export const revocationVariants = {
  'revocation-answered-in-json': {
    says: 'Returns an empty JSON object for a revocation.',
    ...revoked({ headers: { 'Content-Type': 'application/json' }, body: {} }),
  },
  'revocation-answered-in-words': {
    says: 'Returns plain text for a revocation.',
    ...revoked({ headers: { 'Content-Type': 'text/plain' }, body: 'signed out' }),
  },
  'revocation-answered-204': {
    says: 'Returns 204 for a revocation.',
    revokedStatus: () => 204,
  },
  'revocation-of-an-unknown-token-refused': {
    says: 'Refuses the revocation of an unknown token.',
    revokedStatus: (token) => (token === undefined ? 400 : 200),
  },
  'second-revocation-refused': {
    says: 'Refuses the revocation of a token that was revoked before.',
    rules: () => {
      const revoked = new Set<string>();
      return {
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens) if (isSignedOut(grant)) revoked.add(value);
          defaultRules.revoke(issued, isSignedOut);
        },
        revokedStatus: (token) =>
          token === undefined && revoked.has(now().form['refresh_token'] ?? '') ? 400 : 200,
      };
    },
  },
  'revocation-by-an-unknown-client': {
    says: 'Treats an unregistered client as the first registered one at a revocation.',
    revokeClient: (clients, id) =>
      defaultRules.revokeClient(clients, id) ?? (id === undefined ? undefined : clients[0]),
  },
  'revocation-of-one-token': {
    says: 'Revokes only the refresh token itself: access tokens and other sessions remain valid.',
    isSignedOut: (grant, revoked) => grant === revoked,
  },
  'revocation-of-refresh-tokens': {
    says: 'Revokes every refresh token of the user at the client, but no access token.',
    revoke: (issued, isSignedOut) => defaultRules.revoke({ ...issued, accessTokens: new Map() }, isSignedOut),
  },
  'revocation-by-a-stranger-ignored': {
    says: "Returns 200 for the revocation of another client's token, without revoking it.",
    when: ({ form, grant }) => form['client_id'] !== grant?.client.id,
    mayRevoke: () => true,
    revoke: () => {},
  },
  'revocation-without-a-client': {
    says: 'Accepts a revocation without client_id.',
    revokeClient: (clients, id) => (id === undefined ? clients[0] : defaultRules.revokeClient(clients, id)),
  },
  'revocation-that-takes-a-moment': {
    says: 'Responds to a revocation one second after it has taken effect.',
    when: isFor('revokeToken'),
    send: async (answer) => {
      await pause(1000);
      return answer;
    },
  },
} satisfies Variants;

/** A revocation that succeeds is answered like this. */
function revoked(shown: Pick<Answer, 'headers' | 'body'>): Partial<Rules> {
  return answering((answer) => (answer.status === 200 ? { ...answer, ...shown } : answer), ['revokeToken']);
}
