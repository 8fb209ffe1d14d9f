import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { unpack } from '../../../reports/guard/unpack.ts';
import { SECRETS_ATTACHMENT } from '../../support/judging/check-record.ts';
import { test } from '../support/in-workspace.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { formsOf, startCanaries } from './canaries.ts';

/** No secret of a run is in anything that the run writes. */

/** Checks that pass, fail, time out and lose their connection, at all three servers, with a browser and without. */
const all = [
  'tests/identity/token-info.spec.ts',
  'tests/identity/authorization-code-grant.spec.ts',
  'tests/collaboration/access-token.spec.ts',
  'tests/collaboration/guest-login.spec.ts',
  'tests/telephony/authentication.spec.ts',
  'tests/identity/deep/token-info.spec.ts',
  'tests/identity/deep/authorization-code-grant.spec.ts',
  'tests/collaboration/deep',
  'tests/telephony/deep/authentication.spec.ts',
];

/** Those with every way to end among them, and one visit. */
const some = [
  'tests/identity/token-info.spec.ts',
  'tests/identity/oauth-client.spec.ts',
  'tests/collaboration/access-token.spec.ts',
  // What the preflight is handed, the checks of the listing are handed as well, and only these tell the reports.
  'tests/telephony/authentication.spec.ts',
];

const ways: Readonly<Record<string, { args: string[]; tag: '@whole' | '@nightly' }>> = {
  "with Playwright's reports and traces": {
    args: ['--reporter=html,json,blob,line,allure-playwright', '--trace', 'on'],
    tag: '@whole',
  },
  'with nothing asked for': { args: ['--trace', 'off'], tag: '@nightly' },
};

/** The folders that a run writes to; the html, blob and json reporters have theirs beside the configuration. */
const written = ['reports/out', 'playwright-report', 'blob-report', 'test-results', 'report.json'];

for (const [way, { args, tag }] of Object.entries(ways)) {
  test(`no secret is in what a run leaves, ${way}`, { tag }, async ({ workspace, whole }) => {
    test.slow();
    const canaries = await startCanaries();
    try {
      const { output } = await workspace
        .with({
          ...canaries.settings,
          PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(workspace.folder, 'report.json'),
          FORCE_COLOR: '1',
        })
        .run('conformance:live', ...(whole ? all : some), ...args);

      const files = filesBelow(written.map((name) => path.join(workspace.folder, name)));
      const texts = [
        { name: 'the terminal', text: output },
        ...files.flatMap((file) => textsOf(file, readFileSync(file))),
      ];
      // The run was one: it has passes, failures, blocked checks and every kind of report.
      const { counts, requests, requirements } = workspace.verdicts();
      expect(Math.min(counts.pass, counts.fail, counts.blocked), JSON.stringify(counts)).toBeGreaterThan(0);
      expect(requests).toBeGreaterThan(50);
      const reasons = requirements.map(({ reason }) => reason).join('\n');
      expect(reasons).toMatch(/no answer within/);
      expect(reasons).toMatch(/cut|socket|reset|closed/i);
      expect(canaries.secrets.size).toBeGreaterThan(50);
      expect(output).not.toContain('a secret would have leaked');
      for (const kind of args.length > 2 ? ['html', 'zip', 'json', 'xml'] : ['json', 'xml']) {
        const found = texts.filter(({ name }) => name.includes(`.${kind}`));
        expect(
          found.some(({ text }) => text.includes('COL-001') || text.includes('COL-054')),
          kind,
        ).toBe(true);
      }

      const leaks = [...canaries.secrets].flatMap((secret) =>
        formsOf(secret).flatMap((form) =>
          texts
            .filter(({ text }) => text.includes(form))
            .map(({ name, text }) => `${name}: ${around(text, form)}`),
        ),
      );
      expect([...new Set(leaks)]).toEqual([]);
      expect(files.filter((file) => /trace|\.png|\.webm|error-context/.test(path.basename(file)))).toEqual(
        [],
      );
      if (args.includes('on')) expect(output).toContain('No trace is recorded');
    } finally {
      await canaries.reference.close();
    }
  });
}

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return text.slice(Math.max(0, at - 60), at + Math.min(form.length, 80) + 20);
}

function filesBelow(places: readonly string[]): string[] {
  return places.filter(existsSync).flatMap((place) =>
    readdirSync(path.dirname(place), { withFileTypes: true })
      .find((entry) => entry.name === path.basename(place))
      ?.isFile()
      ? [place]
      : readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name)),
  );
}

