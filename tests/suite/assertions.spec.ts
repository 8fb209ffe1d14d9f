import { expect, test } from '@playwright/test';
import { assertionsIn } from '../mutants/code/assertions-in.ts';
import { readSources } from '../mutants/code/copy.ts';
import { judgesIn } from '../mutants/code/judges-in.ts';
import { checkFiles } from '../mutants/code/places.ts';
import { switched } from '../mutants/code/switches.ts';
import { atAnyRate } from '../mutants/code/taken-out.ts';

const found = readSources(
  ['tests/identity/refresh.spec.ts', 'tests/identity/renewal.ts'],
  (source, others) => {
    const judged = judgesIn(source, others);
    return { text: source.text, judged, all: assertionsIn(source, judged) };
  },
  checkFiles(),
);

test('what a function judges is what it names and what it calls names', () => {
  const { judged } = found.get('tests/identity/refresh.spec.ts') ?? {};
  // By judgeNew, which stands beside it, and by judgeSameUser of another file.
  expect(judged?.get('judgeRenewals')).toEqual(expect.arrayContaining(['IDN-042', 'IDN-070', 'IDN-117']));
  expect(judged?.get('judgeErrors')).toEqual(['IDN-081', 'IDN-082']);
});

test('assertions of every kind are found, each with what it decides', () => {
  const kinds = [...found.values()].flatMap(({ all }) => all.map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(['expect', 'reader', 'judgement', 'establish', 'control']));

  const { text = '', all = [] } = found.get('tests/identity/renewal.ts') ?? {};
  const established = all.find(({ kind }) => kind === 'establish');
  expect(established?.decides).toEqual(['IDN-042']);
  expect(text.slice(established?.start, established?.end)).toMatch(/^establish\(/);
  const ofBodies = all.find((one) => text.slice(one.start).startsWith("judgeBodies('current-user'"));
  expect(ofBodies?.kind).toBe('judgement');
  expect(ofBodies?.decides).toContain('COL-031');
});

test('edits stand in a file behind their switches, one within another', () => {
  const text = 'outer(inner(1)); after();';
  const edit = (part: string, instead: string) => {
    const start = text.indexOf(part);
    return { start, end: start + part.length, text: instead, kind: 'expect' };
  };
  const edits = [
    { place: 7, edit: edit('outer(inner(1))', 'void 0') },
    { place: 8, edit: edit('inner(1)', '1') },
  ];
  expect(switched('tests/identity/a.spec.ts', text, edits)).toContain(
    '($switches.isOut(7) ? void 0 : $switches.passed($switches.begun(7), outer(' +
      '($switches.isOut(8) ? 1 : $switches.passed($switches.begun(8), inner(1)))))); after();',
  );
});

test('an observation that fails comes to an empty object', async () => {
  expect(await atAnyRate(() => 'held')()).toBe('held');
  const failing = atAnyRate<object>(() => {
    throw new Error('broken');
  });
  expect(await failing()).toEqual({});
});
