import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startReference } from '../../reference/start.ts';
import { test as base } from '../support/in-workspace.ts';
import type { Workspace } from '../support/workspace.ts';
import { type Front, startGate, startHttp2, startProxy, startTls } from './fronts.ts';

/**
 * Staging behind what stands in front of it: the verdicts are those of a plain address, or one sentence says what to
 * set.
 */

const tls = path.join(import.meta.dirname, 'tls');
const file = (name: string): string => path.join(tls, name);
const own = { key: readFileSync(file('staging.key.pem')), cert: readFileSync(file('staging.pem')) };
const authority = { NODE_EXTRA_CA_CERTS: file('staging-authority.pem') };

type Reference = Awaited<ReturnType<typeof startReference>>;

interface Fixtures {
  reference: Reference;
  /** Keeps a front until the test has ended. */
  keep: <F extends Front>(front: Promise<F>) => Promise<F>;
}

const test = base.extend<Fixtures>({
  reference: async ({}, use) => {
    const reference = await startReference();
    await use(reference);
    await reference.close();
  },
  keep: async ({}, use) => {
    const fronts: Front[] = [];
    await use(async (starting) => {
      const front = await starting;
      fronts.push(front);
      return front;
    });
    for (const front of fronts) front.close();
  },
});

/** A login in the browser, and requests to all three servers. */
const some = ['identity/oauth-client', 'collaboration/current-user', 'telephony/listing'];

/** Runs these checks by settings besides those of the reference; expects that all of them find what they should. */
async function expectGood(workspace: Workspace, settings: Record<string, string>): Promise<string> {
  const { code, output } = await workspace.with(settings).run('conformance:live', '--no-deps', ...some);
  expect(code, output).toBe(0);
  const { requirements, counts } = workspace.verdicts();
  const wrong = requirements.filter(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict));
  expect(wrong.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  expect(requirements.find(({ id }) => id === 'IDN-092')?.verdict, 'the login in the browser').toBe('pass');
  expect(counts.pass).toBeGreaterThan(40);
  return output;
}

/** All that a run has written, as one text. */
function writtenBy(workspace: Workspace): string {
  const folder = path.join(workspace.folder, 'reports/out');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map((one) => readFileSync(path.join(one.parentPath, one.name), 'latin1')).join('\n');
}

test('a gateway that wants a key, a cookie and, before the login, Basic gets them, and nobody else does', async ({
  workspace,
  reference,
  keep,
}) => {
  const { auth, base, api } = reference.urls;
  const refused: string[] = [];
  const strangers: string[] = [];
  const gate = (url: string, admits: (headers: NodeJS.Dict<string | string[]>) => boolean) =>
    keep(
      startGate(url, ({ headers, url: at }) => {
        const isAdmitted = headers['x-api-key'] === 'key-of-staging-1' && admits(headers);
        if (!isAdmitted) refused.push(String(at));
        return isAdmitted;
      }),
    );
  // The page where the browser ends is at no configured server.
  const client = await keep(
    startGate(auth, ({ headers }) => {
      if (headers['x-api-key'] !== undefined) strangers.push('x-api-key');
      return false;
    }),
  );
  const basic = `Basic ${Buffer.from('staging:pass-of-staging').toString('base64')}`;
  const identity = await gate(
    auth,
    ({ authorization, cookie }) =>
      authorization === basic && /(?:^|; )access=cookie-of-staging/.test(String(cookie)),
  );
  const spaces = await gate(base, () => true);
  const telephony = await gate(api, () => true);
  const output = await expectGood(workspace, {
    ...reference.settings,
    TARGET_AUTH_URL: identity.url,
    TARGET_BASE_URL: spaces.url,
    TARGET_API_URL: telephony.url,
    TARGET_HEADERS: '{"X-Api-Key": "key-of-staging-1"}',
    TARGET_AUTH_HEADERS: `{"Authorization": "${basic}", "Cookie": "access=cookie-of-staging"}`,
  });

  expect(refused).toEqual([]);
  expect(strangers).toEqual([]);
  expect(client.port).toBeGreaterThan(0);
  expect(output).toMatch(
    /headers +X-Api-Key, Authorization, Cookie for identity; X-Api-Key for collaboration/,
  );
  const written = writtenBy(workspace) + output;
  for (const secret of ['key-of-staging-1', 'pass-of-staging', 'cookie-of-staging', basic.slice(6)])
    expect(written, secret).not.toContain(secret);
  expect(written).toContain('TARGET_HEADERS_X_API_KEY');
});

for (const scheme of ['http', 'https'] as const)
  test(`servers that only a proxy leads to are judged through it, by ${scheme}`, {
    tag: scheme === 'http' ? '@nightly' : [],
  }, async ({ workspace, reference, keep }) => {
    const { auth, base, api } = reference.urls;
    const front = async (url: string) => (scheme === 'http' ? url : (await keep(startTls(url, own))).url);
    const proxy = await keep(
      startProxy(
        {
          'accounts.staging.invalid': await front(auth),
          'spaces.staging.invalid': await front(base),
          'api.staging.invalid': await front(api),
        },
        'me:pass-of-the-proxy',
      ),
    );
    const output = await expectGood(workspace, {
      ...reference.settings,
      ...authority,
      TARGET_AUTH_URL: `${scheme}://accounts.staging.invalid`,
      TARGET_BASE_URL: `${scheme}://spaces.staging.invalid`,
      TARGET_API_URL: `${scheme}://api.staging.invalid`,
      [`${scheme.toUpperCase()}_PROXY`]: `http://me:pass-of-the-proxy@127.0.0.1:${proxy.port}`,
    });
    expect(output).toContain(`proxy          http://127.0.0.1:${proxy.port}`);
    expect(proxy.asked.length).toBeGreaterThan(3);
    expect(proxy.asked.filter((one) => !one.includes('staging.invalid'))).toEqual([]);
    const written = writtenBy(workspace) + output;
    for (const secret of ['pass-of-the-proxy', Buffer.from('me:pass-of-the-proxy').toString('base64')])
      expect(written, secret).not.toContain(secret);
  });

