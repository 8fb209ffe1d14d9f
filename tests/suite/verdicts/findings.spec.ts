import { expect, test } from '@playwright/test';
import { findingsOf } from '../../../reports/judge/facts.ts';
import type { Check, CheckRecord } from '../../../reports/model.ts';

const check = (covers: string[], more: Partial<Check> = {}): Check => ({
  name: 'a.spec.ts › a',
  capability: 'a',
  covers,
  durationMs: 0,
  ...more,
});
const recorded = (...facts: CheckRecord['facts']) => ({ record: { facts, exchanges: [] } });
const silent = { is: 'blocked', reason: 'the check ended without judging it' };

test('what a check recorded is what it found', () => {
  const facts: CheckRecord['facts'] = [
    { id: 'TEL-001', is: 'held' },
    { id: 'TEL-009', is: 'broken', reason: 'got 500' },
  ];
  expect(findingsOf(check(['TEL-001'], recorded(...facts)))).toEqual(facts);
});

test('what a record passes over is blocked, unless it is judged in passing', () => {
  const both = check(['TEL-001', 'TEL-002'], recorded({ id: 'TEL-001', is: 'held' }));
  expect(findingsOf(both)).toContainEqual({ id: 'TEL-002', ...silent });
  expect(findingsOf({ ...both, further: ['TEL-002'] })).toEqual([{ id: 'TEL-001', is: 'held' }]);
});

test('without a record nothing passes and nothing fails', () => {
  const covers = ['TEL-001', 'TEL-002'];
  const further = ['TEL-002'];
  expect(findingsOf(check(covers)).map(({ is }) => is)).toEqual(['blocked', 'blocked']);
  const cut = { is: 'blocked', reason: 'the run was cut off during this check' } as const;
  expect(findingsOf(check(covers, { further, unrecorded: cut }))).toEqual(
    covers.map((id) => ({ id, ...cut })),
  );
  const skipped = { is: 'not-exercised', reason: 'needs state' } as const;
  expect(findingsOf(check(covers, { further, unrecorded: skipped }))).toEqual([
    { id: 'TEL-001', ...skipped },
  ]);
});
