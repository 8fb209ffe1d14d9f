import { existsSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findLeaks, removeLeaks, writtenSince } from '../../reports/guard/scan.ts';
import { planted } from './canaries.ts';
import { checkable } from './checkable.ts';
import { TinyProject } from './tiny-project.ts';

/** The last scan vouches for what a run leaves: what it cannot look through does not stay, and no run is green without it. */

const secrets = Object.entries(planted);
const [must = ''] = checkable('must');

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'last-scan-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

test('a file that cannot be read is removed, and one that has gone is none', () => {
  const folder = folderOf({ huge: '', innocent: 'nothing', leaky: planted.TARGET_CLIENT_SECRET });
  // More than Node reads at once; the disk has none of it.
  truncateSync(path.join(folder, 'huge'), 2 ** 31 + 1);
  const gone = { file: path.join(folder, 'gone'), name: 'gone' };

  const told = removeLeaks(findLeaks([...writtenSince([folder], Date.now()), gone], secrets)).join('\n');
  expect(told).toMatch(
    /^a secret may have leaked: \S*huge could not be looked through \(\w+\) and was removed$/m,
  );
  expect(told).toMatch(/leaky showed TARGET_CLIENT_SECRET and was removed$/m);
  expect(told.split('\n')).toHaveLength(2);
  expect(['huge', 'innocent', 'leaky'].filter((name) => existsSync(path.join(folder, name)))).toEqual([
    'innocent',
  ]);
});

/** What goes wrong while the last scan is under way or before it, done by a reporter that comes after ours. */
const mishaps: Readonly<Record<string, { does: string; tells: RegExp }>> = {
  'that is killed before its last scan': {
    does: "process.kill(process.pid, 'SIGKILL');",
    tells: /Playwright was ended by SIGKILL/,
  },
  'of which a folder cannot be listed': {
    does: "mkdirSync('test-results', { recursive: true }); failing('readdirSync', 'test-results');",
    tells:
      /a secret may have leaked: \S*test-results could not be looked through \(\w+\) and could not be removed/,
  },
  'whose last scan breaks': {
    does: "failing('existsSync', 'test-results');",
    tells:
      /a secret may have leaked: the last look through what was written did not come to its end \(EACCES\)/,
  },
};

for (const [what, { does, tells }] of Object.entries(mishaps)) {
  test(`a run ${what} ends with 2 and is not whole`, async () => {
    const tiny = new TinyProject(
      {
        'a.spec.ts': `test('holds', covers('${must}'), () => {});`,
        'mishap.ts': `
        import fs, { mkdirSync } from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const failing = (name, end) => {
          const real = fs[name];
          fs[name] = (file, ...rest) => {
            if (String(file).endsWith(end)) throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
            return real(file, ...rest);
          };
          syncBuiltinESMExports();
        };
        export default class Mishap {
          onEnd() { ${does} }
        }`,
      },
      { reporter: [[path.resolve('reports/reporter.ts')], ['./mishap.ts']] },
    );
    try {
      const { code, output } = await tiny.launch(['mock'], {
        TARGET_CLIENT_SECRET: planted.TARGET_CLIENT_SECRET,
      }).ended;
      expect(code, output).toBe(2);
      expect(output).toMatch(tells);
      expect(tiny.verdicts).toMatchObject({ outcome: 'inconclusive' });
      if (!what.includes('folder')) expect(tiny.verdicts.complete).toBe(false);
    } finally {
      tiny.remove();
    }
  });
}
