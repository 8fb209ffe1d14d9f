import { accepted, answersListing, described, isA } from '../support/interface/answers.ts';
import {
  control,
  covers,
  expect,
  further,
  judge,
  observe,
  observeReading,
  redirectOf,
  test,
} from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows, observeRefusals } from './missing.ts';
import { numbersOf } from './numbers/listing.ts';
import { reading } from './numbers/reading.ts';

test(
  'Country is a two-letter code, Type is Local or Tollfree',
  covers('TEL-175', 'TEL-176', 'TEL-211', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const list = (country: string, type: string) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`);
    await control(list(target.numberCountry, 'Local'), answersListing, 'TEL-092');

    const ofThreeLetters = await list('USA', 'Local');
    await judge('TEL-175', () => expect(ofThreeLetters).toBeRefused());
    const mobile = await list(target.numberCountry, 'Mobile');
    await judge('TEL-176', () => expect(mobile).toBeRefused());
    observeRefusals('TEL-211', [ofThreeLetters, mobile]);
    await judgeMissing([ofThreeLetters, mobile].filter(isMissing), 'TEL-209');
  },
);

/** The Country and Type of the listing that an answer redirects to. */
const ledTo = (answer: Answer): string | undefined =>
  /\/AvailablePhoneNumbers\/(\w+\/\w+)\.json$/.exec(redirectOf(answer)?.pathname ?? '')?.[1];

/** A refusal, or a resource of another kind or at another path, which the interface does not forbid. */
const isElsewhere = (answer: Answer): boolean =>
  !isA(answersListing, answer) &&
  numbersOf(answer.json).length === 0 &&
  ((answer.status >= 400 && answer.status < 500) ||
    (redirectOf(answer) !== undefined && ledTo(answer) === undefined) ||
    (isA(accepted, answer) && answer.json !== undefined));

/**
 * How a path without Country or Type was answered: as `required`, as `defaulted`, or anything else.
 *
 * @param isInStock whether the listing with the defaults, US and Local, has any numbers
 */
function readingOf(answer: Answer, isInStock: boolean): string {
  const listed = numbersOf(answer.json);
  const isDefault =
    listed.length > 0 === isInStock &&
    listed.every(({ iso_country, type }) => iso_country?.toUpperCase() === 'US' && type === 'local');
  if ((isA(answersListing, answer) && isDefault) || ledTo(answer) === 'US/Local') return 'defaulted';
  return isElsewhere(answer) ? 'required' : described(answer);
}

test(
  'whether Country and Type have defaults',
  covers('TEL-177', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers`;
    const { get } = reading(telephony);
    await control(get(`${numbers}/${target.numberCountry}/Local.json`), answersListing, 'TEL-092');
    const byDefault = await get(`${numbers}/US/Local.json`);
    const isInStock = numbersOf(byDefault.json).length > 0;

    const answers = [await telephony.get(`${numbers}.json`), await telephony.get(`${numbers}/US.json`)];
    const readings = answers.map((answer) => readingOf(answer, isInStock));
    const odd = readings.find((reading) => reading !== 'required' && reading !== 'defaulted');
    observeReading(
      'TEL-177',
      odd ?? (readings.includes('defaulted') ? 'defaulted' : 'required'),
      `a path without Country and Type answered ${odd}`,
    );
    await judgeMissing(answers.filter(isMissing), 'TEL-209');
  },
);

test(
  'what other values and paths answer',
  covers('TEL-173', 'TEL-178', 'TEL-179', 'TEL-183', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const accountPath = `Accounts/${account.sid}/AvailablePhoneNumbers`;
    await control(
      telephony.get(`/v2/${accountPath}/${target.numberCountry}/Local.json`),
      answersListing,
      'TEL-092',
    );

    const abroad = await telephony.get(`/v2/${accountPath}/GB/Local.json`, { query: { AreaCode: '201' } });
    observe(
      'TEL-173',
      `AreaCode=201 under GB: ${described(abroad)}, ${numbersOf(abroad.json).length} numbers`,
    );
    const unsold = await telephony.get(`/v2/${accountPath}/ZZ/Local.json`);
    observe('TEL-178', described(unsold));
    const inSmallLetters = await telephony.get(`/v2/${accountPath}/US/local.json`);
    observe('TEL-179', described(inSmallLetters));
    // Any answer is allowed, but a 404 has to be an error object.
    await judgeMissing([unsold, inSmallLetters].filter(isMissing), 'TEL-209');
    observe('TEL-183', described(await telephony.get(`/v1/${accountPath}/US/Local.json`)));
  },
);
