import path from 'node:path';
import { expect, test } from '@playwright/test';
import { requirementIds } from '../../support/catalogue.ts';
import { checkable } from '../support/checkable.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { valid, xmlElements } from '../support/well-formed.ts';

const [m1, m2, m3, m4, m5, m6, m7, m8] = checkable('must');
const [s1] = checkable('should');
const [o1] = checkable('open');
const hostile = '<script>alert(1)</script> & "q" \u001b[31mred\u001b[0m \u202eevil\u0000\u0007 ]]>';
const total = requirementIds.length;

const projects: TinyProject[] = [];
const project = (...args: ConstructorParameters<typeof TinyProject>) => {
  const made = new TinyProject(...args);
  projects.push(made);
  return made;
};
test.afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

const every = `
test('holds', covers('${m1}'), () => record([], { exchanges: [exchange, exchange] }));
test('contradicts', covers('${m2}'), async () => {
  await record([], { exchanges: [{ ...exchange, responseBody: ${JSON.stringify(hostile)} }] });
  expect(400, ${JSON.stringify(hostile)}).toBe(200);
});
test('differs', covers('${s1}'), () => record([{ id: '${s1}', is: 'broken', reason: ${JSON.stringify(hostile)} }]));
test('is open', covers('${o1}'), () => record([{ id: '${o1}', is: 'observed', value: ${JSON.stringify(hostile)} }]));
test('stopped', covers('${m3}'), async () => { await record([], { stopped: { reason: 'no token', cause: '${m2}' } }); throw new Error('no'); });
test('needs', covers('${m4}'), async () => { await record([{ id: '${m4}', is: 'not-exercised', need: 'state', reason: 'needs state' }]); test.skip(true, 'needs state'); });
test('hangs', covers('${m5}'), async () => { test.setTimeout(200); await new Promise(() => {}); });
test('crashes', covers('${m6}'), () => process.exit(7));
test('says nothing of two', covers('${m7}', '${m8}'), () => record([{ id: '${m7}', is: 'held' }]));
`;

