import { expect, test } from '@playwright/test';
import { type CheckEvidence, onePerName } from '../../../reports/write/evidence-file.ts';

const exchange = (url: string, ...breaks: string[]) => ({
  method: 'GET',
  url,
  requestHeaders: {},
  status: 200,
  durationMs: 1,
  curl: `curl ${url}`,
  nth: 1,
  breaks,
});
const check = (name: string, ...exchanges: ReturnType<typeof exchange>[]): CheckEvidence => ({
  name,
  exchanges,
  omitted: 0,
});

test('of several attempts of a check, the evidence is that of the one that shows something broken', () => {
  const broken = check('a', exchange('/first', 'TEL-001'));
  const fine = check('a', exchange('/second'));
  expect(onePerName([broken, fine])).toEqual([broken]);
  expect(onePerName([fine, broken])).toEqual([broken]);
  expect(onePerName([broken, check('a', exchange('/third', 'TEL-002'))])).toEqual([broken]);
  const latest = check('a', exchange('/latest'));
  expect(onePerName([fine, check('b'), latest])).toEqual([latest, check('b')]);
});
