import { answersCall } from '../../support/interface/answers.ts';
import { expect, judge, judgeBodies, partsOf } from '../../support/test.ts';
import type { Answer } from '../../support/wire/http.ts';

/** The requirements that `judgeCalls` judges. */
export const callRows = [...partsOf('call'), 'TEL-029', 'TEL-030'] as const;

/** Judges the calls in some answers: their fields, and that it is the call that was recorded. */
export async function judgeCalls(
  answers: readonly Answer[],
  own: { readonly sid: string; readonly account_sid: string },
): Promise<void> {
  const calls = answers.map(answersCall);
  await judgeBodies('call', calls);
  if (calls.length === 0) return;
  await judge('TEL-029', () =>
    expect(
      calls.map(({ sid }) => sid),
      'sid',
    ).toEqual(calls.map(() => own.sid)),
  );
  await judge('TEL-030', () =>
    expect(
      calls.map(({ account_sid }) => account_sid),
      'account_sid',
    ).toEqual(calls.map(() => own.account_sid)),
  );
  await judgeSubresourceUris(calls);
}

/** The requirements about the path of a subresource, and its name. */
const named = [
  ['TEL-026', 'notifications'],
  ['TEL-027', 'recordings'],
] as const;

/** Judges whether the path of each subresource of a call contains the sid of that call and its own name. */
async function judgeSubresourceUris(calls: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  for (const [id, name] of named) {
    await judge(id, () => {
      for (const { sid, subresource_uris: uris } of calls) {
        const uri = (uris as Record<string, unknown> | undefined)?.[name];
        // The schema judges whether it is a string at all; TEL-029 judges whether sid is that of the path.
        if (typeof uri !== 'string' || typeof sid !== 'string') continue;
        for (const part of [sid, name])
          expect(uri.toLowerCase(), `the path of the ${name}`).toContain(part.toLowerCase());
      }
    });
  }
}
