import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, expect, test } from '@playwright/test';
import { type Comparison, compare } from '../../reports/judge/comparison.ts';
import { changeOf, differenceOf, driftSince, kindOf } from '../../reports/judge/drift.ts';
import { countsOf } from '../../reports/judge/outcome.ts';
import type { Change, Entry, Verdict, Verdicts } from '../../reports/model.ts';
import { comparePage } from '../../reports/write/compare-page.ts';
import { browserPath } from '../support/browser.ts';
import { catalogue, requirementIds } from '../support/catalogue.ts';
import { readBaseline, readVerdictFile } from '../support/verdict-file.ts';
import { TinyProject } from './tiny-project.ts';
import { valid } from './well-formed.ts';

const row = (id: string, verdict: Verdict, more: Partial<Entry> = {}): Entry => ({
  id,
  level: 'must',
  verdict,
  reason: verdict === 'pass' ? '' : 'a reason',
  observed: null,
  tests: ['a'],
  ...more,
});
const unselected = (id: string) => row(id, 'not-exercised', { reason: 'not selected', tests: [] });
const file = (requirements: Entry[], more: Partial<Verdicts> = {}): Verdicts => ({
  schemaVersion: 1,
  complete: true,
  suite: { version: '1.0.0', catalogue: 'a'.repeat(64) },
  target: { kind: 'live', name: 'staging', urls: { api: 'https://api.example' } },
  startedAt: '2026-11-20T02:00:00.000Z',
  durationMs: 9,
  requests: 9,
  outcome: requirements.some(({ verdict }) => verdict === 'fail') ? 'non-conformant' : 'partial',
  counts: countsOf(requirements),
  requirements,
  ...more,
});

test.describe('a change of verdict', () => {
  const kinds: Record<Change['kind'], string> = {
    regression:
      'pass fail, pass blocked, pass warn, observed fail, warn fail, warn blocked, blocked fail, not-exercised fail, not-exercised blocked',
    improvement:
      'fail pass, fail warn, fail observed, warn pass, blocked pass, blocked warn, blocked observed',
    other:
      'pass not-exercised, fail not-exercised, blocked not-exercised, fail blocked, not-exercised pass, not-exercised observed, observed pass',
  };
  for (const [kind, pairs] of Object.entries(kinds)) {
    for (const pair of pairs.split(', ')) {
      test(`${pair.replace(' ', ' → ')} is ${kind}`, () => {
        const [old, now] = pair.split(' ') as [Verdict, Verdict];
        expect(kindOf(old, now)).toBe(kind);
        expect(changeOf('TEL-001', row('TEL-001', old), row('TEL-001', now))).toMatchObject({
          kind,
          old: { verdict: old },
          new: { verdict: now },
        });
      });
    }
  }
});

test.describe('the difference of two runs', () => {
  test('says which verdicts, observations and reasons of a failure changed, and no others', () => {
    const older = [
      row('IDN-001', 'pass'),
      row('IDN-002', 'observed', { observed: 'a' }),
      row('IDN-003', 'fail', { reason: 'got 500' }),
      row('IDN-004', 'not-exercised', { reason: 'no data' }),
      row('IDN-005', 'pass', { observed: 'x' }),
      row('IDN-006', 'warn', { reason: 'got 500' }),
      unselected('IDN-007'),
      row('IDN-008', 'pass'),
      row('IDN-009', 'pass'),
    ];
    const newer = [
      row('IDN-001', 'fail', { reason: 'got 404' }),
      row('IDN-002', 'observed', { observed: 'b' }),
      row('IDN-003', 'fail', { reason: 'got 502' }),
      row('IDN-004', 'not-exercised', { reason: 'no number in stock' }),
      row('IDN-005', 'pass', { observed: 'y' }),
      row('IDN-006', 'warn', { reason: 'got 502' }),
      row('IDN-007', 'fail'),
      unselected('IDN-008'),
      row('IDN-010', 'pass'),
    ];
    const { changes, ...rest } = differenceOf(older, newer);
    expect(changes.map(({ id, kind, what }) => `${id} ${kind} ${what.join()}`)).toEqual([
      'IDN-001 regression verdict',
      'IDN-002 other observed',
      'IDN-003 other reason',
      'IDN-005 other observed',
      'IDN-006 other reason',
    ]);
    expect(changes[2]).toMatchObject({ old: { reason: 'got 500' }, new: { reason: 'got 502' } });
    expect(rest).toEqual({ onlyOld: ['IDN-009'], onlyNew: ['IDN-010'], unselected: 2, same: 1 });
  });

  test('of a run and itself is nothing', () => {
    const rows = [row('IDN-001', 'fail'), row('IDN-002', 'observed', { observed: 'a' })];
    expect(differenceOf(rows, structuredClone(rows))).toMatchObject({ changes: [], same: 2 });
  });
});

