import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { browserOf, type Deployment, test } from './deployments.ts';
import { recordAndList } from './libraries/avaya-cpaas.ts';
import * as openidClient from './libraries/openid-client.ts';
import { strategyFor } from './libraries/passport-oauth2.ts';
import * as simpleOauth2 from './libraries/simple-oauth2.ts';

/** Clients that nobody here has written. What each needs is in its file, which the site shows. */

async function loggedIn({ auth, username, password, client_id, client_secret }: Deployment) {
  const fields = { client_id, client_secret, grant_type: 'password', username, password, scope: 'spaces' };
  const body = new URLSearchParams(fields);
  const login = await fetch(`${auth}/oauth2/access_token`, { method: 'POST', body });
  return (await login.json()) as { access_token: string; id_token: string };
}

/** Who issues the ID tokens of a deployment. */
async function issuerOf(deployment: Deployment) {
  const { id_token } = await loggedIn(deployment);
  const info = await fetch(`${deployment.auth}/api/1.0/id_token/get_token_info?id_token=${id_token}`);
  return ((await info.json()) as { issuer: string }).issuer;
}

/** The settings of the mock that the page of a server shows, with the address at which it is now. */
function shownSettings(server: string, address: string): string {
  const page = readFileSync(path.resolve('reports/site/pages/clients', `${server}.md`), 'utf8');
  const [, settings = ''] = /```sh\n([^`]+)```/.exec(page) ?? [];
  return settings.replace(/http:\/\/127\.0\.0\.1:\d+/, address);
}

test('the lines for curl work after their settings', async ({ deployments }) => {
  for (const [on, deployment] of Object.entries(deployments)) {
    const { access_token } = await loggedIn(deployment);
    const variables = Object.entries({ ...deployment, access_token, user_name: deployment.username });
    const given = variables.map(([name, value]) => `${name.toUpperCase()}='${value}'`).join('\n');
    const answers: string[] = [];
    // Signing out, the last line of identity, may end every access token of the user.
    for (const [server, address] of [
      ['collaboration', deployment.base],
      ['telephony', deployment.api],
      ['identity', deployment.auth],
    ] as const) {
      const lines = readFileSync(path.join(import.meta.dirname, 'curl', `${server}.sh`), 'utf8');
      const settings = on === 'mock' ? shownSettings(server, address) : given;
      const { stdout } = await promisify(execFile)('sh', ['-ec', `${settings}\n${lines}`]);
      answers.push(stdout);
    }
    expect(answers).toEqual([
      expect.stringMatching(/^\{.*"displayname":.*\}\{.*"token":.*\}$/),
      expect.stringMatching(/^\{.*"sid":.*\}\{.*"sid":.*\}\{.*"tollfree".*\}$/),
      expect.stringMatching(/^\{.*"audience":.*\}/),
    ]);
  }
});

for (const [name, { session }] of Object.entries({
  'openid-client': openidClient,
  'simple-oauth2': simpleOauth2,
}))
  test(`${name} exchanges a code, refreshes and revokes`, async ({ deployments }) => {
    for (const [on, deployment] of Object.entries(deployments)) {
      const registered = { ...deployment, issuer: await issuerOf(deployment) };
      const { renewed, refreshAgain } = await session(registered, browserOf(deployment));
      const headers = { authorization: `Bearer ${renewed}` };
      // Signing out ends the access token too on the reference, where the interface leaves it open.
      const me = await fetch(`${deployment.base}/api/users/me`, { headers });
      expect(me.status).toBe(on === 'mock' ? 200 : 401);
      if (on === 'reference') await expect(refreshAgain()).rejects.toThrow();
    }
  });

test('passport-oauth2 logs a user in, and fails at the state of another', async ({ deployments }) => {
  for (const deployment of Object.values(deployments)) {
    const session = {};
    /** What the strategy does with a request, as passport would ask it. */
    const authenticate = (query: object) =>
      new Promise<{ redirect?: string; user?: unknown; failed?: unknown }>((resolve, reject) => {
        const actions = {
          redirect: (redirect: string) => resolve({ redirect }),
          success: (user: unknown) => resolve({ user }),
          fail: (failed: unknown) => resolve({ failed }),
          error: reject,
        };
        Object.assign(strategyFor(deployment), actions).authenticate({ query, session } as never);
      });
    const comeBack = async () => {
      const { redirect = '' } = await authenticate({});
      return Object.fromEntries((await browserOf(deployment)(redirect)).searchParams);
    };
    const forged = { ...(await comeBack()), state: 'of another' };
    expect(await authenticate(forged)).toEqual({ failed: expect.anything() });
    const tokens = { access_token: expect.any(String), refresh_token: expect.any(String) };
    expect(await authenticate(await comeBack())).toEqual({ user: tokens });
  }
});

test('@avaya/cpaas records, lists with filters, and meets a 404', async ({ deployments }) => {
  for (const [areaCode, deployment] of [
    ['201', deployments.mock],
    ['212', deployments.reference],
  ] as const) {
    const { call, numbers } = await recordAndList(deployment, deployment.call, areaCode);
    expect(call).toBe(deployment.call);
    expect(numbers).toHaveLength(2);
    for (const number of numbers) expect(number).toMatchObject({ npa: areaCode, type: 'local' });
    const unknown = recordAndList(deployment, 'CA00000000000000000000000000000404', areaCode);
    await expect(unknown).rejects.toMatchObject({ status: 404, message: expect.stringContaining('CA0') });
  }
});
