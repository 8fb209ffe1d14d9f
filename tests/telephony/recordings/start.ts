import { answersCall } from '../../support/interface/answers.ts';
import type { Expected } from '../../support/interface/callbacks.ts';
import { control, expect, judge } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { occasionMs } from './arrival.ts';
import { isCall } from './options.ts';

/**
 * Starts a recording with options that a check is not about, and without them if they are refused, which other checks
 * judge.
 *
 * @param endOther ends the recording of another call. If a recording is refused until that has ended, that breaks
 *   TEL-001
 * @throws Stopped if no recording was started at once
 */
export async function startWith(
  post: (form: Fields) => Promise<Answer>,
  form: Fields,
  options: Fields,
  endOther?: () => Promise<unknown>,
): Promise<void> {
  if (isCall(await post({ Record: 'true', ...form, ...options }))) return;
  const plain = await post({ Record: 'true', ...form });
  if (!isCall(plain) && endOther !== undefined) {
    await endOther();
    if (isCall(await post({ Record: 'true', ...form })))
      await judge('TEL-001', () => void answersCall(plain));
  }
  await control(plain, answersCall, 'TEL-001');
}

/** Judges that a recording does not end when another one of its call starts. */
export async function judgeUnended(
  callback: Expected,
  callbackWaitMs: number,
  startAnother: () => Promise<unknown>,
): Promise<void> {
  // A request right after the start of a recording does not report its end (TEL-077).
  const untimely = await callback.within(occasionMs(callbackWaitMs) / 4);
  await startAnother();
  const early = await callback.within(occasionMs(callbackWaitMs));
  if (untimely !== undefined) return;
  await judge('TEL-067', () =>
    expect(early, 'a request to the CallbackUrl of a recording when another one started').toBeUndefined(),
  );
}
