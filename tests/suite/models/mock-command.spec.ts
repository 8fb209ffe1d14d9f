import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePorts } from '../../reference/free-ports.ts';
import { curl } from '../support/curl-line.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Run {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  /** Both outputs as far as they have come. */
  readonly output: { stdout: string; stderr: string };
  readonly exit: Promise<number | null>;
}

const running: Run[] = [];

/** What `npm run mock -- ...` runs. */
function mock(...args: readonly string[]): Run {
  const started = spawn(process.execPath, ['--import', 'tsx', 'tests/mock/serve.ts', ...args], {
    cwd: root,
    // A group of its own, as a terminal makes one.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    started[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const run = {
    process: started,
    output,
    exit: once(started, 'close').then(([code]) => code as number | null),
  };
  running.push(run);
  return run;
}

test.afterEach(async () => {
  for (const { process: started, exit } of running.splice(0)) {
    if (started.exitCode === null) signalGroup(started.pid, 'SIGKILL');
    await exit;
  }
});

/** As a terminal does it: to every process of the group. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader !== undefined) process.kill(-leader, signal);
}

test('npm run mock prints addresses and commands that work, stays up, and ends with Ctrl-C', async () => {
  const first = await freePorts(3);
  const run = mock('--port', String(first));
  while (!run.output.stdout.includes('Ctrl-C')) await once(run.process.stdout, 'data');
  for (const port of [first, first + 1, first + 2])
    expect(run.output.stdout).toContain(`http://127.0.0.1:${port}\n`);

  const commands = run.output.stdout.trimEnd().split('\n').slice(-3);
  const answers = await Promise.all(commands.map(curl));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[2]?.text).toContain('"type":"tollfree"');

  const socket = connect(first, '127.0.0.1');
  socket.end('garbage\r\n\r\n');
  await once(socket.resume(), 'close');
  expect(await curl(commands[0] ?? '')).toMatchObject({ status: 200 });

  signalGroup(run.process.pid, 'SIGINT');
  expect(await run.exit).toBe(0);
  expect(run.output.stderr).toBe('');
});

test('npm run mock on a taken port ends with one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const run = mock(`--port=${port}`);
  expect(await run.exit).toBe(1);
  expect(run.output).toEqual({ stdout: '', stderr: `Port ${port} of 127.0.0.1 is taken\n` });
  server.close();
});

const usage = 'npm run mock -- [--port N]: N is the first of three ports, 4010 when absent\n';
for (const [args, message] of [
  [['--prot', '5000'], `Unknown argument --prot. ${usage}`],
  [['5000'], `Unknown argument 5000. ${usage}`],
  [['--port', 'none'], `--port expects a number from 1 to 65533. ${usage}`],
  [['--port', '65534'], `--port expects a number from 1 to 65533. ${usage}`],
  [['--port'], `--port expects a number from 1 to 65533. ${usage}`],
] as const) {
  test(`npm run mock -- ${args.join(' ')} ends with one line`, async () => {
    const run = mock(...args);
    expect(await run.exit).toBe(1);
    expect(run.output).toEqual({ stdout: '', stderr: message });
  });
}
