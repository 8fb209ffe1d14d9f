import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { CUT } from '../../reference/answer.ts';
import { freePorts } from '../../reference/free-ports.ts';
import { defaultRules, ruleGroups } from '../../reference/rules/index.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../reference/start.ts';
import { catalogue, type RequirementId, requirementIds } from '../../support/catalogue.ts';
import { readSettings, settingNames } from '../../support/settings.ts';
import { curl } from '../support/curl-line.ts';

/** The reference deployment as a whole: its rules, its instances, its command, and what cannot end it. */

const started: Reference[] = [];

async function start(options?: ReferenceOptions): Promise<Reference> {
  const reference = await startReference(options);
  started.push(reference);
  return reference;
}

test.afterEach(async () => {
  for (const reference of started.splice(0)) await reference.close();
});

async function grant({ urls, settings }: Reference, changed: Readonly<Record<string, string>> = {}) {
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: settings['TARGET_CLIENT_ID'] ?? '',
    client_secret: settings['TARGET_CLIENT_SECRET'] ?? '',
    username: settings['TARGET_USERNAME'] ?? '',
    password: settings['TARGET_PASSWORD'] ?? '',
    scope: 'email',
    ...changed,
  });
  const { statusCode, headers, body } = await request(`${urls.auth}/oauth2/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  return { status: statusCode, headers, body: await body.text() };
}

function tokenOf({ body }: { body: string }): string {
  return String((JSON.parse(body) as { access_token: unknown }).access_token);
}

async function statusOfMe({ urls }: Reference, token: string): Promise<number> {
  const { statusCode, body } = await request(`${urls.base}/api/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await body.dump();
  return statusCode;
}

test('a name stands for one rule', () => {
  const names = Object.values(ruleGroups).flatMap((group) => Object.keys(group));
  expect(names.toSorted()).toEqual(Object.keys(defaultRules).toSorted());
});

test('whatever can be checked is kept by a rule that names it', () => {
  const folder = new URL('../../reference/rules/', import.meta.url);
  const text = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
    .replaceAll(/\n\s*\*/g, '');
  const named = new Set(text.match(/\b[A-Z]{3}-\d{3}\b/g));
  for (const [, from = '', to = ''] of text.matchAll(/\b([A-Z]{3}-\d{3}) to ([A-Z]{3}-\d{3})\b/g)) {
    const [first, last] = [
      requirementIds.indexOf(from as RequirementId),
      requirementIds.indexOf(to as RequirementId),
    ];
    for (const id of requirementIds.slice(first, last)) named.add(id);
  }
  expect(requirementIds.filter((id) => !catalogue[id].untestable && !named.has(id))).toEqual([]);
});

test('one rule is replaced, and the others stay', async () => {
  const reference = await start({ rules: { isPassword: () => true } });
  expect((await grant(reference, { password: 'wrong' })).status).toBe(200);
  expect((await grant(reference, { client_secret: 'wrong' })).status).toBe(401);
  expect((await grant(await start(), { password: 'wrong' })).status).toBe(400);
});

test('a replaced shape and a replaced answer go out as they are', async () => {
  const shaped = await start({ rules: { tokenResponse: () => ({ access_token: null }) } });
  expect((await grant(shaped)).body).toBe('{"access_token":null}');
  const odd = { status: 418, headers: { 'Content-Type': 'text/plain', 'X-Odd': '1' }, body: 'no JSON' };
  const sending = await start({
    rules: { send: (answer, operation) => (operation === 'exchangeToken' ? odd : answer) },
  });
  expect(await grant(sending)).toMatchObject({ status: 418, headers: { 'x-odd': '1' }, body: 'no JSON' });
  expect(await statusOfMe(sending, 'none')).toBe(401);
  const cutting = await start({ rules: { send: (answer) => ({ ...answer, body: CUT }) } });
  await expect(grant(cutting)).rejects.toThrow(/other side closed/);
});

test('a rule that fails costs one answer', async () => {
  const fail = (): never => {
    throw new Error('broken');
  };
  const reference = await start({ rules: { isPassword: fail } });
  expect((await grant(reference)).status).toBe(500);
  expect((await grant(reference, { client_secret: 'wrong' })).status).toBe(401);
  expect((await grant(await start({ rules: { send: fail } }))).status).toBe(500);
});

