import { answersListing } from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import { asked, control, covers, expect, judge, test } from '../support/test.ts';
import { isMissing, judgeMissing, namesMissing } from './missing.ts';
import { nobody, unknownLike } from './sids.ts';

test(
  'a call that does not exist is answered 404',
  covers('TEL-084', 'TEL-085', 'TEL-086', 'TEL-087', 'TEL-208'),
  async ({ telephony, account, target }) => {
    const listing = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    await control(telephony.get(listing), answersListing, 'TEL-092');

    // The call that the mock's examples name.
    const unknown = target.kind === 'mock' ? `CA${nobody}` : unknownLike(target.callSids[0] ?? '');
    const recordings = `/v2/Accounts/${account.sid}/Calls/${unknown}/Recordings.json`;
    const answers = await eachExample(target, ['telephony', 'recordCall', 404], ({ prefer }) =>
      telephony.post(recordings, { form: { Record: 'false' }, prefer }),
    );
    const started = await telephony.post(recordings, { form: { Record: 'true' } });
    await judge('TEL-084', () => {
      for (const answer of [...answers, started])
        expect(answer.status, `status of ${asked(answer)}`).toBe(404);
    });
    const missing = [...answers, ...[started].filter(isMissing)];
    await judgeMissing(missing, 'TEL-208');
    await judge('TEL-087', () => namesMissing(missing, unknown));
  },
);

test(
  'a resource that does not exist is answered 404',
  covers('TEL-185', 'TEL-186', 'TEL-187', 'TEL-188', 'TEL-209'),
  async ({ telephony, account, target }) => {
    const listing = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    await control(telephony.get(listing), answersListing, 'TEL-092');

    const unknown = `/v2/Accounts/${account.sid}/NoSuchNumbers.json`;
    const answers = await eachExample(target, ['telephony', 'listAvailableNumbers', 404], ({ prefer }) =>
      telephony.get(prefer === undefined ? unknown : listing, { prefer }),
    );
    await judge('TEL-185', () => {
      for (const answer of answers) expect(answer.status, `status of ${asked(answer)}`).toBe(404);
    });
    await judgeMissing(answers, 'TEL-209');
    await judge('TEL-188', () => namesMissing(answers, 'NoSuchNumbers'));
  },
);
