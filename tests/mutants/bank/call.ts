import { json } from '../../reference/answer.ts';

import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { recordAnswer } = defaultRules;

/** Breaking which call a recording answers, and what is answered where there is no such call or number. */
export const callMutants = {
  'start-answers-another-call': {
    says: 'Returns the sid of another call when a recording is started.',
    breaks: ['TEL-026', 'TEL-027', 'TEL-029'],
    recordAnswer: changing(true, { sid: 'CA00000000000000000000000000000000' }),
  },
  'end-answers-another-call': {
    says: 'Returns the sid of another call when a recording is ended.',
    breaks: 'TEL-029',
    recordAnswer: changing(false, { sid: 'CA00000000000000000000000000000000' }),
  },
  'start-answers-another-account': {
    says: 'Returns the account_sid of another account when a recording is started.',
    breaks: 'TEL-030',
    recordAnswer: changing(true, { account_sid: 'AC9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d' }),
  },
  'end-answers-another-account': {
    says: 'Returns the account_sid of another account when a recording is ended.',
    breaks: 'TEL-030',
    recordAnswer: changing(false, { account_sid: 'AC9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d' }),
  },
  'start-answered-as-text': {
    says: 'Sends the call as text/plain when a recording is started.',
    breaks: 'TEL-031',
    recordAnswer: (call, isStart) =>
      isStart ? json(200, call, { 'Content-Type': 'text/plain' }) : recordAnswer(call, isStart),
  },
  'end-answered-as-text': {
    says: 'Sends the call as text/plain when a recording is ended.',
    breaks: 'TEL-031',
    recordAnswer: (call, isStart) =>
      isStart ? recordAnswer(call, isStart) : json(200, call, { 'Content-Type': 'text/plain' }),
  },
} satisfies Bank;

/** Answers another call than the one of the path, to a start or to an end. */
function changing(toStart: boolean, changed: Readonly<Record<string, string>>): typeof recordAnswer {
  return (call, isStart) => recordAnswer(isStart === toStart ? { ...call, ...changed } : call, isStart);
}
