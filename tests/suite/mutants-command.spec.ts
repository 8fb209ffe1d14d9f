import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A name that selects nothing must not pass for one that was tried, though others select something. */
for (const names of [['no-such-mutant'], ['revocation-forgotten', 'no-such-mutant'], ['--no-such-option']]) {
  test(`npm run mutants -- ${names.join(' ')} tries nothing and says why`, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'tests/mutants/run.ts', ...names],
      { cwd: root, encoding: 'utf8' },
    );
    expect(status).toBe(2);
    expect(stdout).toBe('');
    const [, said] = /(no-such-[a-z]+)[^]*npm run mutants/.exec(stderr) ?? [];
    expect(said).toBe(names.at(-1)?.replace('--', ''));
  });
}
