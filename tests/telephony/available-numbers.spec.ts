import type { NumberListing } from '../../schemas/index.d.ts';
import { answersListing, isA } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { eachExample } from '../support/examples.ts';
import type { Answer, Outgoing } from '../support/http.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  lacksData,
  partsOf,
  test,
} from '../support/test.ts';
import { anotherCountry, numbersOf, pagesOf, someOf } from './listing.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';

/** Whether a field has the form that a comparison needs; if not, the requirement for that field reports it. */
const has = (form: RegExp, value: unknown): value is string => typeof value === 'string' && form.test(value);

/** Whether an answer redirects to the same path with .json appended. */
function leadsToJson({ status, headers, url }: Answer): boolean {
  const location = headers['location'] ?? '';
  if (status < 300 || status > 399 || !URL.canParse(location, url)) return false;
  return new URL(location, url).pathname === `${new URL(url).pathname}.json`;
}

/** A country whose numbers are structured differently from those of North America. */
const ABROAD = 'GB';

/** An uninhabited island, which has no numbers. */
const UNSOLD = 'BV';

/** The country codes of the requested countries (ITU-T E.164). */
const codes: Readonly<Record<string, string>> = { US: '1', CA: '1', GB: '44' };

/** At most this many inconsistent numbers are reported. */
const MOST_TOLD = 5;

const digits = (text: string): string => text.replace(/\D/g, '');

/** Whether all are the United States or Canada, which share their toll-free numbers. */
function areUsOrCanada(...countries: readonly (string | undefined)[]): boolean {
  return countries.every((country) => /^(?:us|ca)$/i.test(country ?? ''));
}

