import { existsSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { findLeaks, removeLeaks, writtenSince } from '../../../reports/guard/scan.ts';
import { unpack } from '../../../reports/guard/unpack.ts';
import { checkable } from '../support/checkable.ts';
import { TinyProject } from '../support/tiny-project.ts';
import { planted } from './canaries.ts';

/** The last scan vouches for what a run leaves: what it cannot look through does not stay, and no run is green without it. */

const secrets = Object.entries(planted);
const [must = ''] = checkable('must');

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'last-scan-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const shapes: Readonly<Record<string, (secret: string) => Buffer>> = {
  plain: (secret) => Buffer.from(`before ${secret} after`),
  'URL-encoded': (secret) => Buffer.from(encodeURIComponent(secret)),
  'as a form, in lower case': (secret) =>
    Buffer.from(new URLSearchParams({ a: secret }).toString().replace(/%../g, (hex) => hex.toLowerCase())),
  'JSON in JSON': (secret) => Buffer.from(JSON.stringify({ body: JSON.stringify({ secret }) })),
  'as HTML': (secret) =>
    Buffer.from(secret.replace(/[^\w]/g, (one) => `&#x${one.codePointAt(0)?.toString(16)};`)),
  Basic: (secret) => Buffer.from(`Basic ${Buffer.from(`user-1:${secret}`).toString('base64')}`),
  'a JSON attachment in base64': (secret) =>
    Buffer.from(JSON.stringify({ attachment: Buffer.from(JSON.stringify({ secret })).toString('base64') })),
  gzip: (secret) => gzipSync(secret),
  'gzip in a page': (secret) =>
    Buffer.from(`<script>"data:;base64,${gzipSync(secret).toString('base64')}"</script>`),
};

for (const [shape, write] of Object.entries(shapes)) {
  test(`a file that shows a secret is removed: ${shape}`, () => {
    const folder = folderOf({
      leaky: write(planted.TARGET_CLIENT_SECRET),
      innocent: write('nothing of that kind'),
    });
    const [leaky, innocent] = [path.join(folder, 'leaky'), path.join(folder, 'innocent')];
    const leaks = findLeaks(writtenSince([folder], Date.now()), secrets);
    expect(leaks).toEqual([{ file: leaky, names: ['TARGET_CLIENT_SECRET'] }]);
    expect(removeLeaks(leaks).join()).toContain('leaky showed TARGET_CLIENT_SECRET and was removed');
    expect([existsSync(leaky), existsSync(innocent)]).toEqual([false, true]);
  });
}

test('what the suite says itself is no leak, whatever a secret spells', () => {
  const file = path.join(folderOf({ report: 'the password grant' }), 'report');
  const files = [{ file, name: 'report' }];
  expect(findLeaks(files, [['TARGET_PASSWORD', 'password']], 'The password grant yields tokens')).toEqual([]);
  expect(findLeaks(files, [['TARGET_PASSWORD', 'password']])).toHaveLength(1);
});

test('the folder that a run writes to may be spelled as it likes, a file in it may not', () => {
  const folder = folderOf({ report: 'innocent', 'user-token-1': 'innocent' });
  const known = [
    ['COOKIE', path.basename(folder)],
    ['TOKEN', 'user-token-1'],
  ] as const;
  expect(findLeaks(writtenSince([folder], Date.now()), known)).toEqual([
    { file: path.join(folder, 'user-token-1'), names: ['TOKEN'] },
  ]);
});

test('the last scan of a large file of letters ends', () => {
  const file = path.join(folderOf({ report: 'a'.repeat(1_000_000) }), 'report');
  const startedAt = performance.now();
  expect(findLeaks([{ file, name: 'report' }], secrets)).toEqual([]);
  expect(performance.now() - startedAt, 'milliseconds').toBeLessThan(20_000);
});

test('a file that cannot be read is removed, and one that has gone is none', () => {
  const folder = folderOf({ huge: '', innocent: 'nothing', leaky: planted.TARGET_CLIENT_SECRET });
  // More than Node reads at once; the disk has none of it.
  truncateSync(path.join(folder, 'huge'), 2 ** 31 + 1);
  const gone = { file: path.join(folder, 'gone'), name: 'gone' };

  const told = removeLeaks(findLeaks([...writtenSince([folder], Date.now()), gone], secrets)).join('\n');
  expect(told).toMatch(/^a secret may have leaked: \S*huge could not be searched \(\w+\) and was removed$/m);
  expect(told).toMatch(/leaky showed TARGET_CLIENT_SECRET and was removed$/m);
  expect(told.split('\n')).toHaveLength(2);
  expect(['huge', 'innocent', 'leaky'].filter((name) => existsSync(path.join(folder, name)))).toEqual([
    'innocent',
  ]);
});

/** What an answer may hold: a kilobyte of it is so many bytes. */
const packed = (length: number, text = 'a'): string =>
  gzipSync(text.repeat(length / text.length)).toString('base64');