for (const [refusal, settings, says] of [
  [
    407,
    'http://',
    /is not reached: the proxy http:\S+ refuses to lead there \(407\): it asks for a user and a password/,
  ],
  [403, 'http://me:pass@', /is not reached: the proxy http:\S+ refuses to lead there \(403\)/],
] as const)
  test(`a proxy that refuses with ${refusal} is named`, async ({ workspace, reference, keep }) => {
    const proxy = await keep(startProxy({}, 'me:pass', refusal === 403 ? 403 : undefined));
    const { code, output } = await workspace
      .with({
        ...reference.settings,
        TARGET_AUTH_URL: 'https://accounts.staging.invalid',
        TARGET_BASE_URL: '',
        TARGET_API_URL: '',
        HTTPS_PROXY: `${settings}127.0.0.1:${proxy.port}`,
      })
      .run('conformance:live', '--no-deps', 'identity/token-info');
    expect(code, output).toBe(2);
    expect(output).toMatch(says);
  });

test('this machine, and what NO_PROXY names, are reached without a proxy', { tag: '@nightly' }, async ({
  workspace,
  reference,
}) => {
  const nowhere = 'http://127.0.0.1:9';
  await expectGood(workspace, {
    ...reference.settings,
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    ALL_PROXY: nowhere,
  });
});

for (const [how, certificate] of [
  ['PEM', { TARGET_CLIENT_CERT: file('client.pem'), TARGET_CLIENT_KEY: file('client.key.pem') }],
  ['a PFX', { TARGET_CLIENT_PFX: file('client.pfx') }],
] as const)
  test(`servers that want a client certificate get it, from ${how}`, {
    tag: '@nightly',
  }, async ({ workspace, reference, keep }) => {
    const { auth, base, api } = reference.urls;
    const mutual = { ...own, ca: readFileSync(authority.NODE_EXTRA_CA_CERTS), requestCert: true };
    const front = async (url: string) => (await keep(startTls(url, mutual))).url;
    const settings = {
      ...reference.settings,
      ...authority,
      TARGET_AUTH_URL: await front(auth),
      TARGET_BASE_URL: await front(base),
      TARGET_API_URL: await front(api),
    };
    const output = await expectGood(workspace, {
      ...settings,
      ...certificate,
      TARGET_CLIENT_PASSPHRASE: 'of-the-key',
    });
    expect(output).toMatch(/certificate +\S+client\.(?:pem|pfx), of this client/);
    if (how !== 'PEM') return;
    const without = await workspace.with(settings).run('conformance:live', '--no-deps', ...some);
    expect(without.code, without.output).toBe(2);
    expect(without.output).toMatch(/identity +\S+ .*it may want a client certificate \(TARGET_CLIENT_CERT/);
  });

test('servers that speak nothing but HTTP/2 are judged', { tag: '@nightly' }, async ({
  workspace,
  reference,
  keep,
}) => {
  const { auth, base, api } = reference.urls;
  const front = async (url: string) => (await keep(startHttp2(url, own))).url;
  await expectGood(workspace, {
    ...reference.settings,
    ...authority,
    TARGET_AUTH_URL: await front(auth),
    TARGET_BASE_URL: await front(base),
    TARGET_API_URL: await front(api),
  });
});

test('a server with an old version of TLS is told from one that is not trusted', async ({
  workspace,
  reference,
  keep,
}) => {
  const old = { ...own, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  const { url } = await keep(startTls(reference.urls.auth, old));
  const settings = {
    ...reference.settings,
    ...authority,
    TARGET_AUTH_URL: url,
    TARGET_BASE_URL: '',
    TARGET_API_URL: '',
  };
  const { code, output } = await workspace.with(settings).run('conformance:live', '--no-deps', some[0] ?? '');
  expect(code, output).toBe(2);
  expect(output).toMatch(/identity +\S+ speaks only a version of TLS that is too old/);
});

/** A limit of requests within each second, as gateways count them. */
function limit(perSecond: number): { admits(): boolean; refused: number } {
  let second = 0;
  let count = 0;
  const counted = {
    refused: 0,
    admits() {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) [second, count] = [now, 0];
      count += 1;
      if (count > perSecond) counted.refused += 1;
      return count <= perSecond;
    },
  };
  return counted;
}

for (const [how, settings, most] of [
  ['a pace that is set', { TARGET_REQUESTS_PER_SECOND: '8' }, 2],
  ['no setting', {}, 60],
] as const)
  test(`a deployment that takes ten requests a second is judged as any other, with ${how}`, {
    tag: '@nightly',
  }, async ({ workspace, reference, keep }) => {
    test.slow();
    const all = limit(10);
    const front = async (url: string) =>
      (
        await keep(
          startGate(
            url,
            () => all.admits(),
            (response) => void response.writeHead(429).end(),
          ),
        )
      ).url;
    const output = await expectGood(workspace, {
      ...reference.settings,
      TARGET_AUTH_URL: await front(reference.urls.auth),
      TARGET_BASE_URL: await front(reference.urls.base),
      TARGET_API_URL: await front(reference.urls.api),
      ...settings,
    });
    expect(all.refused, 'requests that were too many').toBeLessThanOrEqual(most);
    const told = output.match(/^The deployment limits the rate \(429\)/gm) ?? [];
    expect(told).toHaveLength(all.refused > 0 ? 1 : 0);
  });
