import { answersListing, deprecationOf, isA, rateLimitOf, statusOf } from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  lacksData,
  observe,
  test,
} from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { judgeListed, listedRows } from './numbers/fields.ts';
import { numbersOf } from './numbers/listing.ts';

test(
  'available numbers are listed, and the fields of each are consistent',
  covers('TEL-092', 'TEL-093', 'TEL-174', ...listedRows, 'TEL-198', 'TEL-199', 'TEL-214'),
  async ({ telephony, account, target }) => {
    const list = (country: string, type: string, prefer?: string) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, { prefer });
    const local = await eachExample(
      target,
      ['telephony', 'listAvailableNumbers', 200],
      ({ prefer, request }) => list(request['Country'] ?? target.numberCountry, 'Local', prefer),
      (name) => name !== 'tollfree',
    );
    await establish(['TEL-092', 'TEL-093'], () => local.map(answersListing));

    const tollfree = await list(target.numberCountry, 'Tollfree', 'code=200, example=tollfree');
    const due = await tollfreeDue(tollfree, list);
    if (due === undefined) lacksData('TEL-174', 'neither toll-free numbers nor numbers of the US are listed');
    else await judge('TEL-174', () => void answersListing(due));
    await judgeListed([...local, tollfree], target);
    const [answer] = local as [Answer, ...Answer[]];
    observe('TEL-198', rateLimitOf(answer));
    observe('TEL-199', deprecationOf(answer));
    observe('TEL-214', statusOf(answer));
  },
);

/** What has to list toll-free numbers. A country may have none; the US has them, if its numbers are listed at all. */
async function tollfreeDue(
  ours: Answer,
  list: (country: string, type: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (isA(answersListing, ours)) return ours;
  const ofUs = await list('US', 'Tollfree');
  const isSold = isA(answersListing, ofUs) || isA(answersListing, await list('US', 'Local'));
  return isSold ? ofUs : undefined;
}

test(
  'a single number cannot be requested',
  covers('TEL-184', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const listing = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local`;
    const listed = await control(telephony.get(`${listing}.json`), answersListing, 'TEL-092');
    const [first] = numbersOf(listed);
    if (first === undefined) return lacksData('TEL-184', 'no number was listed');

    const answer = await telephony.get(`${listing}/${first.phone_number}.json`);
    await judge('TEL-184', () => expect(answer).toBeRefused());
    await judgeMissing([answer].filter(isMissing), 'TEL-209');
  },
);
