import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createSilent, type Socket } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startReference } from '../../reference/start.ts';
import { asOurRequests } from '../../support/browser/launch.ts';
import { readSettings } from '../../support/settings.ts';
import { targetOf } from '../../support/target.ts';
import { test as base } from '../support/in-workspace.ts';
import { type Front, startTls } from './fronts.ts';

/** TLS is always verified: what a certificate lacks is told, and an authority of one's own is named in the environment. */
const folder = path.join(import.meta.dirname, 'tls');
const authority = path.join(folder, 'authority.pem');

interface Fixtures {
  /** Puts TLS with this certificate before a server, and answers its new address. */
  secured: (certificate: string, url: string) => Promise<string>;
}

const test = base.extend<Fixtures>({
  secured: async ({}, use) => {
    const fronts: Front[] = [];
    await use(async (certificate, url) => {
      const key = readFileSync(path.join(folder, 'server.key.pem'));
      const cert = readFileSync(path.join(folder, certificate));
      const front = await startTls(url, { key, cert });
      fronts.push(front);
      return front.url;
    });
    for (const front of fronts) front.close();
  },
});

const targetAt = (url: string) =>
  targetOf('live', readSettings({ TARGET_AUTH_URL: url, TARGET_TIMEOUT_MS: '700' }));

test('servers whose certificates are not theirs, have expired, or are none are not judged, and why is told', async ({
  workspace,
  secured,
}) => {
  const reference = await startReference();
  const { code, output } = await workspace
    .with({
      TARGET_AUTH_URL: await secured('elsewhere.pem', reference.urls.auth),
      TARGET_BASE_URL: await secured('expired.pem', reference.urls.base),
      TARGET_API_URL: reference.urls.api.replace('http:', 'https:'),
      NODE_EXTRA_CA_CERTS: authority,
    })
    .run('conformance:live', 'tests/identity/token-info');
  await reference.close();

  expect(code, output).toBe(2);
  expect(output).toMatch(/identity +https:\S+ cannot be trusted: .*ERR_TLS_CERT_ALTNAME_INVALID/);
  expect(output).toMatch(/collaboration +https:\S+ cannot be trusted: .*CERT_HAS_EXPIRED/);
  expect(output).toMatch(/telephony +https:\S+ does not speak TLS: is the address http\?/);
  expect(output).toContain('NODE_EXTRA_CA_CERTS');
  expect(workspace.verdicts()).toMatchObject({ complete: false, outcome: 'inconclusive', requests: 0 });
});

test('no variable of Node turns the verification off, and who never shakes hands gives no answer, in time', async ({
  workspace,
  secured,
}) => {
  const reference = await startReference();
  const silent = createSilent().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { code, output } = await workspace
    .with({
      TARGET_AUTH_URL: await secured('server.pem', reference.urls.auth),
      TARGET_API_URL: `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      TARGET_TIMEOUT_MS: '700',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    })
    .run('conformance:live', 'tests/identity/token-info');
  silent.close();
  await reference.close();

  expect(code, output).toBe(2);
  expect(output).toMatch(/identity +https:\S+ cannot be trusted: .*(?:unable to (?:verify|get)|self-signed)/);
  expect(output).toMatch(/telephony +https:\S+ does not answer within 700 ms/);
  expect(workspace.verdicts()).toMatchObject({ complete: false, outcome: 'inconclusive', requests: 0 });
});

test('a server that shakes hands byte by byte keeps no browser waiting', async () => {
  const dripping = createSilent((socket) => {
    // A record of a handshake that is announced as long as may be.
    socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02]));
    const drip = setInterval(() => socket.write(Buffer.from([0])), 50);
    socket.on('error', () => {}).on('close', () => clearInterval(drip));
  }).listen(0, '127.0.0.1');
  await once(dripping, 'listening');
  const closed = once(dripping, 'connection').then(
    ([socket]) => new Promise((resolve) => (socket as Socket).once('close', resolve)),
  );
  const startedAt = performance.now();
  const url = `https://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
  expect((await asOurRequests(targetAt(url), 400)).args).toEqual(['--no-proxy-server']);
  expect(performance.now() - startedAt, 'milliseconds').toBeLessThan(5000);
  await closed;
  dripping.close();
});

test('no variable of Node makes the browser trust a certificate that is not verified', async ({
  secured,
}) => {
  const variables = { NODE_EXTRA_CA_CERTS: authority, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const before = { ...process.env };
  // Node has read the authorities when it started: to it this certificate is signed by nobody.
  const url = await secured('server.pem', 'http://127.0.0.1:9');
  Object.assign(process.env, variables);
  try {
    expect((await asOurRequests(targetAt(url))).args).toEqual(['--no-proxy-server']);
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
});

for (const [how, variables] of [
  ['an authority of one’s own', { NODE_EXTRA_CA_CERTS: authority }],
  // Only Node reads these.
  ['what Node trusts in another way', { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: authority }],
] as const)
  test(`${how} is trusted on the wire and in the browser`, async ({ workspace, secured }) => {
    const reference = await startReference();
    const { code, output } = await workspace
      .with({
        ...reference.settings,
        TARGET_AUTH_URL: await secured('server.pem', reference.urls.auth),
        ...variables,
      })
      .run('conformance:live', '--no-deps', '--grep', '@IDN-003|@IDN-038');
    await reference.close();

    expect(code, output).toBe(0);
    const rows = new Map(workspace.verdicts().requirements.map((row) => [row.id, row.verdict]));
    expect(rows.get('IDN-038'), 'the password grant, on the wire').toBe('pass');
    expect(rows.get('IDN-003'), 'the login, in the browser').toBe('pass');
  });
