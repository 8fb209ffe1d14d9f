import { AuthorizationCode } from 'simple-oauth2';

type Registered = Readonly<Record<'auth' | 'client_id' | 'client_secret' | 'redirect_uri', string>>;

/**
 * Logs a user in, refreshes the tokens, and signs out.
 * @param browser sends the user's browser there, and answers the address at which it came back
 */
export async function session(
  { auth, client_id, client_secret, redirect_uri }: Registered,
  browser: (authorization: string) => Promise<URL>,
) {
  const client = new AuthorizationCode({
    client: { id: client_id, secret: client_secret },
    auth: { tokenHost: auth, tokenPath: '/oauth2/access_token', authorizePath: '/oauth2/authorize' },
    // The interface shows the credentials in the form, and no Basic.
    options: { authorizationMethod: 'body' },
  });
  const state = crypto.randomUUID();
  const scope = 'email profile spaces';
  const authorization = { redirect_uri, scope, state, access_type: 'offline' };
  const back = (await browser(client.authorizeURL(authorization))).searchParams;
  // The library leaves it to the client to compare the state.
  if (back.get('state') !== state) throw new Error('This redirect answers another request');
  const tokens = await client.getToken({ code: back.get('code') ?? '', redirect_uri });
  // `expired()` never says yes where a deployment sends no expires_in: then count the hour.
  const renewed = await tokens.refresh();
  // Not `revoke()`: it names the token `token`, as RFC 7009 does, and this interface wants `refresh_token`.
  const refresh_token = String(renewed.token['refresh_token']);
  const answer = await fetch(`${auth}/oauth2/revoke_token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, refresh_token }),
  });
  if (!answer.ok) throw new Error(`Signing out was refused: ${answer.status}`);
  return { renewed: String(renewed.token['access_token']), refreshAgain: () => renewed.refresh() };
}
