import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { startMock } from '../../mock/index.ts';
import { harmless } from '../../mutants/harmless/index.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { startReference } from '../../reference/start.ts';
import type { Call } from '../../reference/state.ts';
import { test } from '../support/in-workspace.ts';

/** The live target, as a user points it at a deployment by its settings alone. */

test('wrong settings end the run before its first request, all of them at once', async ({ workspace }) => {
  const { code, output } = await workspace
    .with({ TARGET_AUTH_URL: 'nowhere', TARGET_TIMEOUT_MS: '-1', TARGET_PASSWORD: 'p' })
    .run('conformance:live');

  expect(code, output).toBe(2);
  for (const name of ['TARGET_AUTH_URL', 'TARGET_TIMEOUT_MS']) expect(output).toContain(`${name}: expected`);
  expect(output).toContain('TARGET_USERNAME: required, because TARGET_PASSWORD is set');
  expect(output).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  expect(workspace.verdicts()).toMatchObject({ complete: false, outcome: 'inconclusive', requests: 0 });
});

test('a server that does not answer is told from one that cannot be found', async ({ workspace }) => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const { code, output } = await workspace
    .with({ TARGET_AUTH_URL: `http://127.0.0.1:${port}`, TARGET_API_URL: 'http://no-such-host.invalid' })
    .run('conformance:live');

  expect(code, output).toBe(2);
  expect(output).toMatch(/identity +\S+ refuses the connection/);
  expect(output).toMatch(/collaboration +left out/);
  expect(output).toMatch(/telephony +\S+ does not resolve/);
});

test('what answers every path alike in the place of the servers is named, and not judged', async ({
  workspace,
}) => {
  const wall = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => wall.once('listening', resolve));
  const address = `http://127.0.0.1:${(wall.address() as AddressInfo).port}`;
  const { code, output } = await workspace
    .with({
      TARGET_AUTH_URL: address,
      TARGET_API_URL: address,
      TARGET_CLIENT_ID: 'client',
      TARGET_CLIENT_SECRET: 'of-the-client',
      TARGET_REDIRECT_URI: 'https://client.invalid/back',
    })
    .run('conformance:live');
  wall.close();

  expect(code, output).toBe(2);
  expect(output).toContain('Every path answers 403: is something in front of it?');
  expect(output).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  expect(workspace.verdicts()).toMatchObject({ complete: false, outcome: 'inconclusive', requests: 0 });
});

// Each check that is blocked costs a worker, and a browser with it.
test('a server that is down blocks what needs it, and the others are judged', {
  tag: '@whole',
}, async ({ workspace, whole }) => {
  test.slow();
  // With a visit and without one.
  const some = ['identity/oauth-client', 'identity/token-info'];
  const identity = whole ? ['tests/identity'] : some;
  // The collaboration server answers the first request by a head without a body.
  const half = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('{');
    response.socket?.destroySoon();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => half.once('listening', resolve));
  const reference = await startReference();
  const { code, output } = await workspace
    .with({
      ...reference.settings,
      TARGET_AUTH_URL: 'http://127.0.0.1:1',
      TARGET_BASE_URL: `http://127.0.0.1:${(half.address() as AddressInfo).port}`,
    })
    .run('conformance:live', 'telephony/authentication', ...identity, 'collaboration/guest');
  await reference.close();
  half.close();

  expect(code, output).toBe(3);
  expect(output).toMatch(/identity +\S+ (refuses|fails)/);
  expect(output).toMatch(/collaboration +\S+ answers/);
  const { requirements } = workspace.verdicts();
  expect(requirements.find(({ id }) => id === 'TEL-189')?.verdict).toBe('pass');
  const judged = requirements.filter(
    ({ id, verdict }) => id.startsWith('IDN') && !/blocked|not-ex/.test(verdict),
  );
  expect(judged.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
});

test('a live run without leave only reads, and leaves a server out that is not named', async ({
  workspace,
}) => {
  const mock = await startMock();
  const { code, output } = await workspace
    .with({
      TARGET_API_URL: mock.urls.api,
      TARGET_ACCOUNT_SID: 'AC1',
      TARGET_AUTH_TOKEN: 'of-the-account',
      TARGET_CALL_SIDS: 'CA1',
    })
    .run(
      'conformance:live',
      'tests/telephony/recording',
      'tests/identity/password-grant',
      'tests/telephony/authentication',
    );
  await mock.close();

  // The mock keeps no state, so that it takes a wrong auth token: as a live deployment it fails.
  expect(code, output).toBe(1);
  const rows = new Map(workspace.verdicts().requirements.map((row) => [row.id, row]));
  expect(rows.get('TEL-001')).toMatchObject({
    verdict: 'not-exercised',
    reason: expect.stringContaining('TARGET_ALLOW=recording'),
  });
  expect(rows.get('IDN-038')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'the identity server was left out',
  });
  expect(rows.get('TEL-189')).toMatchObject({ verdict: 'pass' });
  expect(rows.get('TEL-190')).toMatchObject({ verdict: 'fail' });
  expect(output).not.toContain('of-the-account');
});

