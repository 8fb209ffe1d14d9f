import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { mistakesIn } from '../../support/dot-env.ts';
import { test } from '../support/in-workspace.ts';

/** A `.env` file is read as it looks, or not at all. */

for (const [what, text, mistake] of [
  ['a # within a value', 'A=1\nTARGET_PASSWORD=alice#pass', 'line 2: TARGET_PASSWORD has a # without quotes'],
  [
    'a value that begins with #',
    'TARGET_CONSENT_SELECTOR=#accept',
    'line 1: TARGET_CONSENT_SELECTOR has a #',
  ],
  ['a comment behind a value', 'export A=b # c', 'line 1: A has a # without quotes'],
  ['a quote that is not closed', `# x\n\nA="b\nB=c`, 'line 3: the quote that A begins with is never closed'],
  ['more after a quote', `A='b'c`, 'line 1: A goes on after its closing quote'],
  ['a line that is no setting', 'A=b\nsecret', 'line 2: expected NAME=value'],
  ['a byte order mark', '\ufeffA=b', 'line 1: it begins with a byte order mark'],
] as const) {
  base(`${what} is a mistake`, () => {
    const told = mistakesIn(Buffer.from(text));
    expect(told).toEqual([expect.stringContaining(mistake)]);
    expect(told.join()).not.toMatch(/alice|accept|secret/);
  });
}

base('another encoding is a mistake', () => {
  expect(mistakesIn(Buffer.from('\ufeffA=b', 'utf16le'))).toEqual([
    'line 1: it is in UTF-16: save it as UTF-8',
  ]);
  expect(mistakesIn(Buffer.from('A=é', 'latin1'))).toEqual(['line 1: it is not in UTF-8: save it as UTF-8']);
});

base('quotes, comments of their own, empty values and several lines are none', () => {
  const text = `# a comment\nA=\nB='#x'\r\nC="a # b" # why\nexport D=e=f\nE="two\nlines"\n  F = g\n`;
  expect(mistakesIn(Buffer.from(text))).toEqual([]);
});

test('a mistake in the file ends a live run before any request', async ({ workspace }) => {
  writeFileSync(
    path.join(workspace.folder, '.env'),
    'TARGET_API_URL=http://127.0.0.1:9\nTARGET_PASSWORD=alice#pass\n',
  );
  const { code, output } = await workspace.run('conformance:live');
  expect(code, output).toBe(2);
  expect(output).toContain('The file .env is not read:\n  line 2: TARGET_PASSWORD has a # without quotes');
  expect(output).not.toContain('alice');
});
