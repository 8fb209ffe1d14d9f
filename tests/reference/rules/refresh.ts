import type { Client, RefreshToken } from '../state.ts';

/** grant_type=refresh_token: which refresh tokens are exchanged. */
export const refreshRules = {
  /** IDN-057, IDN-068, IDN-093: the refresh token was issued, and is neither used up nor revoked. */
  findRefreshToken: (
    tokens: ReadonlyMap<string, RefreshToken>,
    token: string | undefined,
  ): RefreshToken | undefined => tokens.get(token ?? ''),

  /** IDN-069: a refresh token works only for the client that it was issued to. */
  isRefreshTokenOf: (token: RefreshToken, client: Client): boolean => token.client.id === client.id,

  /** IDN-073: redirect_uri is optional. */
  isRefreshRedirectUri: (_uri: string | undefined): boolean => true,

  /** IDN-086: a refresh uses the refresh token up. */
  usesUpRefreshToken: (): boolean => true,
};
