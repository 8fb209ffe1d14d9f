import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { EvidenceFile } from '../../../reports/write/evidence-file.ts';
import { requirementIds } from '../../support/catalogue.ts';
import { checkable } from '../support/checkable.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { valid } from '../support/well-formed.ts';

const [a = '', b = '', c = ''] = checkable('must');
let tiny: TinyProject;
test.beforeEach(() => {
  tiny = new TinyProject({
    'a.spec.ts': `test('holds', covers('${a}'), () => {});`,
    'b.spec.ts': `test('contradicts', covers('${b}'), async () => { await record([], { exchanges: [exchange] }); expect(1).toBe(2); });`,
    'c.spec.ts': `test('breaks', covers('${c}'), () => { throw new Error('x'); });`,
  });
});
test.afterEach(() => tiny.remove());
const out = (name: string) => path.join(tiny.folder, name);
const root = path.resolve(import.meta.dirname, '../../..');

test('makes one verdict file of what the shards of a real run wrote', async () => {
  const codes: (number | null)[] = [];
  for (const n of [1, 2, 3, 4]) {
    const env = { CONFORMANCE_OUTPUT: out(`shards/${n}`) };
    codes.push((await tiny.launch(['mock', `--shard=${n}/4`], env).ended).code);
  }
  // Three files make three shards, and a fourth that has nothing to show.
  expect(codes.map(String).toSorted()).toEqual(['0', '1', '2', '2']);

  // What an earlier run left is not taken for this one's.
  const left = [
    'verdicts.json',
    'evidence.json',
    'junit.xml',
    'allure-results/x',
    'allure-report/index.html',
  ];
  for (const name of left) tiny.write(path.join('out', name), '{}');
  const job = out('job.md');
  const missing = await tiny.run(path.join(root, 'reports/merge.ts'), ['shards/1', 'shards/2', 'shards/3'], {
    GITHUB_STEP_SUMMARY: job,
  }).ended;
  expect([missing.code, missing.output]).toEqual([2, 'Shard 4 of 4 is missing.\n']);
  expect(readFileSync(job, 'utf8')).toBe(
    '## The shards do not belong to one run\n\n- Shard 4 of 4 is missing.\n',
  );
  expect(left.filter((name) => tiny.has(name))).toEqual([]);

  const { code, output } = await tiny.run(path.join(root, 'reports/merge.ts'), ['shards']).ended;
  expect(code, output).toBe(1);
  expect(valid(tiny.verdicts)).toEqual([]);
  expect(tiny.verdicts).toMatchObject({ complete: true, outcome: 'non-conformant' });
  expect([a, b, c].map((id) => tiny.entry(id)?.verdict)).toEqual(['pass', 'fail', 'blocked']);
  expect(tiny.verdicts.requirements).toHaveLength(requirementIds.length);
  expect(tiny.verdicts).not.toHaveProperty('shard');
  expect(output.trimEnd().split('\n').at(-1)).toBe(
    `1 passed, 2 failed, ${requirementIds.length - 3} skipped`,
  );
  expect(output).toContain(`FAIL ${b}`);
  expect(tiny.read('junit.xml')).toContain('failures="1" errors="1"');
  // What the shards saw is seen in the whole as well: by the site, and by Allure.
  const evidence = JSON.parse(tiny.read('evidence.json')) as EvidenceFile;
  expect(evidence.startedAt).toBe(tiny.verdicts.startedAt);
  expect(evidence.checks.flatMap(({ exchanges }) => exchanges)).toHaveLength(1);
  expect(output).toContain('POST http://127.0.0.1/v2/x.json → 400');
  expect(readdirSync(path.join(tiny.out, 'allure-results')).length).toBeGreaterThan(requirementIds.length);
});

test('takes damaged evidence for absent, and says so', async () => {
  const shard = out('shards/1');
  await tiny.launch(['mock', '--shard=1/1'], { CONFORMANCE_OUTPUT: shard }).ended;
  const whole = readFileSync(path.join(shard, 'evidence.json'), 'utf8');
  const { schemaVersion, startedAt } = JSON.parse(whole) as EvidenceFile;
  for (const [damaged, says] of [
    [whole.slice(0, -20), 'is not JSON'],
    ['null', 'is not an evidence file'],
    [JSON.stringify({ schemaVersion, startedAt, checks: [null] }), 'does not list the exchanges'],
  ] as const) {
    tiny.write('shards/1/evidence.json', damaged);
    const { code, output } = await tiny.run(path.join(root, 'reports/merge.ts'), ['shards']).ended;
    expect(code, output).toBe(1);
    expect(output).toContain(`shards/1/evidence.json ${says}`);
    expect(output).toContain('the file is ignored.');
    expect([a, b, c].map((id) => tiny.entry(id)?.verdict)).toEqual(['pass', 'fail', 'blocked']);
    expect((JSON.parse(tiny.read('evidence.json')) as EvidenceFile).checks).toEqual([]);
  }
});

test('does not remove what it is to merge', async () => {
  tiny.write('out/verdicts.json', 'a shard');
  for (const name of ['out/verdicts.json', 'out', '.']) {
    const { code, output } = await tiny.run(path.join(root, 'reports/merge.ts'), ['shards', name]).ended;
    expect([code, output]).toEqual([
      2,
      `The merge would replace out/verdicts.json, which is in ${name}: give each shard a CONFORMANCE_OUTPUT of its own.\n`,
    ]);
  }
  expect(tiny.read('verdicts.json')).toBe('a shard');
});

test('exits 2 on what it cannot read', async () => {
  tiny.write('empty/readme.txt', 'nothing here');
  for (const [args, message] of [
    [[], 'Expected the verdict files of the shards'],
    [['absent.json'], 'there is no file absent.json'],
    [['empty'], 'There is no verdict file (verdicts….json) in empty'],
  ] as const) {
    const { code, output } = await tiny.run(path.join(root, 'reports/merge.ts'), args).ended;
    expect(output).toContain(message);
    expect(code).toBe(2);
  }
});
