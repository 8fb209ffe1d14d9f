import * as openid from 'openid-client';

type Registered = Readonly<
  Record<'auth' | 'issuer' | 'client_id' | 'client_secret' | 'redirect_uri', string>
>;

/**
 * Logs a user in, refreshes the tokens, and signs out. The issuer is what token info answers as such.
 * @param browser sends the user's browser there, and answers the address at which it came back
 */
export async function session(
  { auth, issuer, client_id, client_secret, redirect_uri }: Registered,
  browser: (authorization: URL) => Promise<URL>,
) {
  const config = new openid.Configuration(
    {
      issuer,
      authorization_endpoint: `${auth}/oauth2/authorize`,
      token_endpoint: `${auth}/oauth2/access_token`,
      revocation_endpoint: `${auth}/oauth2/revoke_token`,
    },
    client_id,
    // Not shown by the interface: the mock and the reference sign with it.
    { id_token_signed_response_alg: 'HS256' },
    // The interface shows the credentials in the form, and no Basic.
    openid.ClientSecretPost(client_secret),
  );
  // The mock and the reference, which speak plain HTTP.
  if (auth.startsWith('http://127.0.0.1:')) openid.allowInsecureRequests(config);

  const state = openid.randomState();
  const scope = 'email profile spaces';
  const back = await browser(
    openid.buildAuthorizationUrl(config, { redirect_uri, scope, access_type: 'offline', state }),
  );
  const tokens = await openid.authorizationCodeGrant(config, back, { expectedState: state });
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  // The library names the token `token`, as RFC 7009 does; this interface wants `refresh_token`.
  const refresh_token = renewed.refresh_token ?? '';
  await openid.tokenRevocation(config, refresh_token, { refresh_token });
  return {
    renewed: renewed.access_token,
    refreshAgain: () => openid.refreshTokenGrant(config, refresh_token),
  };
}
