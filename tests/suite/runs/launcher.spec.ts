import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import config from '../../../playwright.config.ts';
import { asUser, withoutLastChecks } from '../../launch/order.ts';
import { checkable } from '../support/checkable.ts';
import { TinyProject } from '../support/tiny-project.ts';

const [must = ''] = checkable('must');
const [should = ''] = checkable('should');

let tiny: TinyProject;
test.beforeAll(() => {
  tiny = new TinyProject(
    {
      'a.spec.ts': `
test('holds', covers('${must}'), () => {});
test('contradicts', covers('${must}'), () => { expect(1).toBe(2); });
test('differs', covers('${should}'), () => { expect(1).toBe(2); });
test('breaks', covers('${must}'), () => { throw new Error('x'); });
test('skips', covers('${must}'), () => { test.skip(true, 'needs state'); });
test('kills', covers('${must}'), () => { process.kill(Number(process.env.RUNNER), 'SIGKILL'); });
`,
      'setup.ts': `export default () => { process.env.RUNNER = String(process.pid); process.env.CONFORMANCE_TARGET_DESCRIPTION = JSON.stringify({ kind: process.env.CONFORMANCE_TARGET, name: 'tiny', urls: { api: 'http://127.0.0.1/' } }); };`,
      'broken.config.ts': 'export default {',
    },
    { globalSetup: './setup.ts' },
  );
});
test.afterAll(() => tiny.remove());

const strict = { TARGET_STRICT: 'true' };
const codes: [code: number, args: string[], env: NodeJS.ProcessEnv][] = [
  [0, ['--grep', 'holds'], {}],
  [3, ['--grep', 'holds'], strict],
  [1, ['--grep', 'holds|contradicts'], {}],
  [3, ['--grep', 'differs|breaks'], {}],
  [2, ['--grep', 'nothing like this'], {}],
];
for (const [code, args, env] of codes) {
  const strictly =
    env['TARGET_STRICT'] === undefined ? '' : `, strictly (${JSON.stringify(env['TARGET_STRICT'])}),`;
  test(`${args.join(' ')}${strictly} exits ${code}`, async () => {
    const ended = await tiny.launch(['mock', ...args], env).ended;
    expect(ended.code, ended.output).toBe(code);
    expect(ended.output.trimEnd()).toMatch(/\n\d+ passed, \d+ failed, \d+ skipped$/);
    const urls = { api: 'http://127.0.0.1/' };
    expect(tiny.verdicts.target).toMatchObject({ kind: 'mock', ...(code < 2 && { name: 'tiny', urls }) });
  });
}

test.describe('a wrong command ends with one clear message and 2', () => {
  const cases: [string, string[], RegExp][] = [
    ['no target', [], /^Unknown target ""\. The targets are:\n {2}mock {2}/],
    ['an unknown target', ['toString'], /^Unknown target "toString"/],
    [
      'an unknown option',
      ['mock', '--nonsense'],
      /unknown option '--nonsense'[\s\S]*There is no verdict \(Playwright: exit code 1\)/,
    ],
    [
      'a configuration that is not there',
      ['mock', '--config', 'absent.ts'],
      /absent\.ts does not exist[\s\S]*There is no verdict/,
    ],
    [
      'a configuration that does not parse',
      ['mock', '--config', 'broken.config.ts'],
      /broken\.config\.ts[\s\S]*There is no verdict/,
    ],
  ];
  for (const [name, args, message] of cases) {
    test(name, async () => {
      tiny.write(
        'out/verdicts.json',
        JSON.stringify({ complete: true, outcome: 'conformant', requirements: [] }),
      );
      const { code, output } = await tiny.launch(args).ended;
      expect(output).toMatch(message);
      expect(code).toBe(2);
    });
  }
});

test('a TARGET_STRICT that is neither true nor false is told, and nothing is green', async () => {
  const { code, output } = await tiny.launch(['mock', '--grep', 'holds'], { TARGET_STRICT: 'TRUE' }).ended;
  expect(output).toContain('TARGET_STRICT: expected true or false');
  expect(code).toBe(2);
});

test('an output that cannot be written is told in one sentence', async () => {
  tiny.write('a-file', '');
  const { code, output } = await tiny.launch(['mock', '--grep', 'holds'], {
    CONFORMANCE_OUTPUT: path.join(tiny.folder, 'a-file', 'below'),
  }).ended;
  expect(output).toMatch(
    /^Nothing can be written to \S*a-file\S* \(E\w+\): CONFORMANCE_OUTPUT names another .*\n$/,
  );
  expect(code).toBe(2);
});

test('a Playwright that is killed is told, and is never green', async () => {
  const { code, output } = await tiny.launch(['mock', '--grep', 'holds|kills']).ended;
  expect(code).toBe(2);
  expect(output).toContain('Playwright was ended by SIGKILL');
  expect(tiny.verdicts.complete).toBe(false);
});

test('a listing and the help judge nothing, write nothing and remove nothing', async () => {
  const left = ['verdicts.json', 'junit.xml'];
  for (const name of left) tiny.write(path.join('out', name), 'of an earlier run');
  const listing = await tiny.launch(['mock', '--list']).ended;
  const help = await tiny.launch(['mock', '--help']).ended;
  expect([listing.code, help.code]).toEqual([0, 0]);
  for (const name of left) expect(tiny.read(name)).toBe('of an earlier run');
  expect(listing.output).toContain('Total: 6 tests in 1 file');
});

test('what acts as the test user comes one after the other', () => {
  const tests = path.resolve(import.meta.dirname, '../..');
  const checks = ['identity', 'collaboration', 'telephony'].flatMap((folder) =>
    readdirSync(path.join(tests, folder), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => path.join(tests, folder, name)),
  );
  const acting = checks.filter(
    (file) => !file.includes('telephony') || /async \(\{[^}]*\bidentity\b/.test(readFileSync(file, 'utf8')),
  );
  expect(checks.filter((file) => asUser.test(file))).toEqual(acting);
  expect(acting.length).toBeLessThan(checks.length);
  expect(config.projects?.find(({ testMatch }) => testMatch === asUser)).toMatchObject({ workers: 1 });
});

test('the sign-outs come after all checks, and not after a few that are named', () => {
  const alone = [
    '--grep @TEL-184',
    '-g IDN-066 --workers 1',
    'tests/telephony/paging',
    'identity/token collaboration --workers=1',
    'tests/identity/refresh.spec.ts:20',
  ];
  const before = [
    '',
    '--workers 1',
    '--grep paging',
    'tests/telephony --grep=paging',
    'tests/identity',
    'REVOCATION',
    'tests/identity/revocation.spec.ts:20:3',
    'tests/telephony --shard 1/2',
    'tests/telephony --project=user',
    'telephony/(',
  ];
  const asked = (words: string) => withoutLastChecks(words.split(' ').filter(Boolean));
  expect(alone.filter((words) => asked(words).join() !== '--no-deps')).toEqual([]);
  expect(before.filter((words) => asked(words).length > 0)).toEqual([]);
});
