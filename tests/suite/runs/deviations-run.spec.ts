import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Deviation } from '../../../reports/model.ts';
import { catalogue, requirementIds } from '../../support/catalogue.ts';
import { checkable } from '../support/checkable.ts';
import { entry } from '../support/deviation-samples.ts';
import { test as inCopy } from '../support/in-workspace.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { valid, xmlElements } from '../support/well-formed.ts';

/** Known deviations in whole runs: what every report says of them, and what the command ends with. */

const [m1 = '', m2 = '', m3 = '', m4 = '', m5 = '', m6 = '', m7 = ''] = checkable('must');
const [s1 = ''] = checkable('should');

const secret = 'a-client-secret-1f7c';

test.describe('a run', () => {
  let tiny: TinyProject;
  test.beforeEach(() => {
    tiny = new TinyProject({
      'a.spec.ts': `
test('holds', covers('${m1}'), () => {});
test('contradicts alone', covers('${m2}'), () => { expect(500).toBe(201); });
test('differs', covers('${s1}'), () => { expect('text').toBe('json'); });
test('quotes', covers('${m4}'), () => { expect('${secret}').toBe('x'); });
test('breaks', covers('${m3}'), () => { throw new Error('x'); });
test('contradicts once', covers('${m6}'), () => { expect(500).toBe(201); });
test('seems to hold', covers('${m7}'), () => {});
test('shows it', covers('${m7}'), () => { expect(500).toBe(201); });
test('contradicts again', covers('${m6}'), () => { expect(404).toBe(201); });
test('half is wrong', covers('${m5}'), () => { expect(500).toBe(201); });
test('half is blocked', covers('${m5}'), () => { throw new Error('no token'); });
`,
    });
  });
  test.afterEach(() => tiny.remove());
  const run = (entries: Deviation[], grep: string) => {
    tiny.write('deviations.json', JSON.stringify(entries));
    const file = path.join(tiny.folder, 'deviations.json');
    return tiny.launch(['mock', '--grep', grep], { TARGET_DEVIATIONS: file }).ended;
  };
  const later = { expires: '2999-12-31' };

  test('what differs as listed is shown as known in every report, green in none, and exits 0', async () => {
    const listed = [
      entry({ requirement: m2, ...later, seen: 'expected 201, got 500', reason: 'an old <recorder>' }),
      entry({ requirement: s1, ...later, seen: 'got "text"' }),
      entry({ requirement: m5, ...later }),
    ];
    const { code, output } = await run(listed, 'holds|contradicts alone|differs');

    expect(code, output).toBe(0);
    const { verdicts } = tiny;
    expect(valid(verdicts)).toEqual([]);
    expect(verdicts).toMatchObject({ outcome: 'partial', counts: { pass: 1, fail: 1, warn: 1 } });
    expect(verdicts.deviations?.map(({ state }) => state)).toEqual(['known', 'known', 'unused']);
    expect(tiny.entry(m2)).toMatchObject({ verdict: 'fail', deviation: listed[0] });
    expect(tiny.entry(s1)).toMatchObject({ verdict: 'warn', deviation: listed[1] });
    expect(tiny.entry(m1)).not.toHaveProperty('deviation');

    expect(output).toContain(`  ${m2} fail ${catalogue[m2 as keyof typeof catalogue].title}`);
    expect(output).toContain('known: an old <recorder> (telephony team, until 2999-12-31)');
    expect(output).not.toContain(`FAIL ${m2}`);
    expect(output).toContain(`${m5} was not judged: not selected`);
    expect(output).toContain('PARTIAL: 1 known deviation; nothing else contradicts the interface');

    const junit = tiny.read('junit.xml');
    xmlElements(junit);
    expect(junit).toContain('<failure type="known deviation (fail)" message="known deviation (fail): ');
    expect(junit).toContain('<skipped message="known deviation (warn): ');
    expect(junit).toContain('value="an old &lt;recorder&gt; (telephony team, until 2999-12-31)"');

    const known = tiny.allure().filter(({ text }) => text.includes('known deviation ('));
    const statuses = known.map(({ name, status }) => `${name.split(' ')[0]} ${status}`);
    expect(statuses.toSorted()).toEqual([`${m2} failed`, `${s1} skipped`].toSorted());
    expect(tiny.read('allure-results/categories.json')).toContain('known deviation: fails as listed');
  });

  test('what an entry quotes of a secret is masked, and met all the same', async () => {
    const entries = [entry({ requirement: m4, ...later, seen: secret, reason: `it shows ${secret}` })];
    tiny.write('deviations.json', JSON.stringify(entries));
    const { code, output } = await tiny.launch(['mock', '--grep', 'quotes'], {
      TARGET_DEVIATIONS: path.join(tiny.folder, 'deviations.json'),
      TARGET_CLIENT_SECRET: secret,
    }).ended;

    expect(code, output).toBe(0);
    expect(output).toContain('known: it shows $TARGET_CLIENT_SECRET');
    for (const text of [output, JSON.stringify(tiny.verdicts), tiny.read('junit.xml')])
      expect(text).not.toContain(secret);
  });

  test('an entry that is stale, over, or of another failure fails the run, and is named in every report', async () => {
    const wrong = [
      entry({ requirement: m1, ...later }),
      entry({ requirement: m2, ...later, seen: 'got 404' }),
      entry({ requirement: m4, expires: '2020-01-01' }),
      entry({ requirement: m6, ...later, seen: 'got 500' }),
    ];
    const { code, output } = await run(wrong, 'holds|contradicts');

    expect(code).toBe(1);
    expect(tiny.verdicts.deviations?.map(({ state }) => state)).toEqual([
      'stale',
      'differs',
      'expired',
      'differs',
    ]);
    expect(tiny.verdicts.requirements.filter(({ deviation }) => deviation)).toEqual([]);
    expect(output).toContain('Entries of TARGET_DEVIATIONS that fail the run');
    expect(output).toContain(`stale ${m1} holds (pass): remove its entry`);
    expect(output).toContain(`expired the entry for ${m4} expired on 2020-01-01`);
    const junit = tiny.read('junit.xml');
    const elements = xmlElements(junit);
    expect(elements.filter((name) => name === 'failure')).toHaveLength(2 + wrong.length);
    expect(junit).toContain(`tests="${requirementIds.length + wrong.length}" failures="${2 + wrong.length}"`);
    expect(tiny.read('allure-results/environment.properties')).toContain('stale');
  });

  test('an entry is not stale for what shows it not having been selected', async () => {
    const entries = [
      entry({ requirement: m7, ...later, seen: 'got 500' }),
      // An entry for what was selected whole is stale all the same, and alone fails a run in which all holds.
      entry({ requirement: m1, ...later, seen: 'got 500' }),
    ];
    const { code, output } = await run(entries, 'seems to hold|holds');
    expect(code, output).toBe(1);
    expect(tiny.verdicts.counts).toMatchObject({ pass: 2, fail: 0 });
    expect(tiny.verdicts.deviations?.map(({ state }) => state)).toEqual(['unused', 'stale']);
    expect(output).toContain(`${m7} holds in the selected checks`);
  });

  test('an entry excuses no blocked row, nor one of which a check is blocked', async () => {
    const blocked = [entry({ requirement: m3, ...later, seen: 'x' }), entry({ requirement: m5, ...later })];
    const { code, output } = await run(blocked, 'holds|breaks|half');
    expect(code).toBe(1);
    expect(valid(tiny.verdicts)).toEqual([]);
    expect(tiny.entry(m3)).toMatchObject({ verdict: 'blocked' });
    expect(tiny.entry(m5)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('got 500 (and a check is blocked: the check itself broke: no token)'),
    });
    for (const id of [m3, m5]) expect(tiny.entry(id)).not.toHaveProperty('deviation');
    expect(output).toContain(`${m3} is blocked, which no entry excuses`);
    expect(output).toContain(
      `${m5} fails as listed, but one of its checks is blocked, which no entry excuses`,
    );
  });
});

inCopy(
  'the command takes known deviations of every target, and refuses a wrong file before its first request',
  async ({ workspace }) => {
    const at = path.join(workspace.folder, 'known.json');
    const run = (entries: unknown[]) => {
      writeFileSync(at, JSON.stringify(entries));
      return workspace
        .with({ TARGET_DEVIATIONS: 'known.json' })
        .run('conformance', '--grep', '@COL-001', '--no-deps');
    };
    const refused = await run([entry({ requirement: 'COL-001', expires: 'soon' })]);
    expect(refused.code, refused.output).toBe(2);
    expect(refused.output).toContain('TARGET_DEVIATIONS: entry 1 (COL-001): expires must be a date');
    expect(workspace.verdicts()).toMatchObject({ complete: false, requests: 0 });

    const stale = await run([entry({ requirement: 'COL-001', expires: '2999-12-31' })]);
    expect(stale.code, stale.output).toBe(1);
    expect(stale.output).toContain('COL-001 holds (pass): remove its entry');
  },
);
