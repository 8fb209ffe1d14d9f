import { refuse } from '../../reference/answer.ts';
import { type Now, now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { account, otherAccount } from '../../reference/seed.ts';
import type { Call, Recording } from '../../reference/state.ts';
import { all, callOf, ending, isFor, not, starting } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';
import { type When, where } from '../where.ts';

const { findCall, mayUseAccount } = defaultRules;

/** Paths of an account or a call that does not exist, or is another's, and is taken for one. */
export const wrongPaths = {
  'account-of-the-path-ignored': {
    says: 'Treats a nonexistent account in the path as that of the credentials.',
    breaks: 'TEL-185',
    mayUseAccount: (_account, sid) => sid !== otherAccount.sid,
  },
  'account-with-more-behind-it': {
    says: 'Lists numbers under any account sid that begins with the right one.',
    breaks: 'TEL-185',
    when: isFor('listAvailableNumbers'),
    mayUseAccount: (own, sid) => sid?.startsWith(own.sid) ?? false,
  },
  'call-with-more-behind-it': {
    says: 'Accepts any call sid that begins with that of an existing call.',
    breaks: 'TEL-084',
    findCall: (calls, of, sid) =>
      calls.find((one) => one.accountSid === of && (sid?.startsWith(one.sid) ?? false)),
  },
  'call-by-its-beginning': {
    says: 'Accepts a call sid without its last character.',
    breaks: 'TEL-084',
    findCall: (calls, of, sid) =>
      findCall(calls, of, sid) ?? calls.find((one) => one.accountSid === of && one.sid.slice(0, 33) === sid),
  },
} satisfies Bank;

/** Wrong paths under which a recording is started, or ended, but not both: a refusal alone does not show that one is closed. */
export const halfOpenPaths = {
  'starts-under-another-account': {
    says: "Starts a recording under another account's path, but refuses to end one there.",
    breaks: 'TEL-091',
    recordingToEnd: onlyWhatRuns,
    ...where(all(starting, not(under((sid) => sid === account.sid))), {
      mayUseAccount: () => true,
      findCall: callWithSid,
    }),
  },
  'recording-starts-under-the-account-of-nobody': {
    says: 'Starts a recording under the path of a nonexistent account, but refuses to end one there.',
    breaks: 'TEL-084',
    when: all(starting, under(isOfNobody)),
    mayUseAccount: () => true,
  },
  'recording-starts-by-the-beginning-of-a-call': {
    says: 'Starts a recording for a call sid truncated to 30 characters or more, but refuses to end one there.',
    breaks: 'TEL-084',
    when: starting,
    findCall: (calls, of, sid = '') => findCall(calls, of, sid) ?? calls.find(beginsWith(sid)),
  },
  'recording-ended-by-the-beginning-of-a-call': {
    says: 'Accepts a truncated call sid while a recording is running, and refuses to end when none is.',
    breaks: 'TEL-084',
    recordingToEnd: onlyWhatRuns,
    findCall: (calls, of, sid = '') =>
      findCall(calls, of, sid) ??
      calls.find((call) => beginsWith(sid)(call) && call.recordings.some(isRunning)),
  },
  'recording-ended-under-another-account': {
    says: 'Accepts recording requests under any account path, and refuses to end when nothing is running.',
    breaks: 'TEL-091',
    when: isFor('recordCall'),
    recordingToEnd: onlyWhatRuns,
    mayUseAccount: () => true,
    findCall: callWithSid,
  },
  'recording-ended-under-the-account-of-nobody': {
    says: 'Accepts recording requests under a nonexistent account, and refuses to end when nothing is running.',
    breaks: 'TEL-084',
    when: isFor('recordCall'),
    recordingToEnd: onlyWhatRuns,
    mayUseAccount: (own, sid = '', operation) => isOfNobody(sid) || mayUseAccount(own, sid, operation),
  },
  ...each(
    [
      ['end-acknowledged-under-another-account', 'another account', 'TEL-091', isOfAnother],
      ['end-acknowledged-under-the-account-of-nobody', 'a nonexistent account', 'TEL-084', isOfNobody],
    ],
    (_, whose, breaks, isOpen) => ({
      says: `Returns the call for Record=false under the path of ${whose} while it is recorded, but ends nothing.`,
      breaks,
      ...where(all(ending, under(isOpen)), { mayUseAccount: () => true, findCall: callWithSid }),
      recordingToEnd: (running) => {
        const last = onlyWhatRuns(running);
        return under(isOpen)(now()) ? undefined : last;
      },
    }),
  ),
  ...each(
    [
      [
        'recording-ended-without-credentials-all-the-same',
        'the request has no credentials',
        'TEL-089',
        401,
        isAnonymous,
      ],
      [
        'recording-ended-with-wrong-credentials-all-the-same',
        'the credentials are wrong',
        'TEL-090',
        401,
        (one: Now) => !isAnonymous(one),
      ],
      [
        'recording-ended-under-another-account-all-the-same',
        'the path is of another account',
        'TEL-091',
        403,
        () => true,
      ],
      [
        'recording-ended-under-the-account-of-nobody-all-the-same',
        'the account in the path does not exist',
        'TEL-084',
        404,
        () => true,
      ],
    ],
    (_, why, breaks, status, is) => ({
      says: `Refuses to end a recording because ${why}, but ends it; refuses as well when none is running.`,
      breaks,
      recordingToEnd: onlyWhatRuns,
      send: (answer) => {
        if (answer.status === status && ending(now()) && is(now())) endTheRunning(callOf(now()));
        return answer;
      },
    }),
  ),
} satisfies Bank;

/** The path is of such an account. */
function under(is: (sid: string) => boolean): When {
  return ({ path }) => is(path.split('/')[3] ?? '');
}

function isOfAnother(sid: string): boolean {
  return sid === otherAccount.sid;
}

function isOfNobody(sid: string): boolean {
  return sid !== account.sid && !isOfAnother(sid);
}

function isAnonymous({ headers }: Now): boolean {
  return !headers.has('authorization');
}

function isRunning({ endedAt }: Recording): boolean {
  return endedAt === undefined;
}

function beginsWith(part: string): (call: Call) => boolean {
  return ({ sid }) => sid.startsWith(part.padEnd(30));
}

/** The call with this identifier, whatever its account. */
function callWithSid(...[calls, , sid]: Parameters<Rules['findCall']>): Call | undefined {
  return calls.find((call) => call.sid === sid);
}

/** The recording to end, unless there is none. */
function onlyWhatRuns(running: readonly Recording[]): Recording | undefined {
  return running.at(-1) ?? refuse(409, 'Nothing is being recorded');
}

function endTheRunning(call: Call | undefined): void {
  const recording = call?.recordings.findLast(isRunning);
  if (recording !== undefined) recording.endedAt = Date.now();
}
