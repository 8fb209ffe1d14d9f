import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Verdicts } from '../../../schemas/index.d.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** What a copy of the project needs for a run, besides its dependencies. */
const parts = [
  'package.json',
  'tsconfig.json',
  'playwright.config.ts',
  'biome.json',
  '.gitignore',
  'specs',
  'schemas',
  'tests',
  'reports',
];

export interface Finished {
  readonly code: number | null;
  /** Both streams, as they came. */
  readonly output: string;
}

export interface Started {
  readonly pid: number;
  readonly finished: Promise<Finished>;
  signal(signal: NodeJS.Signals): void;
}

/** The folders of the workspaces that this process has open. */
const open = new Set<string>();

/** A copy of the project in a folder of its own, to change by hand and to run as a user would. */
export class Workspace {
  readonly folder = freeFolder();
  readonly #running = new Set<Started>();
  readonly #edited = new Set<string>();
  #settings: Readonly<Record<string, string>> = {};

  constructor() {
    open.add(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    for (const part of parts) this.#copy(part);
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  #copy(part: string): void {
    cpSync(path.join(root, part), path.join(this.folder, part), {
      recursive: true,
      filter: (file) =>
        path.relative(root, file) !== path.join('reports', 'out') && path.basename(file) !== 'node_modules',
    });
  }

  /** Rewrites a file of the copy; throws when that changes nothing, so that no edit misses unnoticed. */
  edit(file: string, change: (text: string) => string): void {
    const at = path.join(this.folder, file);
    const before = readFileSync(at, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`The edit of ${file} changed nothing`);
    this.#edited.add(file);
    writeFileSync(at, after);
  }

  /** The settings of the runs to come. */
  with(settings: Readonly<Record<string, string>>): this {
    this.#settings = settings;
    return this;
  }

  /** Runs a command as a document shows it. */
  type(command: string): Promise<Finished> {
    const [tool, ...words] = command.split(' ');
    if (tool === 'npx') return this.#spawn(words[0] ?? '', words.slice(1)).finished;
    // npm run SCRIPT -- ARGUMENTS
    return this.run(words[1] ?? '', ...words.slice(3));
  }

  /** Runs a script of package.json, as `npm run` does, without npm's own second. */
  run(script: string, ...args: string[]): Promise<Finished> {
    return this.start(script, ...args).finished;
  }

  /** Starts a script of package.json; it can be sent a signal while it runs. */
  start(script: string, ...args: string[]): Started {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [command = '', ...own] = (scripts[script] ?? '').split(' ');
    return this.#spawn(command, [...own, ...args]);
  }

  #spawn(command: string, args: readonly string[]): Started {
    const program = command === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', command);
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...ownEnvironment(), ...this.#settings },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    const finished = new Promise<Finished>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
    const started = {
      pid: child.pid ?? 0,
      finished,
      signal: (signal: NodeJS.Signals) => void child.kill(signal),
    };
    this.#running.add(started);
    child.once('close', () => this.#running.delete(started));
    return started;
  }

  /** The verdict file of the last run; throws when there is none. */
  verdicts(): Verdicts {
    return JSON.parse(readFileSync(path.join(this.folder, 'reports/out/verdicts.json'), 'utf8')) as Verdicts;
  }

  /** A file of the copy, or one that a run has left there. */
  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** Makes it a fresh copy again: what was edited is as it was, and what was added or left by a run has gone. */
  async restore(): Promise<void> {
    await this.#endAll();
    this.#settings = {};
    for (const file of this.#edited) this.#copy(file);
    this.#edited.clear();
    const added = readdirSync(this.folder).filter((name) => !parts.includes(name) && name !== 'node_modules');
    for (const name of ['reports/out', ...added])
      rmSync(path.join(this.folder, name), { recursive: true, force: true });
  }

  /** Removes the folder. */
  async remove(): Promise<void> {
    await this.#endAll();
    rmSync(this.folder, { recursive: true, force: true });
    open.delete(this.folder);
  }

  /** Ends what still runs here, as it does where a test has run out of time. */
  async #endAll(): Promise<void> {
    const running = [...this.#running];
    for (const one of running) one.signal('SIGTERM');
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

/**
 * A folder that no other worker, nor another project, has: the same from test to test, since Playwright compiles a file
 * again wherever it finds it at another place, which takes longer than most runs do.
 */
function freeFolder(): string {
  const project = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const worker = process.env['TEST_PARALLEL_INDEX'] ?? process.pid;
  for (let nth = 0; ; nth += 1) {
    const folder = path.join(tmpdir(), `workspace-${project}-${worker}-${nth}`);
    if (!open.has(folder)) return folder;
  }
}

/** The environment without what the runner of these tests, or whoever started it, says in it. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TARGET|CONFORMANCE|TEST)_/.test(name)),
  );
}