test('every report tells the same of every kind of end, and hostile text is text in each', async () => {
  const tiny = project({ 'every.spec.ts': every });
  const { code, output } = await tiny.playwright().ended;

  const { verdicts } = tiny;
  const words = [m1, m2, s1, o1, m3, m4, m5, m6, m7, m8].map((id) => tiny.entry(id ?? '')?.verdict);
  const expected = 'pass fail warn observed blocked not-exercised blocked blocked pass blocked';
  expect(words.join(' ')).toBe(expected);
  const counts = { pass: 2, fail: 1, warn: 1, observed: 1, blocked: 4, 'not-exercised': total - 9 };
  expect(verdicts).toMatchObject({
    complete: true,
    outcome: 'non-conformant',
    requests: 3,
    counts,
    errors: [],
  });
  expect(valid(verdicts)).toEqual([]);
  expect(code).toBe(1);

  const clean = '<script>alert(1)</script> & "q" red evil ]]>';
  expect(tiny.entry(m2 ?? '')).toMatchObject({
    reason: `${clean}: expected 200, got 400`,
    tests: ['every.spec.ts › contradicts'],
  });
  expect(tiny.entry(m3 ?? '')).toMatchObject({ reason: 'no token', cause: m2 });
  expect(tiny.entry(m4 ?? '')).toMatchObject({ reason: 'needs state', need: 'state' });
  expect(tiny.entry(m6 ?? '')?.reason).toContain('worker process exited unexpectedly (code=7');
  expect(tiny.entry(o1 ?? '')?.observed).toBe(clean);

  const cases = xmlElements(tiny.read('junit.xml'));
  const n = (name: string) => cases.filter((element) => element === name).length;
  expect([n('testcase'), n('failure'), n('error'), n('skipped')]).toEqual([total, 1, 4, total - 7]);
  expect(tiny.read('junit.xml')).toContain(`tests="${total}" failures="1" errors="4" skipped="${total - 7}"`);

  const statuses = tiny.allure().map(({ status }) => status);
  const s = (word: string) => statuses.filter((status) => status === word).length;
  expect([s('passed'), s('failed'), s('broken'), s('skipped')]).toEqual([2, 1, 4, total - 7]);

  for (const text of [
    output,
    tiny.read('verdicts.json'),
    tiny.read('junit.xml'),
    ...tiny.allure().map(({ text }) => text),
  ]) {
    // oxlint-disable-next-line no-control-regex -- none of these may come through
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
  expect(output.trimEnd().split('\n').at(-1)).toBe(`2 passed, 5 failed, ${total - 7} skipped`);
  expect(output).toContain(`FAIL ${m2}`);
  expect(output).toContain(`${m2} blocks 1 requirement: no token`);
});

test('a run without a failure exits 0, warnings and observations or not', async () => {
  const tiny = project({
    'fine.spec.ts': `test('holds', covers('${m1}'), () => {}); test('differs', covers('${s1}'), () => { expect(1).toBe(2); });`,
  });
  const { code } = await tiny.playwright().ended;
  expect(tiny.verdicts).toMatchObject({ complete: true, outcome: 'partial' });
  expect([tiny.entry(m1 ?? '')?.verdict, tiny.entry(s1 ?? '')?.verdict, code]).toEqual(['pass', 'warn', 0]);
});

test('an assertion in a hook, one that was caught, and an unreadable record judge nothing', async () => {
  const tiny = project({
    'odd.spec.ts': `
test.describe('hook', () => {
  test.beforeEach(() => { expect(1, 'set-up').toBe(2); });
  test('a', covers('${m1}'), () => {});
});
test('caught', covers('${m2}'), () => { try { expect(1).toBe(2); } catch {} throw new TypeError('other'); });
base('unreadable', covers('${m3}'), () => test.info().attach('conformance-record', { contentType: 'application/json', body: '{"facts":1}' }));
test.describe.serial('serial', () => {
  test('first', covers('${m4}'), () => { throw 'text'; });
  test('second', covers('${m5}'), () => {});
});
test('soft', covers('${m6}'), () => { expect.soft(1).toBe(2); });
test('no record', covers('${m7}'), () => { record([{ id: '${m7}', is: 'held' }]); throw new Error('no record of this'); });
test('broken, then broke', covers('${m8}'), () => { record([{ id: '${m8}', is: 'broken', reason: 'x' }]); throw new RangeError('other'); });
`,
  });
  await tiny.playwright().ended;
  const told = [m1, m2, m3, m4, m5, m6, m7, m8].map((id) => {
    const { verdict, reason } = tiny.entry(id ?? '') ?? {};
    return `${verdict}: ${reason}`;
  });
  expect(told).toEqual([
    'blocked: the check itself broke: set-up: expected 2, got 1',
    'blocked: the check itself broke: other',
    'blocked: its record cannot be read: it has no list of facts and exchanges',
    'blocked: the check itself broke: text',
    'blocked: the check did not run: something before it in its file broke',
    'blocked: the check itself broke: expected 2, got 1',
    'blocked: the check itself broke: no record of this',
    'fail: x (and a check is blocked: the check itself broke: other)',
  ]);
});

test.describe('a run that cannot be', () => {
  const cases: [string, Record<string, string>, object, string[], string][] = [
    [
      'a selector that matches nothing',
      { 'a.spec.ts': every },
      {},
      ['--grep', '@TEL-999'],
      'No check matches the selection',
    ],
    [
      'a set-up that fails',
      {
        'a.spec.ts': every,
        'setup.ts':
          'export default () => { throw new Error("TARGET_AUTH_URL: missing\\nTARGET_API_URL: missing"); }',
      },
      { globalSetup: './setup.ts' },
      [],
      '  TARGET_AUTH_URL: missing\n  TARGET_API_URL: missing\n',
    ],
    [
      'a check file that does not parse',
      { 'a.spec.ts': 'const = 1;' },
      {},
      [],
      'a.spec.ts: Unexpected token',
    ],
  ];
  for (const [name, files, config, args, message] of cases) {
    test(`${name} is inconclusive, with one clear message`, async () => {
      const tiny = project(files, config);
      const { code, output } = await tiny.playwright(...args).ended;
      expect(output).toContain(message);
      expect(output).not.toMatch(/^\s+at /m);
      expect(output.trimEnd().split('\n').at(-1)).toBe(`0 passed, 0 failed, ${total} skipped`);
      expect(code).toBe(1);
      expect(tiny.verdicts).toMatchObject({
        complete: false,
        outcome: 'inconclusive',
        counts: { 'not-exercised': total },
      });
      expect(tiny.verdicts.errors).toHaveLength(1);
      expect(valid(tiny.verdicts)).toEqual([]);
    });
  }

  const holds = (does = '') => `test('holds', covers('${m1}'), () => { ${does} });`;
  const unwritable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'of its own': {
      'a.spec.ts': `import { mkdirSync } from 'node:fs';\n${holds("mkdirSync('out/junit.xml');")}`,
      'other.ts': 'export default class {}',
    },
    'of another reporter': {
      'a.spec.ts': holds(),
      'other.ts': `export default class { onEnd() { throw new Error('EISDIR: no room'); } }`,
    },
  };
  for (const [whose, files] of Object.entries(unwritable)) {
    test(`a run with a report ${whose} that cannot be written is inconclusive, and says so`, async () => {
      const tiny = project(files, { reporter: [[path.resolve('reports/reporter.ts')], ['./other.ts']] });
      const { code, output } = await tiny.launch(['mock']).ended;
      expect(code, output).toBe(2);
      expect(output.match(/EISDIR/g), output).toHaveLength(1);
      expect(tiny.verdicts).toMatchObject({
        complete: true,
        outcome: 'inconclusive',
        errors: [expect.stringContaining('EISDIR')],
      });
      expect(tiny.entry(m1 ?? '')?.verdict).toBe('pass');
      if (whose === 'of its own') return;
      expect(tiny.read('junit.xml')).toContain(`tests="${total + 1}" failures="0" errors="1"`);
      expect(tiny.read('allure-results/environment.properties')).toContain('Outcome=inconclusive');
    });
  }

  test('checks whose preflight fails are blocked by what it says', async () => {
    const files = {
      'pre.spec.ts': `test('the server answers', () => { expect('refused').toBe('answers'); });`,
      'a.spec.ts': `test('a', covers('${m1}'), () => {});`,
    };
    const pre = { name: 'pre', testMatch: 'pre.spec.ts' };
    const rest = { name: 'rest', testMatch: 'a.spec.ts', dependencies: ['pre'] };
    const tiny = project(files, { projects: [pre, rest] });
    await tiny.playwright().ended;
    const error = 'pre.spec.ts › the server answers: expected "answers", got "refused"';
    expect(tiny.verdicts).toMatchObject({ complete: false, outcome: 'inconclusive', errors: [error] });
    expect(tiny.entry(m1 ?? '')).toMatchObject({
      verdict: 'blocked',
      reason: `the check did not run: ${error}`,
    });
  });
});

