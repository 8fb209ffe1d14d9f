/**
 * The command behind `npm run mutants:machinery`: mutates the code that turns findings into verdicts, and the
 * code that keeps secrets, one small change at a time, and prints the changes that no test of the suite itself detects,
 * as it finds them.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { JSONReport } from '@playwright/test/reporter';
import { randomOf, shuffled } from '../../stability/random.ts';
import { type Edit, editsOf } from './changes.ts';
import { copyOfProject, readSources, root } from './copy.ts';

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** How many copies of the project are mutated in parallel. */
const SIDE_BY_SIDE = 2;

/** A change after which the tests do not end counts as detected. */
const LIMIT_MS = 120_000;

/** The files, each with the tests that pin it; tests that run whole commands are left out. */
const machinery: Readonly<Record<string, readonly string[]>> = {
  'reports/judge/verdicts.ts': ['verdicts/verdicts'],
  'reports/judge/outcome.ts': ['verdicts/outcome'],
  'reports/judge/facts.ts': ['verdicts/collect'],
  'reports/judge/run.ts': ['verdicts/outcome'],
  'reports/judge/collect.ts': ['verdicts/collect'],
  'reports/judge/reason.ts': ['verdicts/reason'],
  'reports/judge/deviations.ts': ['verdicts/deviations'],
  'reports/judge/deviations-file.ts': ['verdicts/deviations-file', 'verdicts/deviations'],
  'tests/support/secrets/mask.ts': ['secrets/mask', 'secrets/mask-escapes'],
  'tests/support/secrets/needles.ts': ['secrets/mask', 'secrets/mask-escapes'],
  'tests/support/secrets/views.ts': ['secrets/mask', 'secrets/mask-escapes'],
  'tests/support/secrets/learn.ts': [
    'secrets/learn',
    'secrets/learn-settings',
    'secrets/mask',
    'secrets/mask-escapes',
  ],
  'tests/support/secrets/learn-json.ts': ['secrets/learn'],
  'tests/support/secrets/learn-text.ts': ['secrets/learn'],
  'tests/support/secrets/secret-names.ts': ['secrets/learn'],
  'reports/guard/redact.ts': ['secrets/guard'],
  'tests/support/judging/conclusion.ts': ['verdicts/conclusion', 'verdicts/lifecycle'],
  'tests/support/judging/judge.ts': ['verdicts/judge'],
  'tests/support/judging/comparisons.ts': ['verdicts/matchers'],
  'tests/support/judging/expect.ts': ['verdicts/matchers'],
  'tests/support/judging/matchers.ts': ['verdicts/matchers', 'verdicts/judge'],
  'tests/support/judging/lifecycle.ts': ['verdicts/lifecycle'],
};

const usage = `npm run mutants:machinery                        all mutations of all files
npm run mutants:machinery -- FILE…               only the files whose path contains one of these
npm run mutants:machinery -- --sample N [--seed S]   N mutations of each file, chosen by a seed`;

/** What became of a change: `killed` by a test that fails; `broken` code that does not even load is no kill. */
type Fate = 'killed' | 'survived' | 'broken' | 'endless';

interface Tried {
  readonly file: string;
  readonly edit: Edit;
  readonly line: number;
  readonly before: string;
  readonly fate: Fate;
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  });
  const files = Object.keys(machinery).filter(
    (file) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
  );
  if (values.help || files.length === 0) {
    console.error(usage);
    return 2;
  }
  const edits = changesOf(files);
  const random = randomOf(Number(values.seed));
  const chosen = files.flatMap((file) => {
    const own = (edits.get(file) ?? []).map((edit) => ({ file, edit }));
    return values.sample === undefined ? own : shuffled(own, random).slice(0, Number(values.sample));
  });
  const began = performance.now();
  const tried = await tryEach(chosen);
  console.log(summaryOf(files, tried).join('\n'));
  console.log(`${tried.length} changes in ${Math.round((performance.now() - began) / 1000)} s`);
  return tried.some(({ fate }) => fate === 'survived') ? 1 : 0;
}