test(
  'available numbers are listed, and the fields of each are consistent',
  covers(
    'TEL-092',
    'TEL-093',
    'TEL-174',
    ...partsOf('number-listing'),
    ...partsOf('available-number.sample'),
    'TEL-138',
    'TEL-139',
    'TEL-140',
    'TEL-141',
    'TEL-142',
    'TEL-143',
    'TEL-197',
  ),
  async ({ telephony, account, target }) => {
    const list = (country: string, type: string, outgoing: Outgoing = {}) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, outgoing);
    // An ignored Country or mixed Types may show only on later pages.
    const furtherPages = async (
      first: Answer | undefined,
      type: string,
      country: string = target.numberCountry,
    ) => {
      const listing = (first?.json ?? {}) as NumberListing;
      const last = pagesOf(listing) - 1;
      const pages: Answer[] = [];
      for (const nth of new Set([1, 2, last].filter((one) => one >= 1 && one <= last))) {
        pages.push(await list(country, type, { query: { Page: `${listing.page + nth}` } }));
      }
      return pages;
    };
    // They may also show only with a PageSize, or with a filter whose value is from this listing or from another one.
    const otherwiseAsked = async (local: Answer | undefined, tollfree: Answer, abroad: Answer) => {
      const own = target.numberCountry;
      const freeAbroad = await list(another, 'Tollfree');
      const filtersBy = (answer: Answer | undefined) => {
        const [{ phone_number, npa, region, postal_code } = {}] = numbersOf(answer?.json);
        const end = typeof phone_number === 'string' ? phone_number.slice(-8) : undefined;
        const told = { Contains: end, AreaCode: npa, InRegion: region, InPostalCode: postal_code };
        return Object.entries(told).flatMap(([name, value]) =>
          typeof value === 'string' && value !== '' ? [{ [name]: value }] : [],
        );
      };
      const filtered: Answer[] = [];
      for (const [country, type, queries] of [
        [own, 'Local', filtersBy(local)],
        [own, 'Tollfree', filtersBy(tollfree)],
        [own, 'Local', filtersBy(tollfree)],
        [own, 'Tollfree', filtersBy(local)],
        // If a filter makes the server ignore the country, numbers from here are listed there.
        [another, 'Local', filtersBy(local)],
        [another, 'Tollfree', filtersBy(tollfree)],
        [UNSOLD, 'Tollfree', filtersBy(tollfree)],
        ['ZZ', 'Local', filtersBy(local)],
        ['ZZ', 'Tollfree', filtersBy(tollfree).slice(0, 1)],
      ] as const) {
        for (const query of queries) filtered.push(await list(country, type, { query }));
      }
      return [
        ...filtered,
        freeAbroad,
        ...(await furtherPages(abroad, 'Local', another)),
        ...(await furtherPages(freeAbroad, 'Tollfree', another)),
        ...(own === ABROAD ? [] : [await list(ABROAD, 'Local'), await list(ABROAD, 'Tollfree')]),
        await list(UNSOLD, 'Local'),
        await list(UNSOLD, 'Tollfree'),
        await list('ZZ', 'Local', { query: { PageSize: '3' } }),
        await list(own, 'Tollfree', { query: { PageSize: '3' } }),
      ];
    };
    const another = anotherCountry(target);
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

    const abroad = await list(another, 'Local', { prefer: 'code=200, example=another-country' });
    const elsewhere = [
      abroad,
      // No country has this code, so any number listed here belongs to another country.
      await list('ZZ', 'Local', { prefer: 'code=200, example=empty' }),
      await list('ZZ', 'Tollfree', { prefer: 'code=200, example=empty' }),
      ...(target.kind === 'mock' ? [] : await otherwiseAsked(local[0], tollfree, abroad)),
      ...(await furtherPages(local[0], 'Local')),
      ...(await furtherPages(tollfree, 'Tollfree')),
    ];
    const answers = [...local, tollfree, ...elsewhere].filter((answer) => isA(answersListing, answer));
    await judge('TEL-197', () => {
      for (const answer of answers) expect(answer).toBeJson();
    });
    await judgeBodies(
      'number-listing',
      answers.map(({ json }) => json),
    );

    const numbers = answers.flatMap(({ url, json }) => {
      const [, country = '', type = ''] = /AvailablePhoneNumbers\/(\w+)\/(\w+)\.json/.exec(url) ?? [];
      return someOf(numbersOf(json)).map((number) => ({ number, country, type: type.toLowerCase() }));
    });
    await judgeBodies(
      'available-number.sample',
      // The sample shows a North American number, which has parts that other numbers lack.
      numbers
        .filter(({ country }) => country !== ABROAD || target.numberCountry === ABROAD)
        .map(({ number }) => number),
    );

    // One assertion for all numbers: every assertion is a separate step, and there may be thousands of numbers.
    const each = async <One>(
      id: RequirementId,
      those: readonly One[],
      wrongIn: (one: One) => string | false | undefined,
    ) => {
      if (those.length === 0) return lacksData(id, 'no such number was listed');
      const wrong = those.flatMap((one) => wrongIn(one) || []);
      await judge(id, () => expect(wrong.slice(0, MOST_TOLD).join('; '), 'what contradicts itself').toBe(''));
    };

    const coded = numbers.flatMap(({ number: { phone_number, country_code, ...rest } }) => {
      if (!has(/^\+\d+$/, phone_number) || !has(/^\+?\d+$/, country_code)) return [];
      const code = digits(country_code);
      return [{ ...rest, phone_number, code, national: digits(phone_number).slice(code.length) }];
    });
    await each('TEL-138', coded, ({ phone_number, code, iso_country }) => {
      // A prefix of the number may be longer than its country code.
      const own = codes[String(iso_country).toUpperCase()] ?? code;
      const isCode = digits(phone_number).startsWith(code) && code === own;
      return !isCode && `country_code ${code} of ${phone_number}, a number of ${iso_country}`;
    });
    const withArea = coded.filter(
      ({ code, npa, exchange }) => code === '1' && has(/^\d{3}$/, npa) && has(/^\d{3}$/, exchange),
    );
    await each(
      'TEL-139',
      withArea,
      ({ phone_number, national, npa, exchange }) =>
        national.slice(0, 6) !== `${npa}${exchange}` &&
        `npa ${npa} and exchange ${exchange} of ${phone_number}`,
    );
    const named = coded.filter(({ friendly_name }) => has(/^/, friendly_name));
    await each('TEL-140', named, ({ phone_number, code, national, friendly_name }) => {
      // A domestic format omits the country code and may start with a trunk prefix.
      const domestic = new RegExp(`^\\d{0,2}${national}$`);
      const told = String(friendly_name).replace(/[^+\d]/g, '');
      // In North America the trunk prefix equals the country code.
      const isInternational = code !== '1' && told === digits(phone_number);
      const isDomestic = domestic.test(told) && !isInternational;
      return !isDomestic && `${phone_number} in domestic format as "${friendly_name}"`;
    });
    await each(
      'TEL-141',
      numbers.filter(({ number }) => has(/^[a-z]{2}$/i, number.iso_country)),
      ({ number: { phone_number, iso_country, country_code }, country, type }) =>
        iso_country?.toUpperCase() !== country &&
        !(type === 'tollfree' && has(/^\+?1$/, country_code) && areUsOrCanada(iso_country, country)) &&
        `iso_country ${iso_country} of ${phone_number} under ${country}`,
    );
    // No place in North America is south of the equator and east of Greenwich; with swapped coordinates, New York is.
    const located = numbers.filter(({ number }) => areUsOrCanada(number.iso_country));
    if (located.length > 0)
      await each('TEL-110', located, ({ number: { phone_number, latitude, longitude } }) => {
        const isMixedUp = Number(latitude) < 0 && Number(longitude) > 0;
        return isMixedUp && `latitude ${latitude} and longitude ${longitude} of ${phone_number}`;
      });
    for (const [id, type] of [
      ['TEL-142', 'local'],
      ['TEL-143', 'tollfree'],
    ] as const) {
      const listed = numbers.filter((one) => one.type === type && has(/^(local|tollfree)$/, one.number.type));
      await each(
        id,
        listed,
        ({ number }) => number.type !== type && `type ${number.type} of ${number.phone_number} under ${type}`,
      );
    }
  },
);

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