test.describe('a run that is cut off', () => {
  const endless = `
test('holds', covers('${m1}'), () => {});
test('never ends', covers('${m2}'), async () => { console.log('it hangs'); await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1)); });
test('never begins', covers('${m3}'), () => {});
`;

  test('by SIGKILL leaves a readable file of what was known, and nothing of an earlier run', async () => {
    const tiny = project({ 'a.spec.ts': endless }, { timeout: 0 });
    tiny.write('out/junit.xml', 'of an earlier run');
    tiny.write('out/allure-results/old-result.json', '{}');
    const run = tiny.playwright();
    await run.printed('it hangs');
    await expect.poll(() => tiny.entry(m1 ?? '')?.verdict).toBe('pass');
    run.killAll();
    expect((await run.ended).signal).toBe('SIGKILL');

    expect(tiny.verdicts).toMatchObject({ complete: false, outcome: 'inconclusive' });
    expect(tiny.entry(m2 ?? '')).toMatchObject({
      verdict: 'not-exercised',
      reason: 'the run was cut off before this check ended',
    });
    expect(valid(tiny.verdicts)).toEqual([]);
    expect([tiny.has('junit.xml'), tiny.has('allure-results')]).toEqual([false, false]);
  });

  test('by SIGTERM ends in order: every report is there and says so', async () => {
    const tiny = project({ 'a.spec.ts': endless }, { timeout: 0 });
    const run = tiny.launch(['mock']);
    await run.printed('it hangs');
    run.child.kill('SIGTERM');
    const { code, output } = await run.ended;
    expect(code).toBe(2);
    expect(output).toContain('The run was cut off');
    expect(tiny.verdicts).toMatchObject({ complete: false, outcome: 'inconclusive' });
    expect([m1, m2, m3].map((id) => tiny.entry(id ?? '')?.verdict)).toEqual([
      'pass',
      'blocked',
      'not-exercised',
    ]);
    expect(xmlElements(tiny.read('junit.xml'))).toContain('testcase');
  });
});
