import { json, page } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { findCall, notFound, recordAnswer } = defaultRules;

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
  'unknown-call-answered-400': {
    says: 'Returns 400 instead of 404 for a call that does not exist.',
    breaks: 'TEL-084',
    notFoundStatus: (operation) => (operation === 'recordCall' ? 400 : 404),
  },
  'unknown-call-answered-200': {
    says: 'Returns the error for a call that does not exist with status 200.',
    breaks: 'TEL-084',
    notFoundStatus: (operation) => (operation === 'recordCall' ? 200 : 404),
  },
  'unknown-call-is-another': {
    says: "Treats a call that does not exist as the account's first call.",
    breaks: ['TEL-084', 'TEL-085', 'TEL-086', 'TEL-087'],
    findCall: (calls, accountSid, sid) =>
      findCall(calls, accountSid, sid) ?? calls.find((call) => call.accountSid === accountSid),
  },
  'unknown-call-answered-by-a-page': {
    says: 'Returns an HTML page instead of an error object for a call that does not exist.',
    breaks: ['TEL-085', 'TEL-086', 'TEL-087'],
    send: paging('recordCall'),
  },
  'unknown-call-not-named': {
    says: 'Omits the path from the error message for a call that does not exist.',
    breaks: 'TEL-087',
    notFound: saying('recordCall', () => 'The requested resource was not found'),
  },
  'unknown-call-named-in-part': {
    says: 'Names the account, but not the call, in the error message for a call that does not exist.',
    breaks: 'TEL-087',
    notFound: saying('recordCall', (path) => `${path.replace(/\/Calls.*$/, '')} has no such call`),
  },
  'missing-number-answered-410': {
    says: 'Returns 410 instead of 404 for an unknown path.',
    breaks: 'TEL-185',
    notFoundStatus: (operation) => (operation === 'unknown' ? 410 : 404),
  },
  'missing-number-answered-by-a-page': {
    says: 'Returns an HTML page instead of an error object for an unknown path.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-188', 'TEL-209'],
    send: paging('unknown'),
  },
  'missing-number-not-named': {
    says: 'Omits the path from the error message when the path is unknown.',
    breaks: 'TEL-188',
    notFound: saying('unknown', () => 'The requested resource was not found'),
  },
  'missing-number-named-in-part': {
    says: 'Omits the last segment of an unknown path from the error message.',
    breaks: 'TEL-188',
    notFound: saying('unknown', (path) => `${path.replace(/\/[^/]*$/, '')} has no such number`),
  },
} satisfies Bank;

/** Answers another call than the one of the path, to a start or to an end. */
function changing(toStart: boolean, changed: Readonly<Record<string, string>>): typeof recordAnswer {
  return (call, isStart) => recordAnswer(isStart === toStart ? { ...call, ...changed } : call, isStart);
}

/** Words the message of what an operation does not find. */
function saying(operation: Operation, message: (path: string) => string): typeof notFound {
  return (path, of) => (of === operation ? { status: 404, message: message(path) } : notFound(path, of));
}

/** Answers what an operation does not find with a page that names it. */
function paging(operation: Operation): Rules['send'] {
  return (answer, of, { url }) =>
    of === operation && answer.status === 404
      ? page(404, `<title>Not found</title><p>${new URL(url).pathname}</p>`)
      : answer;
}
