import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const root = path.resolve(import.meta.dirname, '../../..');
let started: ChildProcess | undefined;
test.afterEach(() => void started?.kill('SIGKILL'));

/** What `npm run docs -- --serve` runs. */
function serve(output: string, ...words: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'reports/docs.ts', '--serve', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, CONFORMANCE_OUTPUT: output },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started = child;
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (told += String(chunk)));
  const ended = once(child, 'close').then(([code]) => [code as number | null, told] as const);
  const address = async () => {
    await expect(() => expect(told).toMatch(/^http.*\n/)).toPass({ timeout: 30_000 });
    return told.split('\n')[0] ?? '';
  };
  return { child, ended, address };
}

test('serves the site that was built to this machine, and nothing beside it, until it is told to end', async ({}, testInfo) => {
  const out = testInfo.outputPath('out');
  mkdirSync(path.join(out, 'site/r'), { recursive: true });
  for (const name of ['site/index.html', 'site/r/TEL-014.html', 'site/a.js', 'secret.txt'])
    writeFileSync(path.join(out, name), name);
  const { child, ended, address } = serve(out, '--port', '0');
  const base = await address();
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);

  const start = await fetch(base);
  expect([start.status, await start.text()]).toEqual([200, 'site/index.html']);
  expect(start.headers.get('content-type')).toContain('text/html');
  expect(await (await fetch(`${base}r/TEL-014.html?a=b`)).text()).toBe('site/r/TEL-014.html');
  expect((await fetch(`${base}a.js`)).headers.get('content-type')).toContain('text/javascript');
  // As it stands on the wire: a client would have resolved the dots.
  for (const target of [
    '/absent',
    '/r',
    '/%00',
    '/%',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
  ])
    expect(await statusOf(base, target), target).toBe(404);

  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

test('says in a sentence why it cannot', async ({}, testInfo) => {
  const out = testInfo.outputPath('out');
  expect(await serve(out).ended).toEqual([
    2,
    expect.stringMatching(/^There is no site in .*"npm run docs"\.\n$/),
  ]);
  mkdirSync(path.join(out, 'site'), { recursive: true });
  writeFileSync(path.join(out, 'site/index.html'), '');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  expect(await serve(out, '--port', port).ended).toEqual([2, expect.stringContaining('EADDRINUSE')]);
  taken.close();
  expect(await serve(out, '--port', 'x').ended).toEqual([
    2,
    expect.stringContaining('--port expects a number'),
  ]);
  expect(await serve(out, 'a.json').ended).toEqual([2, expect.stringContaining('takes no verdict file')]);
});

/** The status of one request, whose target is sent as it is. */
async function statusOf(base: string, target: string): Promise<number> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return Number(answer.split(' ')[1]);
}
