import { answersCall } from '../../support/answers.ts';
import type { Answer, Fields } from '../../support/http.ts';
import { control, judge } from '../../support/test.ts';
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