/** A zip archive of many files, all of which are the same one (APPNOTE 4.3.12). */
function zipOfOne(length: number, files: number): Buffer {
  const bytes = deflateRawSync(Buffer.alloc(length, 'a'));
  const local = Buffer.alloc(30);
  local.writeUInt32BE(0x50_4b_03_04, 0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32BE(0x50_4b_01_02, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(bytes.length, 20);
  return Buffer.concat([local, bytes, ...Array.from({ length: files }, () => entry)]);
}

const bombs: Readonly<Record<string, () => string | Buffer>> = {
  'a body that is large once it is unpacked': () => `{"body":"${packed(12_000_000)}"}`,
  'many such, each another one': () =>
    JSON.stringify(Array.from({ length: 200 }, (_, nth) => packed(500_000, `${nth} and on `))),
  'one in the other': () => packed(20_000_000, `"${packed(100_000, 'abc')}" `),
  'an archive of many files that are one': () => zipOfOne(1_000_000, 100),
};

for (const [what, write] of Object.entries(bombs)) {
  test(`what unpacks to too much is not vouched for, and costs no other file: ${what}`, () => {
    const folder = folderOf({ bomb: write(), innocent: packed(500_000) });
    const startedAt = performance.now();
    const told = removeLeaks(findLeaks(writtenSince([folder], Date.now()), secrets));
    expect(performance.now() - startedAt, 'milliseconds').toBeLessThan(20_000);
    expect(told).toEqual([
      expect.stringMatching(
        /bomb could not be searched \(it unpacks to more than can be searched\) and was removed$/,
      ),
    ]);
    expect([existsSync(path.join(folder, 'bomb')), existsSync(path.join(folder, 'innocent'))]).toEqual([
      false,
      true,
    ]);
  });
}

test('what is packed the same is unpacked once; a secret behind it is found all the same', () => {
  const same = packed(1_000_000);
  const folder = folderOf({
    innocent: JSON.stringify(Array.from({ length: 2000 }, () => same)),
    // What stood too deep to be opened is opened where it does not.
    leaky:
      nested(4, planted.TARGET_PASSWORD) +
      JSON.stringify([packed(100_000), packed(100_000)]) +
      nested(1, planted.TARGET_PASSWORD),
  });
  const startedAt = performance.now();
  expect(findLeaks(writtenSince([folder], Date.now()), secrets)).toEqual([
    { file: path.join(folder, 'leaky'), names: ['TARGET_PASSWORD'] },
  ]);
  expect(performance.now() - startedAt, 'milliseconds').toBeLessThan(20_000);
});

/** A text in base64 in base64, and innermost in an archive. */
function nested(times: number, text: string): string {
  const inner = gzipSync(text).toString('base64');
  return ` ${Array.from({ length: times - 1 }).reduce<string>((within) => Buffer.from(within).toString('base64'), inner)} `;
}

test('of an archive one file is held at a time, and one that is broken hides none of the others', () => {
  const before = process.memoryUsage().arrayBuffers;
  const [first] = unpack(zipOfOne(1_000_000, 200), () => 2 ** 28);
  expect(first?.bytes).toHaveLength(1_000_000);
  expect(process.memoryUsage().arrayBuffers - before, 'bytes').toBeLessThan(50_000_000);

  const broken = zipOfOne(1000, 1);
  const leaky = Buffer.from(planted.TARGET_CLIENT_SECRET);
  const local = Buffer.from(broken.subarray(0, 30));
  const entry = Buffer.from(broken.subarray(-46));
  entry.writeUInt16LE(0, 10);
  entry.writeUInt32LE(leaky.length, 20);
  const nowhere = Buffer.from(entry);
  nowhere.writeUInt16LE(8, 10);
  entry.writeUInt32LE(30 + leaky.length, 42);
  // The first is said to be deflated and is not.
  const zip = Buffer.concat([local, leaky, local, deflateRawSync(leaky), nowhere, entry]);
  const file = path.join(folderOf({ zip }), 'zip');
  expect(findLeaks([{ file, name: 'zip' }], secrets)).toEqual([{ file, names: ['TARGET_CLIENT_SECRET'] }]);
});

/** What goes wrong while the last scan is under way or before it, done by a reporter that comes after ours. */
const mishaps: Readonly<Record<string, { does: string; tells: RegExp }>> = {
  'that is killed before its last scan': {
    does: "process.kill(process.pid, 'SIGKILL');",
    tells: /Playwright was ended by SIGKILL/,
  },
  'of which a folder cannot be listed': {
    does: "mkdirSync('test-results', { recursive: true }); failing('readdirSync', 'test-results');",
    tells: /a secret may have leaked: \S*test-results could not be searched \(\w+\) and could not be removed/,
  },
  'whose last scan breaks': {
    does: "failing('existsSync', 'test-results');",
    tells: /a secret may have leaked: the final search of the written files did not finish \(EACCES\)/,
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
