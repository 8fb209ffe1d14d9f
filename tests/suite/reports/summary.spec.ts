import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { createMarkdownRenderer } from 'vitepress';
import type { Entry, ListedDeviation, Outcome, VerdictFile } from '../../../reports/model.ts';
import { line } from '../../../reports/text.ts';
import { badgeOf } from '../../../reports/write/badge.ts';
import { markdown, markdownTable } from '../../../reports/write/markdown.ts';
import { summaryOf } from '../../../reports/write/summary.ts';

const entry = (id: string, verdict: Entry['verdict'], more: Partial<Entry> = {}): Entry => ({
  id,
  level: 'must',
  verdict,
  reason: verdict === 'pass' ? '' : `the reason of ${id}`,
  observed: null,
  tests: [],
  ...more,
});

const fileWith = (requirements: Entry[], more: Partial<VerdictFile> = {}): VerdictFile => ({
  schemaVersion: 1,
  complete: true,
  suite: { version: '1.0.0', catalogue: 'a'.repeat(64) },
  target: { kind: 'live', name: 'staging', urls: {} },
  startedAt: '2026-11-21T02:00:00.000Z',
  durationMs: 9000,
  requests: 210,
  outcome: 'non-conformant',
  counts: { pass: 1, fail: 1, warn: 0, observed: 0, blocked: 0, 'not-exercised': 0 },
  requirements,
  errors: [],
  ...more,
});

const hostile = [
  '<img src=x onerror=alert(1)>',
  '</td></tr></table><script>alert(1)</script>',
  '[click](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example>',
  'https://evil.example www.evil.example evil.example',
  '| a | b |\n| - | - |\n# heading\n- list\n1. one\n> quote\n---\n```sh\nrm\n```',
  '**bold** __bold__ *em* _em_ ~~gone~~ `code` $math$ :tada: ==mark== x^2^ [[toc]] [[x]] {{ 1 + 1 }}',
  '\u001b[31mred\u001b[0m \u202edesrever\u202c \u0007',
  'a\\b \\* \\\\ &amp; &#60;b&#62; {#id .class}',
];

/** What Markdown shows to a reader: the text of the HTML, and the elements in it. */
async function shown(text: string): Promise<{ text: string; elements: string[] }> {
  const renderer = await createMarkdownRenderer('.', { html: true, linkify: true });
  const html = renderer.render(text);
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
  return {
    elements: [...html.matchAll(/<([a-z][a-z0-9-]*)/gi)].map(([, name]) => String(name)),
    text: html
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? ''),
  };
}

test.describe('text of a deployment as Markdown', () => {
  for (const text of hostile) {
    test(`shows itself, and is no markup: ${line(text).slice(0, 40)}`, async () => {
      const inItem = await shown(`- x ${markdown(text)}`);
      expect(inItem.text.trim()).toBe(`x ${line(text)}`);
      expect(inItem.elements).toEqual(['ul', 'li']);
      const inCell = await shown(markdownTable(['head'], [[`x ${markdown(text)}`]]).join('\n'));
      expect(
        inCell.elements.filter((name) => !['table', 'thead', 'tbody', 'tr', 'th', 'td'].includes(name)),
      ).toEqual([]);
      expect(inCell.text).toContain(line(text));
    });
  }

  test('whatever it is', async () => {
    const renderer = await createMarkdownRenderer('.', { html: true, linkify: true });
    const sign = fc.constantFrom(...Array.from('\\`*_{}[]<>#+!|~&@$^=.:-()"\'/;,? aw1w.htps'));
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), (text) => {
        const html = renderer.render(`- x ${markdown(text)}`);
        expect(html.match(/<[a-z]+/g)).toEqual(['<ul', '<li']);
      }),
      { numRuns: 300 },
    );
  });
});

