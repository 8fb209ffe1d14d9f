import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../support/in-workspace.ts';
import type { Workspace } from '../support/workspace.ts';

/** What README, CONTRIBUTING and the guides tell people to type, typed in a copy of the project. */
const root = path.resolve(import.meta.dirname, '../../..');

interface Typed {
  /** The exit code, 0 unless it says otherwise. */
  readonly code?: number;
  /** What it prints, among other things. */
  readonly prints: RegExp;
  /** Whether it stands on runs that were made before it. */
  readonly after?: 'runs';
  /** Whether it is typed at night alone. */
  readonly nightly?: true;
}

/** Commands that are typed here, by what the documents call them. */
const typed: Readonly<Record<string, Typed>> = {
  'npm run conformance:live': { code: 2, prints: /TARGET_/ },
  'npm run report': { after: 'runs', prints: /allure-report\/index\.html/ },
  'npm run summary': { after: 'runs', prints: /^## Conformance of mock/m },
  'npm run docs -- staging.json production.json': {
    after: 'runs',
    nightly: true,
    prints: /reports\/out\/site/,
  },
  'npm run compare -- old.json new.json': { after: 'runs', prints: /^old {2}old\.json: mock/m },
  'npm run mutants -- revocation-forgotten': { prints: /IDN-093[^]*^(\d+) mutants: \1 killed/m },
  'npm run conformance:live -- --grep @IDN-066': { code: 2, prints: /TARGET_/ },
  'npm run generate': { prints: /^$/ },
  'npm run bundle': { prints: /^$/ },
  'npm run format': { prints: /No fixes applied/ },
  'npx playwright test --list --no-deps --grep @IDN-105': { prints: /token-info/ },
  'npx playwright test --list': { prints: /^Total: \d+ tests in \d+ files$/m },
};

/** Commands that are run elsewhere, and where. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci': 'by CI, before these tests',
  'npm test': 'this is it',
  'npm run conformance': 'conformance.spec.ts',
  'npm run conformance -- --grep @TEL-086': 'conformance.spec.ts, for another requirement',
  'npm run conformance -- --grep @TEL-210': 'conformance.spec.ts',
  'npm run conformance -- --grep-invert @deep': 'conformance.spec.ts, as a part of the run of all checks',
  'npm run conformance -- tests/telephony/listing': 'here, before what is run after it',
  'npm run mock': 'mock-command.spec.ts',
  'npm run reference': 'reference.spec.ts',
  'npm run conformance:reference': 'conformance.spec.ts',
  'npm run mutants': 'a sample of it by npm test, the whole every night',
  'npm run mutants -- IDN-066': 'as one mutant is here, with a login for each',
  'npm run mutants -- TEL-084': 'as one mutant is here',
  'npm run merge -- FOLDER': 'merge-command.spec.ts',
  'npm run docs': 'site.setup.ts',
  'npm run mutants -- harmless --checks telephony/errors': 'mutants-command.spec.ts, for two of them',
  'npm run docs -- --serve': 'docs-serve.spec.ts',
  'npm run docs -- --since old.json': 'site.spec.ts',
  'npm run bench': 'bench.spec.ts runs its parts',
  'npm run test:nightly': 'every night',
  'npm run stability': 'every night; stability.spec.ts runs its parts',
  'npm run stability:visits': 'every night; http-visit.spec.ts shows what is left to the browser',
  'npm run mutants:assertions': 'every night',
  'npm run mutants:assertions -- refresh': 'a part of it',
  'npm run mutants:machinery': 'every night',
  'npx playwright install chromium': 'it downloads a browser',
  'npx playwright codegen --save-storage=state.json': 'it needs a person',
  'npm run conformance -- --ui': 'it needs a person',
};

test('every command in the documents is run', () => {
  const guides = 'reports/site/pages/guide';
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    '.env.example',
    ...readdirSync(path.join(root, guides)).map((name) => `${guides}/${name}`),
  ];
  const text = documents.map((name) => readFileSync(path.join(root, name), 'utf8')).join('\n');
  const fenced = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) =>
    lines.split('\n'),
  );
  const inline = [...text.matchAll(/[`(](np[mx] [^`)]+)[`)]/g)].map(([, command = '']) => command);
  const commands = [...fenced.flatMap((one) => one.replace(/#.*/, '').split('&&')), ...inline]
    .map((one) => one.trim())
    .filter((one) => /^np[mx] /.test(one));
  expect([...new Set(commands)].toSorted()).toEqual(
    [...Object.keys(typed), ...Object.keys(elsewhere)].toSorted(),
  );
});

test('the check that README shows is one of the suite, and so is the code that CONTRIBUTING shows', () => {
  const shownIn = (document: string) =>
    [...readFileSync(path.join(root, document), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
      ([, shown = '']) => shown,
    );
  const textsIn = (folder: string) =>
    readdirSync(path.join(root, 'tests', folder), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(path.join(root, 'tests', folder, name), 'utf8'));
  const [check = '', ...others] = shownIn('README.md');
  expect(check).toMatch(/^test\(/);
  expect(others).toEqual([]);
  const checks = ['identity', 'collaboration', 'telephony'].flatMap(textsIn);
  expect(checks.some((text) => text.includes(check))).toBe(true);

  // A part of a check or a mutant is shown with less indentation than it has in its file, and with other line ends.
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
  const [mutant = '', part = '', ...more] = shownIn('CONTRIBUTING.md').map(flat);
  expect(mutant).toMatch(/^'revocation-forgotten'/);
  expect(
    textsIn('mutants/bank')
      .map(flat)
      .some((text) => text.includes(mutant)),
  ).toBe(true);
  expect(part).not.toBe('');
  expect(checks.map(flat).some((text) => text.includes(part))).toBe(true);
  expect(more).toEqual([]);
});

/** Types a command, and looks at how it ends. */
async function type(workspace: Workspace, command: string): Promise<void> {
  const { code = 0, prints } = typed[command] ?? { prints: /^$/ };
  const ended = await workspace.type(command);
  expect(ended.output).toMatch(prints);
  expect(ended.code, ended.output).toBe(code);
}

for (const [command, { after }] of Object.entries(typed)) {
  if (after === 'runs') continue;
  test(command, async ({ workspace }) => {
    test.setTimeout(240_000);
    mkdirSync(path.join(workspace.folder, 'reports/out'), { recursive: true });
    await type(workspace, command);
  });
}

for (const isNightly of [false, true]) {
  const tag = isNightly ? '@nightly' : [];
  const commands = Object.keys(typed).filter((command) => {
    const { after, nightly = false } = typed[command] ?? {};
    return after === 'runs' && nightly === isNightly;
  });
  test(`what is typed after a run stands on what it wrote: ${commands.join(', ')}`, { tag }, async ({
    workspace,
  }) => {
    test.setTimeout(240_000);
    const { output } = await workspace.run('conformance', 'tests/telephony/listing');
    expect(output).toMatch(/^PARTIAL/m);
    for (const name of ['old', 'new', 'staging', 'production'])
      cpSync(
        path.join(workspace.folder, 'reports/out/verdicts.json'),
        path.join(workspace.folder, `${name}.json`),
      );
    for (const command of commands) await test.step(command, () => type(workspace, command));
  });
}
