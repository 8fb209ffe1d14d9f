import { answersListing } from '../../support/interface/answers.ts';
import { control, deep, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Answer, Outgoing } from '../../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows } from '../missing.ts';
import { judgeListed, listedRows } from '../numbers/fields.ts';
import { numbersOf } from '../numbers/listing.ts';
import { listingsThatMayMix } from './other-listings.ts';

test(
  'only numbers of the country and the type are listed, on any page and with any filter',
  deep(further(...listedRows)),
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
  'a single number cannot be requested at other paths either',
  deep('TEL-184', further(...notFoundRows.numbers)),
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
    const others = [`${numbers}/${number.slice(1)}`, `${ofCountry}/${number}`, `${everywhere}/${number}`];
    const paths = [`${numbers}/${number}`, ...others.flatMap((path) => [`${path}.json`, path])];
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