/** A file as text, and all that is packed or encoded in it. */
function textsOf(name: string, bytes: Buffer, depth = 0): { name: string; text: string }[] {
  const parts = [...unpack(bytes, () => 2 ** 28)];
  if (parts.length > 0) return parts.flatMap((part) => textsOf(`${name}!${part.name}`, part.bytes, depth));
  const text = bytes.toString('utf8');
  if (depth > 2) return [{ name, text }];
  const encoded = [...text.matchAll(/[A-Za-z0-9+/_-]{32,}/g)].map(([found]) => Buffer.from(found, 'base64'));
  return [{ name, text }, ...encoded.flatMap((decoded) => textsOf(`${name} (base64)`, decoded, depth + 1))];
}

test("Playwright's own reporters run after ours, or not at all", () => {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [cli, 'test', '--reporter=json', '--grep', '@TEL-014'],
    { encoding: 'utf8' },
  );
  expect(status).not.toBe(0);
  expect(stdout + stderr).toContain('npm run conformance -- --reporter=html');
});

test('a cookie that is spelled as the reports are costs no run its reports', async () => {
  const words =
    'schemaVersion testsuite historyId responseHeaders statusDetails non-conformant verdicts not-exercised known-deviation environment recording-options';
  const tiny = new TinyProject({
    'recording-options.spec.ts': `
      import { seal } from ${JSON.stringify(path.resolve('tests/support/secrets/seal.ts'))};
      test('differs', covers('TEL-014'), async () => {
        const cookies = '${words}'.split(' ').map((word) => ['COOKIE', word]);
        const body = seal(cookies, process.env.CONFORMANCE_SEAL_KEY);
        await test.info().attach('${SECRETS_ATTACHMENT}', { body, contentType: 'application/json' });
        await record([], { exchanges: [exchange] });
        expect(1).toBe(2);
      });`,
  });
  try {
    const { code, output } = await tiny.launch(['mock']).ended;
    expect(code, output).toBe(1);
    expect(output).not.toContain('would have leaked');
    expect(['junit.xml', 'evidence.json', 'allure-results'].filter((name) => !tiny.has(name))).toEqual([]);
  } finally {
    tiny.remove();
  }
});

test('what an assertion compares is told to nobody before its secrets are known', async () => {
  const tiny = new TinyProject(
    {
      'a.spec.ts': `
        import { seal } from ${JSON.stringify(path.resolve('tests/support/secrets/seal.ts'))};
        const token = ['opaque', '0f9c2d7e4b'].join('-');
        test.beforeEach(() => {
          const body = seal([['TOKEN', token]], process.env.CONFORMANCE_SEAL_KEY);
          return test.info().attach('${SECRETS_ATTACHMENT}', { body, contentType: 'application/json' });
        });
        test('what came', covers('TEL-014'), () =>
          test.step('compares', () => expect(token, 'the token that came').toBe('another')));
        test('what was expected', covers('TEL-015'), () =>
          expect('another', 'the token that was expected').toBe(token));`,
    },
    {
      reporter: [
        [path.resolve('reports/reporter.ts')],
        ['blob', { outputDir: 'blob' }],
        ['json', { outputFile: 'all.json' }],
      ],
    },
  );
  try {
    const { output } = await tiny.playwright().ended;
    expect(output).not.toContain('a secret would have leaked');
    const json = readFileSync(path.join(tiny.folder, 'all.json'), 'utf8');
    const [zip = ''] = readdirSync(path.join(tiny.folder, 'blob'));
    const blob = textsOf(zip, readFileSync(path.join(tiny.folder, 'blob', zip)));
    // Who is told at the end is told all of it.
    expect(json.match(/\$TOKEN/g)?.length).toBeGreaterThan(2);
    for (const whole of [json, blob.map(({ text }) => text).join('\n')]) {
      expect(whole).toContain('the token that was expected');
      expect(whole).not.toContain('opaque-0f9c2d7e4b');
    }
  } finally {
    tiny.remove();
  }
});

test('a run that leaks takes it back, says so, and ends with 2', async ({ workspace }) => {
  // A reporter that writes what it should not know.
  writeFileSync(
    path.join(workspace.folder, 'leaky.ts'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
     export default class Leaky {
       onEnd() {
         mkdirSync('test-results', { recursive: true });
         writeFileSync('test-results/notes.txt', Buffer.from(String(process.env.TARGET_CLIENT_SECRET)).toString('base64'));
         writeFileSync('test-results/other.txt', 'innocent');
       }
     }`,
  );
  const { code, output } = await workspace.run('conformance', '--reporter=./leaky.ts', '--grep', '@TEL-014');
  expect(code, output).toBe(2);
  expect(output).toContain('test-results/notes.txt showed TARGET_CLIENT_SECRET and was removed');
  expect(existsSync(path.join(workspace.folder, 'test-results/notes.txt'))).toBe(false);
  expect(existsSync(path.join(workspace.folder, 'test-results/other.txt'))).toBe(true);
  expect(workspace.verdicts()).toMatchObject({ outcome: 'inconclusive' });
});