test('a wrong password is a mistake in the settings, and no deployment fails for it', async ({
  workspace,
}) => {
  const reference = await startReference();
  const { code, output } = await workspace
    .with({ ...reference.settings, TARGET_PASSWORD: 'not-the-password' })
    .run('conformance:live', '--no-deps', '--grep', '@IDN-00[12]|@IDN-026');
  await reference.close();

  expect(code, output).toBe(2);
  const { requirements, counts } = workspace.verdicts();
  expect(counts.fail, output).toBe(0);
  for (const id of ['IDN-001', 'IDN-002', 'IDN-026'])
    expect(requirements.find((row) => row.id === id)?.verdict, id).toBe('blocked');
});

test('a run that is interrupted ends the recordings it has started', async ({ workspace }) => {
  const calls = new Set<Call>();
  let interrupt = (): void => {};
  const reference = await startReference({
    rules: {
      countedRecordings: (call) => {
        calls.add(call);
        return call.recordings.length;
      },
      // The recording goes on by now, and nobody has been told so yet. A second signal would end the run at once.
      send: (answer, operation) => {
        if (operation === 'recordCall' && calls.size > 0) interrupt();
        return answer;
      },
    },
  });
  const run = workspace
    .with(reference.settings)
    .start('conformance:live', 'tests/telephony/recording-callbacks', 'tests/telephony/recording.spec');
  interrupt = () => {
    interrupt = () => {};
    run.signal('SIGINT');
  };
  const { code, output } = await run.finished;
  const recordings = [...calls].flatMap((call) => call.recordings);
  await reference.close();

  // 130 where the shell's own signal has the last word.
  expect([2, 130], output).toContain(code);
  expect(workspace.verdicts()).toMatchObject({ complete: false });
  expect(recordings.length, 'recordings that were started').toBeGreaterThan(0);
  expect(
    recordings.filter(({ endedAt }) => endedAt === undefined),
    'recordings that go on',
  ).toEqual([]);
});

test('a run signs out of the sessions it has begun, where it may', async ({ workspace }) => {
  const issued = new Set<string>();
  const revoked = new Set<string>();
  const reference = await startReference({
    rules: {
      tokenResponse: (tokens, scopes, grant) => {
        issued.add(tokens.refreshToken);
        return defaultRules.tokenResponse(tokens, scopes, grant);
      },
      isRevocable: (token) => {
        if (token !== undefined) revoked.add(token);
        return defaultRules.isRevocable(token);
      },
    },
  });
  const run = (TARGET_ALLOW: string) =>
    workspace
      .with({ ...reference.settings, TARGET_ALLOW })
      .run('conformance:live', '--no-deps', 'tests/identity/password-grant');

  const reading = await run('recording');
  expect(reading.code, reading.output).toBe(0);
  expect(issued.size, 'sessions that were begun').toBeGreaterThan(1);
  expect(revoked.size, 'sessions that were ended without leave').toBe(0);

  issued.clear();
  const leaving = await run('sign-out');
  await reference.close();
  expect(leaving.code, leaving.output).toBe(0);
  expect(issued.size, 'sessions that were begun').toBeGreaterThan(1);
  expect([...issued].filter((token) => !revoked.has(token))).toEqual([]);
});

test('a deployment that keeps the newest session of a user alone is judged as any other', async ({
  workspace,
}) => {
  test.slow();
  const variant = harmless['one-refresh-token-of-a-user-and-client'];
  const reference = await startReference({ rules: variant?.replace() ?? {} });
  const { code, output } = await workspace
    .with(reference.settings)
    .run(
      'conformance:live',
      '--workers=4',
      'identity/refresh',
      'collaboration/access-token',
      'telephony/authentication',
    );
  await reference.close();
  expect(code, output).toBe(0);
  expect(workspace.verdicts().counts).toMatchObject({ fail: 0, blocked: 0 });
});

test('a port for callbacks that others hold blocks what needs it, and says so', async ({ workspace }) => {
  const reference = await startReference();
  const holder = createServer().listen(Number(reference.settings['TARGET_CALLBACK_PORT']));
  const { code, output } = await workspace
    .with(reference.settings)
    .run('conformance:live', '--no-deps', 'tests/telephony/recording-callbacks');
  holder.close();
  await reference.close();
  // Nothing else was asked of the deployment.
  expect(code, output).toBe(2);
  const { counts, requirements } = workspace.verdicts();
  expect(counts).toMatchObject({ pass: 0, fail: 0 });
  const reasons = requirements.filter(({ verdict }) => verdict === 'blocked').map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(['the suite cannot listen on TARGET_CALLBACK_PORT: EADDRINUSE']));
});
