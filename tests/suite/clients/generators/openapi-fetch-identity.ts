// npx openapi-typescript identity.openapi.yaml -o identity.d.ts
import createClient from 'openapi-fetch';
import type { components, paths } from './identity.d.ts';

type Registered = Readonly<Record<'auth' | 'client_id' | 'client_secret', string>>;

// Every body is a form.
const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Exchanges a code, a refresh token or a password for tokens. */
async function tokensFor(auth: string, grant: components['schemas']['TokenRequest']) {
  const identity = createClient<paths>({ baseUrl: auth, headers });
  const { data, error } = await identity.POST('/oauth2/access_token', { body: grant });
  if (error) throw new Error(error.error);
  return data;
}

/** Logs in with a password, refreshes the tokens, and looks up the user. */
export async function logIn(
  { auth, client_id, client_secret }: Registered,
  { username, password }: { readonly username: string; readonly password: string },
) {
  const client = { client_id, client_secret };
  const scope = 'email profile spaces';
  const login = await tokensFor(auth, { grant_type: 'password', ...client, username, password, scope });
  const { refresh_token } = login;
  const tokens = await tokensFor(auth, { grant_type: 'refresh_token', ...client, refresh_token });
  const query = { id_token: tokens.id_token };
  const { data } = await createClient<paths>({ baseUrl: auth }).GET('/api/1.0/id_token/get_token_info', {
    params: { query },
  });
  // Keep the latest refresh token: a deployment may issue a new one at each refresh.
  return { ...tokens, user: data?.user.username };
}

/** Signs the user out of the client: any 2xx is success, and its body is not shown. */
export async function signOut({ auth, client_id }: Registered, refresh_token: string) {
  const identity = createClient<paths>({ baseUrl: auth, headers });
  const body = { client_id, refresh_token };
  const { response } = await identity.POST('/oauth2/revoke_token', { body, parseAs: 'text' });
  return response.ok;
}