test.describe('what is not the same about the runs', () => {
  const base = file([row('IDN-001', 'pass')]);
  const changed = (more: Partial<Verdicts>, old = base) => {
    const { changed, deployment, notes } = compare(old, { ...old, ...more }, ['a', 'b']);
    return { changed, deployment, notes };
  };

  test('nothing', () => expect(changed({})).toEqual({ changed: [], deployment: [], notes: [] }));

  test('the deployment, by its name and addresses', () => {
    const target = { kind: 'live' as const, name: 'production', urls: { base: 'https://b.example' } };
    expect(changed({ target })).toEqual({
      changed: ['deployment'],
      deployment: [
        { what: 'name', old: 'staging', new: 'production' },
        { what: 'collaboration server', old: 'none', new: 'https://b.example' },
        { what: 'telephony server', old: 'https://api.example', new: 'none' },
      ],
      notes: [],
    });
  });

  test('not the ports of the mock, which are others each time', () => {
    const mock = (port: number) => ({
      kind: 'mock' as const,
      name: 'mock',
      urls: { api: `http://127.0.0.1:${port}` },
    });
    expect(changed({ target: mock(2) }, file([], { target: mock(1) })).changed).toEqual([]);
  });

  test('the suite and the catalogue', () => {
    expect(changed({ suite: { ...base.suite, version: '1.1.0' } }).changed).toEqual(['suite']);
    expect(changed({ suite: { ...base.suite, catalogue: 'b'.repeat(64) } }).changed).toEqual(['catalogue']);
  });

  test('that one is not complete, or a shard', () => {
    expect(changed({ complete: false, shard: { current: 1, total: 2 } }).notes).toEqual([
      'the new run is not complete: what it did not reach is not exercised there',
      'the new run is shard 1 of 2 alone',
    ]);
  });

  test('drift says it of the baseline by the same code', () => {
    const now = file([row('IDN-001', 'fail')], { suite: { ...base.suite, version: '2.0.0' } });
    expect(driftSince(base, now)).toEqual({
      baseline: { name: 'staging', startedAt: base.startedAt, complete: true, changed: ['suite'] },
      drift: compare(base, now, ['a', 'b']).changes,
    });
  });
});

