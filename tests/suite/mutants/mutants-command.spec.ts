import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function mutants(words: readonly string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'tests/mutants/run.ts', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
}

/** A name that selects nothing must not pass for one that was tried, though others select something. */
for (const words of [
  ['revocation-forgotten', 'no-such-mutant'],
  ['--no-such-option'],
  ['harmless', '--checks', 'no-such-file'],
]) {
  test(`npm run mutants -- ${words.join(' ')} tries nothing and says why`, () => {
    const { status, stdout, stderr } = mutants(words);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    const [, said] = /(no-such-[a-z]+)[^]*npm run mutants/.exec(stderr) ?? [];
    expect(said).toBe(words.at(-1)?.replace('--', ''));
  });
}

for (const words of [
  ['revocation-forgotten', '--checks', 'telephony/errors'],
  ['harmless', '--checks', 'telephony/errors', '--whole'],
]) {
  test(`npm run mutants -- ${words.join(' ')} tries nothing: mutants, and --whole, need all checks`, () => {
    const { status, stdout, stderr } = mutants(words);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/--checks[^]*npm run mutants/);
  });
}

test('harmless differences are judged by the checks of some files, and those these do not reach are not', () => {
  const reached = mutants(['refusals-with-an-id', 'consent-remembered', '--checks', 'telephony/errors']);
  expect(reached.stderr).toContain('What each check reaches on the reference: 2\n');
  expect(reached.stdout).toMatch(/^1 harmless variants: 0 with a false alarm$/m);
  expect(reached.status).toBe(0);
});
