import { expect, test } from '@playwright/test';
import { assertionsIn } from '../../mutants/code/assertions-in.ts';
import { readSources } from '../../mutants/code/copy.ts';
import { switched } from '../../mutants/code/switches.ts';
import { atAnyRate } from '../../mutants/code/taken-out.ts';

const found = readSources(
  ['tests/identity/deep/refresh.spec.ts', 'tests/identity/deep/renewal.ts'],
  (source) => ({
    text: source.text,
    all: assertionsIn(source),
  }),
);

test('assertions of every kind are found', () => {
  const kinds = [...found.values()].flatMap(({ all }) => all.map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(['expect', 'reader', 'judgement', 'establish', 'control']));

  const { text = '', all = [] } = found.get('tests/identity/deep/renewal.ts') ?? {};
  const established = all.find(({ kind }) => kind === 'establish');
  expect(text.slice(established?.start, established?.end)).toMatch(/^establish\(/);
  const ofBodies = all.find((one) => text.slice(one.start).startsWith("judgeBodies('current-user'"));
  expect(ofBodies?.kind).toBe('judgement');
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
