import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { ofAnotherClient } from '../circumstances.ts';
import type { Bank } from '../mutant.ts';

const { findCode, isCodeOf, isCodeUnused } = defaultRules;

const SECOND_MS = 1000;

/** How often a code is exchanged. */
export const usedCodes = {
  'code-replayable': {
    says: 'Exchanges a code any number of times.',
    breaks: 'IDN-066',
    isCodeUnused: () => true,
  },
  'code-spent-a-moment-later': {
    says: 'Exchanges a code repeatedly until the first response has been sent.',
    breaks: 'IDN-066',
    rules: () => {
      const spent = new Set<string | undefined>();
      return {
        isCodeUnused: ({ value }) => !spent.has(value),
        endsReplayed: () => false,
        send: async (answer, operation) => {
          if (operation !== 'exchangeToken') return answer;
          await sleep(500);
          spent.add(now().form['code']);
          return answer;
        },
      };
    },
  },
  'code-refused-once': {
    says: 'Refuses a code the second time, but accepts it the third.',
    breaks: 'IDN-066',
    isCodeUnused: () => now().uses !== 1,
    endsReplayed: () => false,
  },
  'code-taken-at-a-quick-third-attempt': {
    says: 'Accepts a used code at the third attempt, if that comes within a second.',
    breaks: 'IDN-066',
    rules: () => atThirdAttempt((age) => age < SECOND_MS),
  },
  'code-taken-at-a-late-third-attempt': {
    says: 'Accepts a used code at the third attempt, if that comes a second later.',
    breaks: 'IDN-066',
    rules: () => atThirdAttempt((age) => age >= SECOND_MS),
  },
  'used-code-forgotten-after-a-second': {
    says: 'Accepts a used code again a second after its exchange.',
    breaks: 'IDN-066',
    rules: () => {
      const ages = sinceFirstUse();
      return {
        isCodeUnused: ({ value, used }) => ages(value) > SECOND_MS || !used,
        endsReplayed: () => false,
      };
    },
  },
  'newest-used-code-alone-remembered': {
    says: 'Accepts a used code again once another one has been exchanged.',
    breaks: 'IDN-066',
    rules: () => {
      let newest: string | undefined;
      return {
        isCodeUnused: ({ value }) => {
          const isUnused = value !== newest;
          newest = value;
          return isUnused;
        },
        endsReplayed: () => false,
      };
    },
  },
  'used-code-works-for-another-client': {
    says: 'Exchanges a code that the first client has already exchanged, for any other client.',
    breaks: ['IDN-066', 'IDN-067'],
    when: ofAnotherClient,
    isCodeUnused: () => true,
    isCodeOf: (code, one) => code.used || isCodeOf(code, one),
  },
  'code-not-exchanged': {
    says: 'Refuses every authorization code.',
    breaks: 'IDN-034',
    findCode: () => undefined,
  },
  'code-for-one-scope-not-exchanged': {
    says: 'Refuses a code when only one scope was requested.',
    breaks: 'IDN-034',
    findCode: (codes, code) => {
      const found = findCode(codes, code);
      return found?.scopes.length === 1 ? undefined : found;
    },
  },
} satisfies Bank;

/** Accepts a used code at the third attempt, depending on the milliseconds since the first. */
function atThirdAttempt(isMeant: (age: number) => boolean): Partial<Rules> {
  const ages = sinceFirstUse();
  return {
    isCodeUnused: (code) => {
      const age = ages(code.value);
      return (now().uses === 2 && isMeant(age)) || isCodeUnused(code);
    },
    endsReplayed: () => false,
  };
}

/** How many milliseconds ago a code was exchanged first. */
function sinceFirstUse(): (code: string) => number {
  const first = new Map<string, number>();
  return (code) => {
    const at = first.get(code) ?? Date.now();
    first.set(code, at);
    return Date.now() - at;
  };
}
