import { answersListing } from '../../support/interface/answers.ts';
import { control, deep, expect, further, judge, test } from '../../support/test.ts';
import type { Answer } from '../../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows, observeRefusals } from '../missing.ts';
import { ABROAD, anotherCountry } from '../numbers/listing.ts';

test(
  'a Country or a Type that is nearly one is refused',
  deep('TEL-175', 'TEL-176', 'TEL-211', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const list = (country: string, type: string) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`);
    const own = target.numberCountry;
    await control(list(own, 'Local'), answersListing, 'TEL-092');

    const answers: Answer[] = [];
    await judge('TEL-175', async () => {
      for (const country of ['U', '1', '12', 'U1', 'Canada']) answers.push(await list(country, 'Local'));
      answers.push(await list('USA', 'Tollfree'));
      for (const answer of answers) expect(answer).toBeRefused();
    });
    const ofTypes: Answer[] = [];
    await judge('TEL-176', async () => {
      for (const type of ['Locals', 'Loca', 'Toll', 'Tollfrees', 'Toll-free', 'All'])
        ofTypes.push(await list(own, type));
      for (const country of [anotherCountry(target), ABROAD]) ofTypes.push(await list(country, 'Mobile'));
      for (const answer of ofTypes) expect(answer).toBeRefused();
    });
    observeRefusals('TEL-211', [...answers, ...ofTypes]);
    await judgeMissing([...answers, ...ofTypes].filter(isMissing), 'TEL-209');
  },
);
