import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { contains, inPostalCode, inRegion, timeLimit } = defaultRules;

/** Values that a careless server reads otherwise: cut, trimmed, decoded once more, or as part of a query. */
export const oddValueMutants = {
  'contains-without-letters': {
    says: 'Ignores the letters in Contains.',
    breaks: 'TEL-167',
    contains: (number, characters) => contains(number, characters.replace(/\D/g, '')),
  },
  'contains-of-four-digits-at-most': {
    says: 'Finds no number by more than four digits.',
    breaks: 'TEL-203',
    contains: (number, characters) =>
      characters.replace(/\D/g, '').length < 5 && contains(number, characters),
  },
  'region-with-an-apostrophe-fails': {
    says: 'Returns 500 for an InRegion with an apostrophe.',
    breaks: 'TEL-169',
    inRegion: (number, region) =>
      region.includes("'") ? refuse(500, 'syntax error') : inRegion(number, region),
  },
  'postal-code-beyond-ascii-fails': {
    says: 'Returns 500 for an InPostalCode with a character outside ASCII.',
    breaks: 'TEL-170',
    inPostalCode: (number, code) =>
      /[^\0-\x7f]/.test(code) ? refuse(500, 'encoding error') : inPostalCode(number, code),
  },
  'region-with-an-ampersand-ignored': {
    says: 'Ignores an InRegion with an ampersand.',
    breaks: 'TEL-169',
    inRegion: (number, region) => region.includes('&') || inRegion(number, region),
  },
  'time-limit-of-a-month-at-most': {
    says: 'Refuses a TimeLimit of more than 2592000.',
    breaks: 'TEL-040',
    timeLimit: (value) =>
      Number(value) > 2_592_000 ? refuse(400, 'TimeLimit is longer than a month') : timeLimit(value),
  },
} satisfies Bank;
