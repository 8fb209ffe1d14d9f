import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VerdictFile } from '../../../reports/model.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * What the checks of a tiny project start with: `test`, `covers` and `record` as the suite's own have them. What a
 * check records is handed over at its end, with what the end itself says.
 */
const prelude = `
import { test as base, expect } from '@playwright/test';
import { factsOfEnd } from '${root}/tests/support/judging/conclusion.ts';
const covers = (...ids) => ({ annotation: ids.map((description) => ({ type: 'requirement', description })), tag: ids.map((id) => '@' + id) });
const exchange = { method: 'POST', url: 'http://127.0.0.1/v2/x.json', requestHeaders: {}, status: 400, responseHeaders: {}, responseBody: '', durationMs: 3, curl: 'curl x' };
let told;
const record = (facts, { stopped, ...more } = {}) => { told.facts.push(...facts); told.stopped = stopped; Object.assign(told, more); };
const endBy = (error) => {
  if (told.stopped) return { is: 'stopped', ...told.stopped };
  if (base.info().expectedStatus === 'skipped') return { is: 'skipped', reason: 'skipped' };
  return { is: error?.matcherResult ? 'refuted' : 'broke', reason: error.message ?? String(error) };
};
const test = Object.assign((title, details, body) => typeof details === 'function' ? base(title, details) : base(title, details, async ({}, testInfo) => {
  told = { facts: [], exchanges: [] };
  const recorded = { covers: testInfo.annotations.filter(({ type }) => type === 'requirement').map(({ description }) => description), further: new Set(), closed: new Set() };
  let end = { is: 'completed' };
  try { await body({}); } catch (error) { end = endBy(error); throw error; }
  finally {
    const { stopped, ...rest } = told;
    const facts = [...rest.facts, ...factsOfEnd({ ...recorded, facts: rest.facts }, end)];
    await testInfo.attach('conformance-record', { contentType: 'application/json', body: JSON.stringify({ ...rest, facts }) });
  }
}), base);
`;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Both streams, as they came. */
  readonly output: string;
}

/** A Playwright project of a few checks in a folder of its own, reported on by the suite's reporter. */
export class TinyProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  readonly out = path.join(this.folder, 'out');

  /** @param files the text of each file; test files get `covers`, `exchange` and `record` */
  constructor(files: Readonly<Record<string, string>>, config: object = {}) {
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'));
    this.write('package.json', '{ "type": "module" }');
    const whole = {
      testDir: '.',
      workers: 1,
      reporter: [[path.join(root, 'reports/reporter.ts')]],
      ...config,
    };
    this.write('playwright.config.ts', `export default ${JSON.stringify(whole)};`);
    for (const [name, text] of Object.entries(files))
      this.write(name, name.includes('.spec.') ? prelude + text : text);
  }

  write(name: string, text: string): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Playwright itself. */
  playwright(...args: string[]): Running {
    const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
    return this.#start([cli, 'test', ...args]);
  }

  /** The suite's launcher. */
  launch(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    return this.run(path.join(root, 'tests/launch/run.ts'), args, env);
  }

  /** A command of the suite, by its file. */
  run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    return this.#start(['--import', import.meta.resolve('tsx'), file, ...args], env);
  }

  get verdicts(): VerdictFile {
    return JSON.parse(this.read('verdicts.json')) as VerdictFile;
  }

  /** An entry of the verdict file. */
  entry(id: string): VerdictFile['requirements'][number] | undefined {
    return this.verdicts.requirements.find((entry) => entry.id === id);
  }

  has(name: string): boolean {
    return existsSync(path.join(this.out, name));
  }

  read(name: string): string {
    return readFileSync(path.join(this.out, name), 'utf8');
  }

  /** All Allure results, with the whole text of each. */
  allure(): { status: string; name: string; text: string }[] {
    const names = readdirSync(path.join(this.out, 'allure-results')).filter((name) =>
      name.endsWith('-result.json'),
    );
    return names.map((name) => {
      const text = this.read(path.join('allure-results', name));
      return { ...(JSON.parse(text) as { status: string; name: string }), text };
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** In a process group of its own, with nothing of this test's own environment but what finds programs. */
  #start(args: string[], env: NodeJS.ProcessEnv = {}): Running {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { PATH, HOME, CONFORMANCE_OUTPUT: this.out, CONFORMANCE_TARGET: 'mock', ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Running(child);
  }
}

/** A run that has been started. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #output = '';

  constructor(child: ChildProcess) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.#output += chunk));
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal, output: this.#output }));
    });
  }

  /** Resolves once the run has printed the text. */
  async printed(text: string): Promise<void> {
    while (!this.#output.includes(text)) {
      const more = new Promise((resolve) => this.child.stdout?.once('data', resolve));
      const { output = '' } = ((await Promise.race([more, this.ended])) ?? {}) as Partial<Ended>;
      if (output && !output.includes(text))
        throw new Error(`The run ended without printing "${text}":\n${output}`);
    }
  }

  /** Kills it with everything it started, as a machine that goes down does. */
  killAll(): void {
    if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
  }
}