test('instances share nothing', async () => {
  const [one, other] = [await start(), await start()];
  const token = tokenOf(await grant(one));
  expect(await statusOfMe(one, token)).toBe(200);
  expect(await statusOfMe(other, token)).toBe(401);
  await one.close();
  expect((await grant(other)).status).toBe(200);
});

test('its settings are those of a live target', async () => {
  const { settings } = await start();
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)));
  // As many as a full run may take (six, and one after a refusal that may have recorded), and no more: so a run on the
  // reference shows that they are enough.
  expect(readSettings(settings).TARGET_CALL_SIDS).toHaveLength(8);
});

const raw = (start: string, headers: readonly string[] = [], body = ''): string =>
  `${[`${start} HTTP/1.1`, 'Host: reference', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;
const form = 'Content-Type: application/x-www-form-urlencoded';
const post = (path: string, type: string, body: string): string =>
  raw(`POST ${path}`, [type, `Content-Length: ${Buffer.byteLength(body)}`], body);

const odd: readonly [name: string, bytes: string, status: number][] = [
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a path that is not percent-encoded', raw('GET /%zz'), 404],
  ['a query that is not percent-encoded', raw('GET /oauth2/authorize?%zz=%&client_id=%ff'), 400],
  ['an absolute target', raw('GET http://elsewhere.example/oauth2/authorize'), 400],
  ['a method that the path does not take', raw('DELETE /oauth2/authorize'), 405],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b/..?\r\nConnection: close\r\n\r\n', 400],
  ['a form of nonsense', post('/oauth2/access_token', form, '%zz=%&&&=\0&__proto__=1'), 400],
  [
    'a body that is not UTF-8',
    post('/oauth2/revoke_token', form, '').replace('Length: 0', 'Length: 1') + '\xff',
    400,
  ],
  ['a body that is not JSON', post('/login', 'Content-Type: application/json', '{'), 400],
  ['JSON that is no object', post('/login', 'Content-Type: application/json', 'null'), 400],
  ['a body without a type', post('/oauth2/access_token', 'X-Odd: 1', 'grant_type=password'), 401],
  ['a large body', post('/oauth2/access_token', form, 'a'.repeat(70_000)), 413],
  ['a cookie of nonsense', raw('GET /login?request=x', ['Cookie: =;;reference_session']), 400],
  ['credentials of nonsense', raw('GET /api/1.0/id_token/get_token_info?id_token=a.b.c'), 400],
];

for (const [name, bytes, status] of odd) {
  test(`it survives ${name}`, async () => {
    const reference = await start();
    const socket = connect(Number(new URL(reference.urls.auth).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.end(bytes, 'latin1');
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await grant(reference)).status).toBe(200);
  });
}

/** `npm run reference` in a process of its own, until it has said something. */
async function serve(
  ...args: readonly string[]
): Promise<{ run: ChildProcess; said: string; hints: () => string }> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const run = spawn(process.execPath, ['--import', 'tsx', 'tests/reference/serve.ts', ...args], {
    cwd: root,
  });
  let hints = '';
  run.stderr.on('data', (chunk: Buffer) => {
    hints += String(chunk);
  });
  const [chunk] = (await Promise.race([once(run.stdout, 'data'), once(run.stderr, 'data')])) as [Buffer];
  return { run, said: String(chunk), hints: () => hints };
}

test('the command prints its settings, says what is wrong in one line, and ends on Ctrl-C', async () => {
  const port = await freePorts(4);
  const blocker = createServer();
  await once(blocker.listen(port, '127.0.0.1'), 'listening');
  const taken = await serve('--port', String(port));
  expect(taken.said).toBe(`Port ${port} of 127.0.0.1 is taken\n`);
  expect((await once(taken.run, 'exit'))[0]).toBe(1);
  blocker.close();

  const { run, said, hints } = await serve('--port', String(port));
  expect(said).toContain(`\nTARGET_AUTH_URL=http://127.0.0.1:${port}\n`);
  await expect.poll(hints).toMatch(/Local/);
  const commands = hints().trim().split('\n');
  expect(commands).toHaveLength(3);
  for (const command of commands) expect((await curl(command)).status, command).toBe(200);
  run.kill('SIGINT');
  expect((await once(run, 'exit'))[0]).toBe(0);

  const wrong = await serve('--prot', '1');
  expect(wrong.said).toMatch(/^Unknown argument --prot\..*\n$/);
  expect((await once(wrong.run, 'exit'))[0]).toBe(1);
});