test.describe('the summary of a run', () => {
  const failing = entry('TEL-014', 'fail', { reason: 'expected <b>, got |x|' });

  test('tells target, outcome and counts by server', () => {
    const summary = summaryOf(fileWith([entry('IDN-001', 'pass'), failing]));
    expect(summary).toContain('## Conformance of staging (live): non-conformant');
    expect(summary).toContain('2026-11-21 02:00 UTC · 210 requests · 9.0 s · 2 requirements\n');
    expect(summary).toContain('| identity | 1 | · | · | · | · | · |');
    expect(summary).toContain('| telephony | · | 1 | · | · | · | · |');
    expect(summary).toContain('| all | 1 | 1 | · | · | · | · |');
  });

  test('tells, as the badge does, that only core checks ran', () => {
    const core = fileWith([entry('IDN-001', 'pass')], { depth: 'core' });
    expect(summaryOf(core)).toContain('1 requirement · core checks only: near misses not looked for\n');
    expect(badgeOf(core).message).toMatch(/1 of 1 pass, core checks only$/);
    const full = fileWith([entry('IDN-001', 'pass')], { depth: 'full' });
    expect([summaryOf(full), badgeOf(full).message].join()).not.toContain('core');
  });

  test('tells each failure with its reason, escaped, and nothing of what passes', () => {
    const summary = summaryOf(fileWith([entry('IDN-001', 'pass'), failing]));
    expect(summary).toMatch(/### Failed\n\n- \*\*TEL-014\*\* .*: expected \\<b\\>, got \\\|x\\\|\n/);
    expect(summary).not.toContain('IDN-001');
    expect(summary.match(/^### /gm)).toHaveLength(1);
  });

  test('sets known deviations apart from failures, and shows entries that are wrong', () => {
    const known = {
      requirement: 'TEL-014',
      reason: 'ticket 7',
      owner: 'ops',
      expires: '2027-01-31',
      seen: 'x',
    };
    const summary = summaryOf(
      fileWith([{ ...failing, deviation: known }], {
        outcome: 'partial',
        deviations: [
          { entry: known, state: 'known', says: 'as listed' },
          { entry: { ...known, requirement: 'TEL-015' }, state: 'stale', says: 'TEL-015 holds' },
        ],
      }),
    );
    expect(summary).not.toContain('### Failed');
    expect(summary).toMatch(
      /### Known deviations\n\n- \*\*TEL-014\*\* .*known\\?: ticket 7 \(ops, until 2027-01-31\)\n/,
    );
    expect(summary).toContain(
      '### Entries of known deviations that fail the run\n\n- stale: TEL-015 holds\n',
    );
  });

  test('folds what is blocked, and tells warnings, errors, drift and a run that was cut off', () => {
    const summary = summaryOf(
      fileWith(
        [
          entry('TEL-001', 'blocked', { reason: 'IDN-030 answered 500', cause: 'IDN-030' }),
          entry('TEL-002', 'blocked', { reason: 'IDN-030 answered 500', cause: 'IDN-030' }),
          entry('COL-001', 'warn', { level: 'should' }),
        ],
        {
          complete: false,
          shard: { current: 1, total: 3 },
          errors: ['the *preflight* broke'],
          drift: [
            {
              id: 'COL-001',
              kind: 'regression',
              what: ['verdict'],
              old: { verdict: 'pass', reason: '', observed: 'a|b' },
              new: { verdict: 'warn', reason: 'r', observed: null },
            },
          ],
        },
      ),
    );
    expect(summary).toContain('### Blocked\n\n- IDN-030 blocks 2 requirements: IDN-030 answered 500\n');
    expect(summary).toMatch(/### Warnings\n\n- \*\*COL-001\*\* /);
    expect(summary).toContain('- the \\*preflight\\* broke\n');
    expect(summary).toMatch(/\*\*COL-001\*\* .*: regression, was pass a\\\|b, is warn\n/);
    expect(summary).toContain('cut off before its end');
    expect(summary).toContain('shard 1 of 3 only');
  });

  test('stays short', () => {
    const many = Array.from({ length: 80 }, (_, nth) =>
      entry(`TEL-${String(nth + 1).padStart(3, '0')}`, 'fail'),
    );
    const summary = summaryOf(fileWith(many));
    expect(summary.match(/^- \*\*TEL-/gm)).toHaveLength(50);
    expect(summary).toContain('- and 30 more\n');
  });
});

test('a badge is green only if every must that can be checked holds', () => {
  const file = fileWith([entry('IDN-001', 'pass'), entry('IDN-002', 'fail')]);
  expect(badgeOf(file)).toEqual({
    schemaVersion: 1,
    label: 'conformance of staging',
    message: 'non-conformant, 1 of 2 pass',
    color: 'red',
  });
  const colours = (['conformant', 'partial', 'non-conformant', 'inconclusive'] as const).map(
    (outcome) => badgeOf({ ...file, outcome }).color,
  );
  expect(colours).toEqual(['brightgreen', 'yellow', 'red', 'lightgrey']);
});

test('a badge, and the summary, say which entries of known deviations are wrong, and are not green', () => {
  const entry = { requirement: 'TEL-015', reason: 'r', owner: 'o', expires: '2027-01-31', seen: 'x' };
  const listed = (...states: ListedDeviation['state'][]) => ({
    deviations: states.map((state) => ({ entry, state, says: 'what it says' })),
  });
  const about = (outcome: Outcome, ...states: ListedDeviation['state'][]) => {
    const file = fileWith([], { outcome, ...listed(...states) });
    const { message, color } = badgeOf(file);
    return [message, color, summaryOf(file).split('\n')[0]?.replace(/.*: /, '')];
  };
  const pass = '1 of 0 pass';
  expect(about('conformant', 'known', 'unused')).toEqual([
    `conformant, ${pass}`,
    'brightgreen',
    'conformant',
  ]);
  expect(about('conformant', 'stale')).toEqual([
    `conformant, ${pass}, 1 entry stale`,
    'orange',
    'conformant, 1 entry stale',
  ]);
  expect(about('partial', 'stale', 'expired', 'stale', 'known').slice(0, 2)).toEqual([
    `partial, ${pass}, 2 entries stale, 1 entry expired`,
    'orange',
  ]);
  expect(about('non-conformant', 'differs').slice(0, 2)).toEqual([
    `non-conformant, ${pass}, 1 entry mismatched`,
    'red',
  ]);
});

test.describe('the command', () => {
  let folder = '';
  test.beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'summary-'))));
  test.afterAll(() => rmSync(folder, { recursive: true }));

  test('adds to the summary of the job, and writes the badge', () => {
    const file = path.join(folder, 'verdicts.json');
    const { errors: _errors, ...verdicts } = fileWith([entry('IDN-001', 'fail'), entry('IDN-002', 'pass')]);
    writeFileSync(file, JSON.stringify(verdicts));
    const job = path.join(folder, 'job.md');
    writeFileSync(job, 'before\n');
    const { status, stdout } = summary([file], {
      CONFORMANCE_OUTPUT: path.join(folder, 'out'),
      GITHUB_STEP_SUMMARY: job,
    });
    expect(status).toBe(0);
    expect(readFileSync(job, 'utf8')).toBe(`before\n${stdout}`);
    expect(stdout).toContain('**IDN-001**');
    expect(JSON.parse(readFileSync(path.join(folder, 'out/badge.json'), 'utf8'))).toEqual(badgeOf(verdicts));
  });

  test('says in a sentence that there is no verdict file, in the summary of the job as well', () => {
    const job = path.join(folder, 'empty.md');
    const badge = path.join(folder, 'badge.json');
    writeFileSync(badge, 'of a former run');
    const { status, stderr } = summary([path.join(folder, 'none.json')], {
      CONFORMANCE_OUTPUT: folder,
      GITHUB_STEP_SUMMARY: job,
    });
    expect(stderr).toMatch(/^.*there is no file.*\n$/);
    expect(readFileSync(job, 'utf8')).toMatch(/^## There is no verdict\n\n- there is no file .*\n$/);
    expect(existsSync(badge)).toBe(false);
    expect(status).toBe(2);
  });

  function summary(args: readonly string[], env: NodeJS.ProcessEnv) {
    return spawnSync(process.execPath, ['--import', 'tsx', 'reports/summary.ts', ...args], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
  }
});
