import { expect, test } from '@playwright/test';
import { partOf, unknownLike } from '../../telephony/sids.ts';

/** Sids of calls that are not there, of which a deployment is asked. */
for (const sid of [
  'CA4d6f1f0a7c9b4e2d8a5b3c1e0f9d8c7b',
  'a3c5f6e2-8c1d-4b7e-9f10-2d3c4b5a6978',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '1580000123456789123',
  'V1StGXR8_Z5jdHi6B-myT',
  'k3J9x0Qa2L',
]) {
  test(`a sid like ${sid} has its characters and is another one`, () => {
    const unknown = unknownLike(sid);
    expect(unknown).not.toBe(sid);
    expect(unknown.split('').toSorted()).toEqual(sid.split('').toSorted());
    expect(unknown.replaceAll(/\w/g, '')).toBe(sid.replaceAll(/\w/g, ''));
  });
}

for (const [sid, unknown] of [
  ['17', '999999999'],
  ['call-17', 'call-999999999'],
  ['10000017', '99999999'],
  ['1000234501', '2147483646'],
  ['2147000123', '2147483646'],
  ['4200000001', '4294967294'],
  ['123456789012', '999999999999'],
] as const) {
  test(`a number like ${sid} is a higher one of its form`, () => {
    expect(unknownLike(sid)).toBe(unknown);
  });
}

for (const sid of ['', 'a-call', '999999999', 's1-000000001234', 'CA0000000001a7', 'CA'.padEnd(34, '0')]) {
  test(`what is unlike "${sid}" cannot be had by chance`, () => {
    expect(unknownLike(sid)).toMatch(/^CAf{32}$/);
  });
}

test('the beginning of a number is another number, that of anything else is none', () => {
  expect(['17', 'call-17', 'CA0017'].map(partOf)).toEqual([undefined, undefined, undefined]);
  expect(partOf('CA4d6f1f0a')).toBe('CA4d6f1f0');
});
