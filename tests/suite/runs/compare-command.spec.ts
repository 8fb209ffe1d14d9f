import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Comparison } from '../../../reports/judge/comparison.ts';
import { countsOf } from '../../../reports/judge/outcome.ts';
import { catalogue } from '../../support/catalogue.ts';
import { fileOf, row, unselected } from '../support/verdict-samples.ts';

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'compare-'))));
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, value: unknown) => {
  const at = path.join(folder, name);
  writeFileSync(at, typeof value === 'string' ? value : JSON.stringify(value));
  return at;
};
const root = path.resolve(import.meta.dirname, '../../..');
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'reports/compare.ts', ...args],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
  return { status, stdout, stderr };
};

test('tells people and programs the same, and exits 1 on a regression', () => {
  const a = put('a.json', fileOf([row('IDN-001', 'pass'), row('IDN-002', 'observed', { observed: 'a' })]));
  const b = put(
    'b.json',
    fileOf([
      row('IDN-001', 'fail', { reason: 'got \u001b[31m404' }),
      row('IDN-002', 'observed', { observed: 'b' }),
    ]),
  );
  const text = run(a, b);
  expect(text.status, text.stderr).toBe(1);
  const title = catalogue['IDN-001'].title;
  expect(text.stdout).toContain(`Regressions: 1\n  IDN-001 regression pass → fail ${title}\n`);
  expect(text.stdout).toContain(`pass → fail ${title}\n    now got 404\n`);
  expect(text.stdout).toContain('    old a\n    new b\n');
  expect(text.stdout).toContain('the deployment is the same');
  expect(text.stdout.trimEnd().split('\n').at(-1)).toBe(
    '1 regression, 0 improvements, 1 changed otherwise, 0 the same (1 observation and 0 reasons changed)',
  );

  const page = path.join(folder, 'deep/page.html');
  const json = run(a, b, '--json', '--html', page);
  expect(json.status, json.stderr).toBe(1);
  const comparison = JSON.parse(json.stdout) as Comparison;
  expect(comparison).toMatchObject({
    counts: { regression: 1, improvement: 0, other: 1 },
    old: { file: a, complete: true },
    changed: [],
  });
  expect(comparison.changes.map(({ id }) => id)).toEqual(['IDN-001', 'IDN-002']);
  expect(readFileSync(page, 'utf8')).toContain('id="IDN-002-observed"');
});

