import type { Client, Grant, RefreshToken } from '../state.ts';

/** The issued tokens, by their values. */
interface Issued {
  readonly accessTokens: Map<string, Grant>;
  readonly refreshTokens: Map<string, Grant>;
}

/** POST /oauth2/revoke_token. */
export const revocationRules = {
  /** IDN-099: the client is registered. */
  revokeClient: (clients: readonly Client[], id: string | undefined): Client | undefined =>
    clients.find((client) => client.id === id),

  /** IDN-100: the request contains a refresh token. */
  isRevocable: (token: string | undefined): boolean => token !== undefined,

  /** IDN-123: a client may revoke only what was issued to it (RFC 7009 2.1). */
  mayRevoke: (token: RefreshToken, client: Client): boolean => token.client.id === client.id,

  /** IDN-094: the sign-out covers the tokens of that user at that client. */
  isSignedOut: (grant: Grant, revoked: RefreshToken): boolean =>
    grant.user.id === revoked.user.id && grant.client.id === revoked.client.id,

  /** IDN-093, IDN-098: a sign-out ends the tokens that it covers, including access tokens. */
  revoke: (issued: Issued, isSignedOut: (grant: Grant) => boolean): void => {
    for (const tokens of [issued.accessTokens, issued.refreshTokens]) {
      for (const [value, grant] of tokens) if (isSignedOut(grant)) tokens.delete(value);
    }
  },

  /** IDN-095, IDN-096, IDN-097: the status if the user is signed out, now or before. */
  revokedStatus: (_token: RefreshToken | undefined): number => 200,
};
