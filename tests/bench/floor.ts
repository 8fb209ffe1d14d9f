import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { readVerdictFile } from '../../reports/judge/verdict-file.ts';
import { filesIn } from '../../reports/output.ts';
import { RECORDING } from './record.ts';
import type { Recorded } from './recording.ts';
import { ended, withoutSettings } from './suite-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** A request that can be sent again, to the server of this name. */
export interface Request {
  readonly server: 'auth' | 'base' | 'api';
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/**
 * The requests that the suite sends to one of our own targets in one run, including those of its browser.
 *
 * @throws when the run did not finish, with what it printed
 */
export async function requestsOf(target: 'mock' | 'reference'): Promise<Request[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  try {
    const output = path.join(folder, 'out');
    // Not in the run's output directory: the run removes files that show the secrets it sent.
    const recording = path.join(folder, 'requests.json');
    const { printed } = await ended(
      [playwright, 'test', '-c', fileURLToPath(new URL('record.config.ts', import.meta.url))],
      {
        ...withoutSettings(process.env),
        CONFORMANCE_TARGET: target,
        CONFORMANCE_OUTPUT: output,
        [RECORDING]: recording,
      },
      root,
    );
    const { complete, target: judged } = readVerdictFile(filesIn(output).verdicts);
    if (!complete) throw new Error(`The suite did not come to its end:\n${printed}`);
    const servers = new Map(
      Object.entries(judged.urls).map(([name, url]) => [
        Number(new URL(url).port),
        name as Request['server'],
      ]),
    );
    return (JSON.parse(readFileSync(recording, 'utf8')) as Recorded[]).flatMap((one) => {
      const server = servers.get(one.port);
      if (server === undefined) return [];
      const body = one.body === '' ? undefined : Buffer.from(one.body, 'base64');
      return [{ server, method: one.method, path: one.path, headers: own(one.headers), body }];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The headers that a caller may set; the client writes those about the connection and the body's length itself. */
function own(headers: readonly string[]): string[] {
  const written = new Set([
    'host',
    'connection',
    'content-length',
    'transfer-encoding',
    'keep-alive',
    'expect',
  ]);
  return headers.flatMap((name, index) =>
    index % 2 === 0 && !written.has(name.toLowerCase()) ? [name, headers[index + 1] ?? ''] : [],
  );
}

/**
 * Sends the requests again, one after another, and reads each answer to its end.
 *
 * @returns the time it took, in milliseconds, and how many were answered
 */
export async function replay(
  requests: readonly Request[],
  urls: Readonly<Record<Request['server'], string>>,
): Promise<{ readonly wallMs: number; readonly answered: number }> {
  const agent = new Agent();
  let answered = 0;
  const began = performance.now();
  for (const { server, method, path, headers, body } of requests) {
    try {
      const answer = await agent.request({
        origin: urls[server],
        path,
        method,
        headers: [...headers],
        body: body ?? null,
      });
      await answer.body.dump();
      answered += 1;
    } catch {
      // Some of the suite's requests are meant to fail; they are simply not counted as answered.
    }
  }
  const wallMs = performance.now() - began;
  await agent.destroy();
  return { wallMs, answered };
}

/** How long Playwright takes to run one empty test, in milliseconds. */
export async function emptyPlaywright(): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      path.join(folder, 'empty.spec.ts'),
      "import { test } from '@playwright/test';\ntest('nothing', () => {});\n",
    );
    const began = performance.now();
    const { code, printed } = await ended([playwright, 'test'], withoutSettings(process.env), folder);
    if (code !== 0) throw new Error(`Playwright did not run one empty test:\n${printed}`);
    return performance.now() - began;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