test('tells the summary of a job, whatever a deployment sent', () => {
  const a = put('a.json', fileOf([row('IDN-001', 'pass')]));
  const b = put('b.json', fileOf([row('IDN-001', 'fail', { reason: 'got ```` <b>' })]));
  const job = path.join(folder, 'job.md');
  const env = { PATH: process.env.PATH, GITHUB_STEP_SUMMARY: job, FORCE_COLOR: '1' };
  const args = ['--import', 'tsx', 'reports/compare.ts', a, b];
  expect(spawnSync(process.execPath, args, { cwd: root, env }).status).toBe(1);
  const lines = readFileSync(job, 'utf8').split('\n');
  expect(lines[0]).toMatch(/^## Since staging, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect([lines[2], lines.at(-2)]).toEqual(['`````text', '`````']);
  expect(lines).toContain('    now got ```` <b>');
  expect(lines.at(-3)).toMatch(/^1 regression, 0 improvements/);
});

test('what one reason keeps from being judged is told together', () => {
  const ids = ['IDN-001', 'IDN-002', 'IDN-003'];
  const a = put('a.json', fileOf(ids.map((id) => row(id, 'pass'))));
  const lost = (id: string) =>
    row(id, 'not-exercised', { reason: id === 'IDN-003' ? 'no call' : 'no client' });
  const { stdout } = run(a, put('b.json', fileOf(ids.map(lost))));
  expect(stdout).toContain('  2 requirements pass → not-exercised: no client\n    IDN-001 IDN-002\n');
  expect(stdout).toMatch(/ {2}IDN-003 changed pass → not-exercised .*\n {4}now no call\n/);
});

test('nothing that a file says moves a terminal, or is a command to the runner of GitHub Actions', () => {
  const evil = '::add-mask::pass ##[error]owned \u009b2J\u202eevil\ud800';
  const a = put('a.json', fileOf([row('IDN-001', 'pass')]));
  const b = put('b.json', fileOf([row('IDN-001', 'fail', { reason: evil })]));
  const json = run(a, b, '--json');
  expect(json.stdout).not.toMatch(/[\u009b\u202e]/);
  expect((JSON.parse(json.stdout) as Comparison).changes[0]?.new.reason).toBe(evil);
  const wrong = run(put('wrong.json', { ...fileOf([]), outcome: evil }), a);
  expect(wrong.stderr).toContain('##[error]owned');
  expect(wrong.stderr).not.toMatch(/[\u009b\u202e]/);

  const env = { PATH: process.env.PATH, GITHUB_ACTIONS: 'true' };
  const args = ['--import', 'tsx', 'reports/compare.ts', a, b];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  const [, token] = /^::stop-commands::(\S{30,})$/.exec(lines[0] ?? '') ?? [];
  expect(lines.indexOf(`::${token}::`)).toBe(lines.length - 2);
  expect(lines.findIndex((one) => one.includes('##[error]'))).toBeLessThan(lines.length - 2);
  expect(lines.at(-1)).toMatch(/^1 regression, /);
});

test('exits 0 without a regression: an improvement, a lost check, another value', () => {
  const a = put('a.json', fileOf([row('IDN-001', 'fail'), row('IDN-002', 'pass')]));
  const b = put('b.json', fileOf([row('IDN-001', 'pass'), row('IDN-002', 'not-exercised')]));
  const { status, stdout } = run(a, b);
  expect(status).toBe(0);
  expect(stdout).toContain('Improvements: 1');
  expect(stdout).toContain('IDN-002 changed pass → not-exercised');
  expect(run(a, a)).toMatchObject({ status: 0, stdout: expect.stringContaining('2 the same') });
});

test('exits 2 where too little was judged to tell that there is no regression', () => {
  const a = put('a.json', fileOf([row('IDN-001', 'pass')]));
  const lost = [row('IDN-001', 'not-exercised')];
  for (const more of [{ outcome: 'inconclusive' }, { complete: false }] as const) {
    const b = put('b.json', fileOf(lost, more));
    expect(run(a, b).status, JSON.stringify(more)).toBe(2);
  }
  expect(run(a, put('none.json', fileOf([]))).status).toBe(2);
  expect(run(put('dead.json', fileOf(lost, { outcome: 'inconclusive' })), a).status).toBe(2);
});

test('exits 2 where the new run was not asked for what the old one judged', () => {
  const [one, two] = ['IDN-001', 'IDN-002'] as const;
  const whole = put('whole.json', fileOf([row(one, 'pass'), row(two, 'pass')]));
  const part = put('part.json', fileOf([unselected(one), row(two, 'pass')]));
  const told = 'the new run did not select 1 requirement that the old run judged: IDN-001';
  const { status, stdout } = run(whole, part);
  expect(status, stdout).toBe(2);
  expect(stdout).toContain(`  ${told}\n`);
  const json = run(whole, part, '--json');
  expect(json.status).toBe(2);
  expect(JSON.parse(json.stdout)).toMatchObject({ leftOut: [one], notes: [told] });

  // What was asked for both times is compared whole; what was never judged is not lost.
  expect(run(part, part).status).toBe(0);
  expect(run(part, whole).status).toBe(0);
  const needy = put('needy.json', fileOf([row(one, 'not-exercised'), row(two, 'pass')]));
  expect(run(needy, part).status).toBe(0);
  // A regression is one, however little was judged.
  expect(run(whole, put('worse.json', fileOf([unselected(one), row(two, 'fail')]))).status).toBe(1);
});

test('exits 2 with one clear sentence on what is no verdict file, and on a wrong command', () => {
  const good = put('good.json', fileOf([row('IDN-001', 'pass')]));
  const twice = put('twice.json', fileOf([row('IDN-001', 'pass'), row('IDN-001', 'fail')]));
  const lies = put('lies.json', fileOf([row('IDN-001', 'fail')], { outcome: 'conformant' }));
  const miscounted = put('miscounted.json', { ...fileOf([row('IDN-001', 'pass')]), counts: countsOf([]) });
  const cases: [string[], string][] = [
    [[good, lies], 'contradicts itself: its outcome is conformant, which its rows contradict'],
    [[good, miscounted], 'contradicts itself: it counts 0 as pass, and has 1'],
    [[good, path.join(folder, 'absent.json')], 'there is no file'],
    [[put('text.json', 'text'), good], 'text.json is not JSON'],
    [[good, put('other.json', { a: 1 })], 'other.json is not a verdict file: /schemaVersion is missing'],
    [[good, twice], 'it has IDN-001 twice'],
    [[good], 'Expected two verdict files: npm run compare'],
    [[good, good, good], 'Expected two verdict files'],
    [[good, good, '--nonsense'], '--nonsense'],
  ];
  for (const [args, message] of cases) {
    const { status, stdout, stderr } = run(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect([status, stdout], args.join(' ')).toEqual([2, '']);
  }
});
