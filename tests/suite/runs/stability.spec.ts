import { expect, test } from '@playwright/test';
import type { Entry } from '../../../reports/model.ts';
import { instabilities } from '../../stability/compare.ts';

const entry = (verdict: Entry['verdict'], reason = '', observed: string | null = null): Entry => ({
  id: 'TEL-001',
  level: 'must',
  verdict,
  reason,
  observed,
  tests: ['a'],
});

const between = (old: Entry, now: Entry, lossy: boolean) =>
  instabilities([old], [now], lossy).map(({ excused }) => excused);

test('two runs that say the same are stable, however they word it', () => {
  expect(between(entry('pass'), entry('pass'), false)).toEqual([]);
  expect(between(entry('fail', 'got 1'), entry('fail', 'got 2'), false)).toEqual([]);
});

test('while every answer arrives, no verdict and no observed value may differ', () => {
  expect(between(entry('pass'), entry('blocked', 'r'), false)).toEqual([false]);
  expect(between(entry('pass'), entry('fail', 'GET /a got no answer (reset)'), false)).toEqual([false]);
  expect(between(entry('observed', '', 'a'), entry('observed', '', 'b'), false)).toEqual([false]);
});

test('where connections are cut, a row may be blocked, or broken for want of an answer, and nothing else', () => {
  const lost = 'GET /a got no answer (reset)';
  expect(between(entry('pass'), entry('blocked', 'r'), true)).toEqual([true]);
  expect(between(entry('pass'), entry('fail', lost), true)).toEqual([true]);
  expect(between(entry('pass'), entry('fail', 'GET /a answered 200'), true)).toEqual([false]);
  expect(between(entry('fail', lost), entry('pass'), true)).toEqual([false]);
  expect(between(entry('observed', '', 'a'), entry('observed', '', 'b'), true)).toEqual([false]);
  expect(between(entry('observed', '', 'a'), entry('observed', '', lost), true)).toEqual([true]);
});
