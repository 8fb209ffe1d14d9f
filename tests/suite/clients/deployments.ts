import { test as base } from '@playwright/test';
import { startMock } from '../../mock/index.ts';
import { startReference } from '../../reference/start.ts';

/** What the developer of a client is given: addresses, a registered client, a user, an account and a live call. */
export type Deployment = Readonly<
  Record<
    | 'auth'
    | 'base'
    | 'api'
    | 'client_id'
    | 'client_secret'
    | 'redirect_uri'
    | 'username'
    | 'password'
    | 'account'
    | 'token'
    | 'call',
    string
  >
>;

/** A test with the mock and the reference, started once a worker. */
export const test = base.extend<object, { deployments: Readonly<Record<'mock' | 'reference', Deployment>> }>({
  deployments: [
    async ({}, use) => {
      const mock = await startMock();
      const reference = await startReference();
      const { settings } = reference;
      const said = {
        client_id: settings['TARGET_CLIENT_ID'] ?? '',
        client_secret: settings['TARGET_CLIENT_SECRET'] ?? '',
        redirect_uri: settings['TARGET_REDIRECT_URI'] ?? '',
        username: settings['TARGET_USERNAME'] ?? '',
        password: settings['TARGET_PASSWORD'] ?? '',
        account: settings['TARGET_ACCOUNT_SID'] ?? '',
        token: settings['TARGET_AUTH_TOKEN'] ?? '',
        call: settings['TARGET_CALL_SIDS']?.split(',')[0] ?? '',
      };
      // The client that the mock's ID tokens are for.
      const client_id = 'portal-7d1f3a';
      await use({ mock: { ...mock.urls, ...said, client_id }, reference: { ...reference.urls, ...said } });
      await Promise.all([mock.close(), reference.close()]);
    },
    { scope: 'worker' },
  ],
});

/** The browser of a user who logs in and accepts: goes from the authorization request to the redirect to the client. */
export function browserOf({ redirect_uri, username, password }: Deployment) {
  return async (authorization: URL | string): Promise<URL> => {
    let url = new URL(authorization);
    let form: Record<string, string> | undefined;
    let cookie = '';
    while (!url.href.startsWith(redirect_uri)) {
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { cookie },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
      const location = answer.headers.get('location');
      const page = await answer.text();
      const [, action] = /action="([^"]+)"/.exec(page) ?? [];
      const [, request = ''] = /name="request" value="([^"]+)"/.exec(page) ?? [];
      if (location === null && action === undefined) throw new Error(`${answer.status} ${page}`);
      form = location === null ? { request, username, password, decision: 'accept' } : undefined;
      url = new URL(location ?? action ?? '', url);
    }
    return url;
  };
}