/** Every change to each of the files. */
function changesOf(files: readonly string[]): Map<string, Edit[]> {
  return readSources(files, editsOf);
}

async function tryEach(changes: readonly { readonly file: string; readonly edit: Edit }[]): Promise<Tried[]> {
  const left = [...changes];
  const tried: Tried[] = [];
  const work = async (): Promise<void> => {
    const folder = copyOfProject();
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { file, edit } = next;
        const text = readFileSync(path.join(root, file), 'utf8');
        writeFileSync(path.join(folder, file), text.slice(0, edit.start) + edit.text + text.slice(edit.end));
        const fate = await fateIn(folder, machinery[file] ?? []);
        writeFileSync(path.join(folder, file), text);
        const line = text.slice(0, edit.start).split('\n').length;
        const one = { file, edit, line, before: text.slice(edit.start, edit.end), fate };
        tried.push(one);
        if (fate === 'survived') console.error(toldOf(one));
        if (process.stderr.isTTY)
          process.stderr.write(`\r\u001b[2K${tried.length}/${changes.length} ${file}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  return tried;
}

/** Runs tests in a copy of the project until one of them fails. */
function fateIn(folder: string, specs: readonly string[]): Promise<Fate> {
  const files = specs.map((name) => `suite/${name}\\.spec\\.ts`);
  const child = spawn(
    process.execPath,
    [playwright, 'test', '-c', 'tests/suite', '-x', '--workers=1', '--reporter=json', ...files],
    // A process group of its own: a worker in an endless loop outlives its parent.
    { cwd: folder, env: process.env, stdio: ['ignore', 'pipe', 'ignore'], detached: true },
  );
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(late ? 'endless' : fateOf(printed));
    });
  });
}

/** What Playwright's JSON report says: a test that failed is a kill, an error outside every test is none. */
export function fateOf(printed: string): Fate {
  try {
    const { stats } = JSON.parse(printed) as JSONReport;
    if (stats.unexpected > 0) return 'killed';
    return stats.expected > 0 ? 'survived' : 'broken';
  } catch {
    return 'broken';
  }
}

function summaryOf(files: readonly string[], tried: readonly Tried[]): string[] {
  const of = (file: string, ...fates: Fate[]): number =>
    tried.filter((one) => one.file === file && fates.includes(one.fate)).length;
  const row = (name: string, killed: number, survived: number, broken: number): string => {
    const all = killed + survived;
    const score = all === 0 ? '-' : `${Math.floor((100 * killed) / all)} %`;
    return `${name.padEnd(32)}${String(killed).padStart(8)}${String(survived).padStart(10)}${String(broken).padStart(8)}${score.padStart(8)}`;
  };
  const rows = files.map(
    (file) => [of(file, 'killed', 'endless'), of(file, 'survived'), of(file, 'broken')] as const,
  );
  const sum = (column: 0 | 1 | 2): number => rows.reduce((all, numbers) => all + numbers[column], 0);
  const survivors = tried
    .filter(({ fate }) => fate === 'survived')
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.edit.start - b.edit.start)
    .map(toldOf);
  return [
    `${'Changes'.padEnd(32)}  killed  survived  broken   score`,
    ...files.map((file, index) => row(file, ...(rows[index] ?? [0, 0, 0]))),
    row('all', sum(0), sum(1), sum(2)),
    ...(survivors.length > 0 ? ['', 'Survived', ...survivors] : []),
  ];
}

function toldOf({ file, line, edit, before }: Tried): string {
  return `${file}:${line} ${edit.kind}: ${short(before)} → ${short(edit.text)}`;
}

function short(text: string): string {
  const one = text.replace(/\s+/g, ' ');
  return one === '' ? '(nothing)' : one.length > 70 ? `${one.slice(0, 69)}…` : one;
}

if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url))
  process.exitCode = await run(process.argv.slice(2));
