import fc from 'fast-check';
import { deep, further, lacksData, test } from '../../support/test.ts';
import type { Fields } from '../../support/wire/http.ts';
import { type Option, optionsJudge } from '../recordings/options.ts';

/** The fields that fall back to a default, and the values for which they do not. */
const fallbacks = [
  ['TEL-052', 'FileFormat', ['mp3', 'wav']],
  ['TEL-056', 'TrimSilence', ['true', 'false']],
  ['TEL-060', 'Transcribe', ['true', 'false']],
  ['TEL-064', 'TranscribeQuality', ['auto', 'hybrid']],
] as const;

/** Many other values of these fields, the same in every run. */
function otherValues(): Option[][] {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const each = fallbacks.map(([id, name, known]) =>
    text.filter((value) => !known.some((one) => one === value)).map((value): Option => [id, name, value]),
  );
  return fc.sample(fc.tuple(...each), { seed: 8, numRuns: 40 });
}

const rows = ['TEL-052', 'TEL-056', 'TEL-060', 'TEL-064'] as const;

test(
  'many other values of the fields that fall back are no error',
  deep(further(...rows)),
  async ({ telephony, account, liveCall, target }) => {
    // Each request takes a recording of a live call, of which there are few; the calls of the mock hold any number.
    if (target.kind !== 'mock') return lacksData(rows, 'a call holds five recordings');
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(2)}/Recordings.json`;
    const post = (form: Fields) => telephony.post(recordings, { form });
    const judgeOptions = optionsJudge(post, target, Number.POSITIVE_INFINITY);
    for (const options of otherValues()) await judgeOptions(options);
  },
);
