import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readAgainst } from '../../../reports/judge/against.ts';
import { readDeviations } from '../../../reports/judge/deviations-file.ts';
import { catalogue, requirementIds } from '../../support/catalogue.ts';
import { readSettings } from '../../support/settings.ts';
import { checkable } from '../support/checkable.ts';
import { entry } from '../support/deviation-samples.ts';

/** The file that TARGET_DEVIATIONS names: its entries, or every mistake in it. */

const [m1 = '', m2 = '', m3 = '', m4 = '', m5 = '', m6 = '', m7 = ''] = checkable('must');
const [s1 = ''] = checkable('should');
const [o1 = ''] = checkable('open');
const [c1 = ''] = checkable('choice');
const untestable = requirementIds.find((id) => catalogue[id].untestable) ?? '';

test.describe('the file', () => {
  let folder: string;
  test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deviations-'))));
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (value: unknown): string => {
    const file = path.join(folder, 'deviations.json');
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };

  test('its entries are read as they are', () => {
    const entries = [
      entry({ requirement: m1 }),
      entry({ requirement: s1, seen: ['a', 'b'] }),
      // The value of a choice may be any word.
      entry({ requirement: c1, seen: 'missing' }),
    ];
    expect(readDeviations(write(entries))).toEqual({ entries, mistakes: [] });
    expect(readDeviations(write('\ufeff[]'))).toEqual({ entries: [], mistakes: [] });
  });

  test('every mistake is told at once, by position and requirement, with those of the other settings', () => {
    const { reason: _reason, ...reasonless } = entry({ requirement: m3 });
    const file = write([
      entry({ requirement: m1 }),
      entry({ requirement: 'TEL-999' }),
      entry({ requirement: m2, expires: '2026-02-30' }),
      entry({ requirement: m1 }),
      reasonless,
      { ...entry({ requirement: m4 }), expiry: 'soon' },
      entry({ requirement: o1 }),
      entry({ requirement: untestable }),
      entry({ requirement: 'TEL-1' }),
      'TEL-001',
      { ...entry({ requirement: m5 }), owner: ' ', seen: 500 },
      entry({ requirement: m6, seen: 'Got:' }),
      entry({ requirement: m7, seen: ['got 500', 'the status'] }),
    ]);
    const env = {
      TARGET_API_URL: 'nowhere',
      TARGET_DEVIATIONS: file,
      TARGET_BASELINE: path.join(folder, 'absent.json'),
    };
    let told = '';
    try {
      readSettings(env, readAgainst(env).mistakes);
    } catch (error) {
      told = (error as Error).message;
    }
    const lines = told.split('\n').map((text) => text.trim());
    const expected = [
      'TARGET_API_URL: expected an http or https address',
      'TARGET_DEVIATIONS: entry 2 (TEL-999): there is no requirement TEL-999',
      `TARGET_DEVIATIONS: entry 3 (${m2}): expires must be a date such as 2026-12-31, got "2026-02-30"`,
      `TARGET_DEVIATIONS: entry 4 (${m1}): ${m1} is already listed as entry 1`,
      `TARGET_DEVIATIONS: entry 5 (${m3}): reason is missing`,
      `TARGET_DEVIATIONS: entry 6 (${m4}): unknown field "expiry"`,
      `TARGET_DEVIATIONS: entry 7 (${o1}): ${o1} is an open point, which never fails`,
      `TARGET_DEVIATIONS: entry 8 (${untestable}): ${untestable} cannot be checked from outside, so it never fails`,
      'TARGET_DEVIATIONS: entry 9 (TEL-1): requirement must be: an id of the catalogue, such as TEL-014, got "TEL-1"',
      'TARGET_DEVIATIONS: entry 10: expected an object with requirement, reason, owner, expires, seen',
      `TARGET_DEVIATIONS: entry 11 (${m5}): owner must be: who is responsible for it, got " "`,
      `TARGET_DEVIATIONS: entry 11 (${m5}): seen must be string,array, got 500`,
      `TARGET_DEVIATIONS: entry 12 (${m6}): seen must quote what came, such as got 500, got "Got:"`,
      `TARGET_DEVIATIONS: entry 13 (${m7}): seen must quote what came, such as got 500, got "the status"`,
      `TARGET_BASELINE: there is no file ${path.join(folder, 'absent.json')}`,
    ];
    expect(lines.slice(1)).toEqual(expected);
  });

  const broken: [string, unknown, string][] = [
    ['no JSON', '[', 'is not JSON'],
    [
      'a field that stands twice',
      `[\n\t{ "requirement": "${m1}",\n\t"expires": "2020-01-01", "expires": "2999-01-01" }\n]`,
      'line 3: this field appears twice in one object',
    ],
    ['no list', { 'TEL-001': entry() }, 'expected a list of entries'],
  ];
  for (const [what, value, message] of broken) {
    test(`${what} is a mistake of the setting`, () => {
      const env = { TARGET_API_URL: 'https://api.example', TARGET_DEVIATIONS: write(value) };
      expect(() => readSettings(env, readAgainst(env).mistakes)).toThrow(message);
    });
  }

  test('one that is not there or a folder is a mistake of the setting', () => {
    for (const file of [path.join(folder, 'absent.json'), folder]) {
      const env = { TARGET_API_URL: 'https://api.example', TARGET_DEVIATIONS: file };
      expect(() => readSettings(env, readAgainst(env).mistakes)).toThrow(
        /TARGET_DEVIATIONS: .*(there is no file|cannot be read)/,
      );
    }
  });
});