test.describe('the command', () => {
  let folder: string;
  test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'compare-'))));
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, value: unknown) => {
    const at = path.join(folder, name);
    writeFileSync(at, typeof value === 'string' ? value : JSON.stringify(value));
    return at;
  };
  const root = path.resolve(import.meta.dirname, '../..');
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'reports/compare.ts', ...args],
      { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH } },
    );
    return { status, stdout, stderr };
  };

  test('tells people and programs the same, and exits 1 on a regression', () => {
    const a = put('a.json', file([row('IDN-001', 'pass'), row('IDN-002', 'observed', { observed: 'a' })]));
    const b = put(
      'b.json',
      file([
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
    const a = put('a.json', file([row('IDN-001', 'pass')]));
    const b = put('b.json', file([row('IDN-001', 'fail', { reason: 'got ```` <b>' })]));
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
    const a = put('a.json', file(ids.map((id) => row(id, 'pass'))));
    const lost = (id: string) =>
      row(id, 'not-exercised', { reason: id === 'IDN-003' ? 'no call' : 'no client' });
    const { stdout } = run(a, put('b.json', file(ids.map(lost))));
    expect(stdout).toContain('  2 requirements pass → not-exercised: no client\n    IDN-001 IDN-002\n');
    expect(stdout).toMatch(/ {2}IDN-003 changed pass → not-exercised .*\n {4}now no call\n/);
  });

  test('exits 0 without a regression: an improvement, a lost check, another value', () => {
    const a = put('a.json', file([row('IDN-001', 'fail'), row('IDN-002', 'pass')]));
    const b = put('b.json', file([row('IDN-001', 'pass'), row('IDN-002', 'not-exercised')]));
    const { status, stdout } = run(a, b);
    expect(status).toBe(0);
    expect(stdout).toContain('Improvements: 1');
    expect(stdout).toContain('IDN-002 changed pass → not-exercised');
    expect(run(a, a)).toMatchObject({ status: 0, stdout: expect.stringContaining('2 the same') });
  });

  test('exits 2 where too little was judged to tell that there is no regression', () => {
    const a = put('a.json', file([row('IDN-001', 'pass')]));
    const lost = [row('IDN-001', 'not-exercised')];
    for (const more of [{ outcome: 'inconclusive' }, { complete: false }] as const) {
      const b = put('b.json', file(lost, more));
      expect(run(a, b).status, JSON.stringify(more)).toBe(2);
    }
    expect(run(a, put('none.json', file([]))).status).toBe(2);
    expect(run(put('dead.json', file(lost, { outcome: 'inconclusive' })), a).status).toBe(2);
  });

  test('exits 2 with one clear sentence on what is no verdict file, and on a wrong command', () => {
    const good = put('good.json', file([row('IDN-001', 'pass')]));
    const twice = put('twice.json', file([row('IDN-001', 'pass'), row('IDN-001', 'fail')]));
    const lies = put('lies.json', file([row('IDN-001', 'fail')], { outcome: 'conformant' }));
    const miscounted = put('miscounted.json', { ...file([row('IDN-001', 'pass')]), counts: countsOf([]) });
    const cases: [string[], string][] = [
      [[good, lies], 'contradicts itself: its outcome is conformant, its rows are not'],
      [[good, miscounted], 'contradicts itself: it counts 0 as pass, and has 1'],
      [[good, path.join(folder, 'absent.json')], 'there is no file'],
      [[put('text.json', 'text'), good], 'text.json is no JSON'],
      [[good, put('other.json', { a: 1 })], 'other.json is no verdict file: /schemaVersion is missing'],
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
});

test.describe('the page', () => {
  const hostile =
    '</script><img src="https://evil.example/x.png" onerror="alert(1)"><script>alert(1)</script>';
  const comparison = compare(
    file([
      row('IDN-001', 'pass'),
      row('IDN-002', 'fail', { reason: 'got 500' }),
      row('IDN-003', 'observed', { observed: 'a' }),
      row('IDN-004', 'pass'),
      row('IDN-005', 'pass'),
    ]),
    file(
      [
        row('IDN-001', 'fail', { reason: `${hostile} \u202eevil` }),
        row('IDN-002', 'pass'),
        row('IDN-003', 'observed', { observed: hostile }),
        row('IDN-004', 'not-exercised'),
        row('IDN-006', 'pass'),
      ],
      { target: { kind: 'live', name: hostile, urls: { api: 'https://very-long-host-name.'.repeat(8) } } },
    ),
    ['yesterday.json', 'today.json'],
  );
  const html = comparePage(comparison, catalogue);

  test('escapes whatever a run says', () => {
    expect(html).toContain('&lt;img src=&quot;https://evil.example');
    expect(html).not.toMatch(/<img|\u202e/);
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  test('is read in a browser: no request, no violation, a filter, permanent links, wide and narrow', async ({}, testInfo) => {
    const executablePath = browserPath();
    test.skip(executablePath === undefined, 'needs Chromium: npx playwright install chromium');
    const at = testInfo.outputPath('page.html');
    writeFileSync(at, html);
    const browser = await chromium.launch({ executablePath: executablePath ?? '' });
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 375]) {
          const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
          const page = await context.newPage();
          const asked: string[] = [];
          const said: string[] = [];
          page.on('request', (request) => asked.push(request.url()));
          page.on('console', (message) => said.push(message.text()));
          page.on('pageerror', (error) => said.push(error.message));
          page.on('dialog', (dialog) => said.push(dialog.message()));
          const url = pathToFileURL(at).href;
          await page.goto(`${url}#IDN-003-observed`);

          await expect(page.locator('#IDN-003-observed')).toBeInViewport();
          await expect(page.locator('.changes > li:visible')).toHaveCount(4);
          await page.getByLabel('Show').selectOption('regression');
          await expect(page.locator('.changes > li:visible')).toHaveCount(1);
          await expect(page.locator('output')).toHaveText('1 of 4 shown');
          await page.getByLabel('Show').selectOption('');
          await page.getByLabel('Find').fill('idn-002 500');
          await expect(page.locator('.changes > li:visible')).toHaveId('IDN-002');
          await page.getByLabel('Find').fill('');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, `${colorScheme}, ${width} wide`).toBeLessThanOrEqual(0);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
          expect(asked.filter((one) => !one.startsWith('file:') && !one.startsWith('data:'))).toEqual([]);
          expect(said).toEqual([]);
          await page.screenshot({ path: testInfo.outputPath(`${colorScheme}-${width}.png`), fullPage: true });
          await context.close();
        }
      }
    } finally {
      await browser.close();
    }
  });

  test('without a change it says so', () => {
    const same = comparePage(compare(file([]), file([]), ['a', 'b']), {});
    expect(same).toContain('No verdict changed.');
    expect(same).toContain('Nothing was observed differently.');
  });
});

test.describe('a baseline', () => {
  const ids = requirementIds.filter((id) => !catalogue[id].untestable && !catalogue[id].unwritten);
  const of = (level: string) => ids.find((id) => catalogue[id].level === level) ?? '';
  const [must, open] = [of('must'), of('open')];
  const checks = (status: number, seen: string) => `
test('holds', covers('${must}'), () => { expect(${status}).toBe(200); });
test('is open', covers('${open}'), () => record([{ id: '${open}', is: 'observed', value: '${seen}' }]));
`;
  let tiny: TinyProject;
  test.afterEach(() => tiny.remove());

  test('what changed since is drift, old beside new, and changes no exit code', async () => {
    tiny = new TinyProject({ 'a.spec.ts': checks(200, 'one') });
    expect((await tiny.launch(['mock']).ended).code).toBe(0);
    tiny.write('base.json', tiny.read('verdicts.json'));
    const prelude = readFileSync(path.join(tiny.folder, 'a.spec.ts'), 'utf8').split("\ntest('holds'")[0];
    const env = { TARGET_BASELINE: path.join(tiny.folder, 'base.json') };

    tiny.write('a.spec.ts', `${prelude}\n${checks(200, 'two')}`);
    const drifted = await tiny.launch(['mock'], env).ended;
    expect(drifted.code, drifted.output).toBe(0);
    expect(drifted.output).toMatch(/Drift since mock of \S+\n {2}\S+ changed\n {4}old one\n {4}new two\n/);
    expect(tiny.verdicts.drift).toEqual([
      {
        id: open,
        kind: 'other',
        what: ['observed'],
        old: expect.objectContaining({ observed: 'one' }),
        new: expect.objectContaining({ observed: 'two' }),
      },
    ]);
    expect(tiny.verdicts.baseline).toMatchObject({ name: 'mock', complete: true, changed: [] });
    expect(valid(tiny.verdicts)).toEqual([]);

    // A row that was not selected this time has not drifted.
    tiny.write('a.spec.ts', `${prelude}\n${checks(500, 'two')}`);
    const worse = await tiny.launch(['mock', '--grep', 'holds'], env).ended;
    expect(worse.code).toBe(1);
    expect(tiny.verdicts.drift?.map(({ id, kind }) => [id, kind])).toEqual([[must, 'regression']]);
  });

  test('one that is not there, no verdict file, or of a run that judged nothing is none', () => {
    tiny = new TinyProject({});
    const at = (name: string, value: unknown) => {
      tiny.write(name, JSON.stringify(value));
      return path.join(tiny.folder, name);
    };
    expect(() => readBaseline(path.join(tiny.folder, 'absent.json'))).toThrow('there is no file');
    expect(() => readBaseline(tiny.folder)).toThrow('cannot be read');
    expect(() => readBaseline(at('other.json', []))).toThrow('is no verdict file');
    const nothing = at('nothing.json', file([unselected('IDN-001')]));
    expect(() => readBaseline(nothing)).toThrow('keep a baseline elsewhere');
    expect(readVerdictFile(nothing).requirements).toHaveLength(1);
    expect(readBaseline(at('good.json', file([row('IDN-001', 'pass')]))).requirements).toHaveLength(1);
  });
});
