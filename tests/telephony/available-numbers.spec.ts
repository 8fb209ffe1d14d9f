import { answersListing, isA } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import type { Answer, Outgoing } from '../support/http.ts';
import { control, covers, establish, expect, further, judge, lacksData, test } from '../support/test.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { judgeListed, listedRows } from './numbers/fields.ts';
import { anotherCountry, numbersOf } from './numbers/listing.ts';
import { listingsThatMayMix } from './numbers/other-listings.ts';

test(
  'available numbers are listed, and the fields of each are consistent',
  covers('TEL-092', 'TEL-093', 'TEL-174', ...listedRows),
  async ({ telephony, account, target }) => {
    const list = (country: string, type: string, outgoing: Outgoing = {}) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, outgoing);
    const local = await eachExample(
      target,
      ['telephony', 'listAvailableNumbers', 200],
      ({ prefer, request }) => list(request['Country'] ?? target.numberCountry, 'Local', { prefer }),
      (name) => name !== 'tollfree',
    );
    await establish(['TEL-092', 'TEL-093'], () => local.map(answersListing));

    const tollfree = await list(target.numberCountry, 'Tollfree', { prefer: 'code=200, example=tollfree' });
    // A country may have no toll-free numbers. The US has them, if its numbers are listed at all.
    const isListed = isA(answersListing, tollfree);
    const anyTollfree = isListed ? tollfree : await list('US', 'Tollfree');
    if (isListed || isA(answersListing, anyTollfree) || isA(answersListing, await list('US', 'Local')))
      await judge('TEL-174', () => void answersListing(anyTollfree));
    else lacksData('TEL-174', 'neither toll-free numbers nor numbers of the US are listed');

    const empty = { prefer: 'code=200, example=empty' };
    const others = [
      await list(anotherCountry(target), 'Local', { prefer: 'code=200, example=another-country' }),
      // No country has this code, so any number listed here belongs to another country.
      await list('ZZ', 'Local', empty),
      await list('ZZ', 'Tollfree', empty),
    ];
    await judgeListed([...local, tollfree, ...others], target);
  },
);

test(
  'only numbers of the country and the type are listed, on any page and with any filter',
  covers(further(...listedRows)),
  async ({ telephony, account, target }) => {
    if (target.kind === 'mock') return lacksData(listedRows, 'the mock has one listing for each example');
    const list = (country: string, type: string, outgoing: Outgoing = {}) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, outgoing);
    await control(list(target.numberCountry, 'Local'), answersListing, 'TEL-092');
    await judgeListed(await listingsThatMayMix(list, target), target);
  },
);

/** Whether an answer redirects to the same path with .json appended. */
function leadsToJson({ status, headers, url }: Answer): boolean {
  const location = headers['location'] ?? '';
  if (status < 300 || status > 399 || !URL.canParse(location, url)) return false;
  return new URL(location, url).pathname === `${new URL(url).pathname}.json`;
}

test(
  'a single number cannot be requested',
  covers('TEL-184', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local`;
    const { available_phone_numbers } = await control(
      telephony.get(`${numbers}.json`),
      answersListing,
      'TEL-092',
    );
    const [first] = numbersOf({ available_phone_numbers });
    if (first === undefined) return lacksData('TEL-184', 'no number was listed');
    const number = String(first.phone_number);
    const ofCountry = numbers.replace(/\/Local$/, '');
    const everywhere = ofCountry.replace(/\/\w+$/, '');
    const paths = [
      `${numbers}/${number}`,
      `${numbers}/${number.slice(1)}`,
      `${ofCountry}/${number}`,
      `${everywhere}/${number}`,
    ].flatMap((path) => [`${path}.json`, path]);
    const [tollfree] = numbersOf((await telephony.get(`${ofCountry}/Tollfree.json`)).json);
    if (tollfree !== undefined) paths.push(`${ofCountry}/Tollfree/${tollfree.phone_number}.json`);
    const answers: Answer[] = [];
    for (const path of paths) answers.push(await telephony.get(path));
    await judge('TEL-184', () => {
      // A path without .json may redirect to the one with it, which is requested as well.
      for (const answer of answers.filter((one) => !leadsToJson(one))) expect(answer).toBeRefused();
    });
    // A path without .json may also be answered in another format.
    const asJson = answers.filter(({ url }) => url.endsWith('.json'));
    await judgeMissing(asJson.filter(isMissing), 'TEL-209');
  },
);
