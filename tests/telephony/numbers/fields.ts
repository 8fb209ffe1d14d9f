import { catalogue, type RequirementId } from '../../support/catalogue.ts';
import { answersListing, isA } from '../../support/interface/answers.ts';
import type { Target } from '../../support/target.ts';
import { expect, judge, judgeBodies, lacksData, partsOf } from '../../support/test.ts';
import type { Answer } from '../../support/wire/http.ts';
import { ABROAD, type Listed, numbersOf, someOf, textOf } from './listing.ts';

/** A number, and what was asked for in the path of its listing. */
interface Placed {
  readonly number: Listed;
  /** In capitals, as the suite writes it. */
  readonly country: string;
  readonly type: 'local' | 'tollfree';
}

/** What the fields of a number say about each other or about the listing. */
interface FieldRule {
  readonly id: RequirementId;
  /** What contradicts what; empty if nothing does, undefined if the number does not show it. */
  readonly contradictionIn: (one: Placed) => string | undefined;
}

/** The country codes of the requested countries (ITU-T E.164). */
const codes: Readonly<Record<string, string>> = { US: '1', CA: '1', GB: '44' };

const digits = (text: string): string => text.replace(/\D/g, '');

/** The letters of the keys from 2 to 9 (ITU-T E.161). */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

/** The keys to dial a name. */
const dialled = (name: string): string =>
  name.replace(/[a-z]/gi, (letter) =>
    String(2 + keys.findIndex((key) => key.includes(letter.toLowerCase()))),
  );

/** Whether a field has the form that a comparison needs; if not, the requirement for that field reports it. */
const has = (form: RegExp, value: unknown): value is string => typeof value === 'string' && form.test(value);

const contradiction = (isOne: boolean, text: string): string => (isOne ? text : '');

/** Whether all are the United States or Canada, which share their toll-free numbers. */
function areUsOrCanada(...countries: readonly (string | undefined)[]): boolean {
  return countries.every((country) => /^(?:us|ca)$/i.test(country ?? ''));
}

/** The digits of a number's country code, and those that follow it; undefined if the number does not tell. */
function partsOfNumber({
  phone_number,
  country_code,
}: Listed): { readonly code: string; readonly national: string } | undefined {
  const told = textOf(country_code);
  if (!has(/^\+\d+$/, phone_number) || !has(/^\+?\d+$/, told)) return undefined;
  const code = digits(told);
  return { code, national: digits(phone_number).slice(code.length) };
}

function isOfType(type: Placed['type']): FieldRule['contradictionIn'] {
  return ({ number, type: asked }) => {
    if (asked !== type || !has(/^(local|tollfree)$/, number.type)) return undefined;
    return contradiction(number.type !== type, `type ${number.type} of ${number.phone_number} under ${type}`);
  };
}

const rules: readonly FieldRule[] = [
  {
    id: 'TEL-138',
    contradictionIn: ({ number }) => {
      const { phone_number, country_code, iso_country } = number;
      if (!has(/^\+\d+$/, phone_number)) return undefined;
      const code = partsOfNumber(number)?.code;
      // A prefix of the number may be longer than its country code.
      const own = codes[String(iso_country).toUpperCase()] ?? code;
      const isCode = code !== undefined && digits(phone_number).startsWith(code) && code === own;
      return contradiction(
        !isCode,
        `country_code ${JSON.stringify(country_code) ?? 'missing'} of ${phone_number}, a number of ${iso_country}`,
      );
    },
  },
  {
    id: 'TEL-139',
    contradictionIn: ({ number }) => {
      const { phone_number, npa, exchange } = number;
      const { code, national } = partsOfNumber(number) ?? {};
      if (code !== '1') return undefined;
      return contradiction(
        textOf(npa) !== national?.slice(0, 3) || textOf(exchange) !== national?.slice(3, 6),
        `npa ${textOf(npa) ?? 'missing'} and exchange ${textOf(exchange) ?? 'missing'} of ${phone_number}`,
      );
    },
  },
  {
    id: 'TEL-140',
    contradictionIn: ({ number }) => {
      const { phone_number = '' } = number;
      const { code, national } = partsOfNumber(number) ?? {};
      if (code === undefined) return undefined;
      const friendly_name = textOf(number.friendly_name);
      if (friendly_name === undefined) return `${phone_number} without a friendly_name`;
      // A domestic format omits the country code and may start with a trunk prefix.
      const domestic = new RegExp(`^\\d{0,2}${national}$`);
      // Letters may stand for digits, as in 1-800-FLOWERS, or may be a word beside them.
      const isDomestic = [friendly_name, dialled(friendly_name)].some((name) => {
        const told = name.replace(/[^+\d]/g, '');
        // In North America the trunk prefix equals the country code.
        return domestic.test(told) && (code === '1' || told !== digits(phone_number));
      });
      return contradiction(!isDomestic, `${phone_number} in domestic format as "${friendly_name}"`);
    },
  },
  {
    id: 'TEL-141',
    contradictionIn: ({ number: { phone_number, iso_country, country_code }, country, type }) => {
      if (!has(/^[a-z]{2}$/i, iso_country)) return undefined;
      const isShared =
        type === 'tollfree' && has(/^\+?1$/, country_code) && areUsOrCanada(iso_country, country);
      return contradiction(
        iso_country.toUpperCase() !== country && !isShared,
        `iso_country ${iso_country} of ${phone_number} under ${country}`,
      );
    },
  },
  {
    id: 'TEL-110',
    contradictionIn: ({ number: { phone_number, iso_country, latitude, longitude } }) => {
      if (!areUsOrCanada(iso_country)) return undefined;
      // No place in North America is south of the equator and east of Greenwich; with swapped coordinates, New York is.
      const areMixedUp = Number(latitude) < 0 && Number(longitude) > 0;
      return contradiction(areMixedUp, `latitude ${latitude} and longitude ${longitude} of ${phone_number}`);
    },
  },
  { id: 'TEL-142', contradictionIn: isOfType('local') },
  { id: 'TEL-143', contradictionIn: isOfType('tollfree') },
];

/** The requirements that `judgeListed` judges. */
export const listedRows = [
  'TEL-197',
  ...partsOf('number-listing'),
  ...partsOf('available-number.sample'),
  'TEL-138',
  'TEL-139',
  'TEL-140',
  'TEL-141',
  'TEL-142',
  'TEL-143',
] as const satisfies readonly RequirementId[];

/** At most this many contradictions are reported. */
const MOST_TOLD = 5;

/** Judges listings and their numbers: media type, fields, and whether the fields agree with each other. */
export async function judgeListed(asked: readonly Answer[], { numberCountry }: Target): Promise<void> {
  const answers = asked.filter((answer) => isA(answersListing, answer));
  await judge('TEL-197', () => {
    for (const answer of answers) expect(answer).toBeJson();
  });
  await judgeBodies(
    'number-listing',
    answers.map(({ json }) => json),
  );
  const numbers = answers.flatMap(placedIn);
  await judgeBodies(
    'available-number.sample',
    // The sample shows a North American number, which has parts that other numbers lack.
    numbers
      .filter(({ country }) => country !== ABROAD || numberCountry === ABROAD)
      .map(({ number }) => number),
  );
  for (const { id, contradictionIn } of rules) {
    const found = numbers.flatMap((one) => contradictionIn(one) ?? []);
    // A part of the body has been judged, or found missing, by its schema.
    if (found.length > 0 || catalogue[id].body === undefined) await judgeRule(id, found);
  }
}

async function judgeRule(id: RequirementId, found: readonly string[]): Promise<void> {
  if (found.length === 0) return lacksData(id, 'no such number was listed');
  // One assertion for all numbers: every assertion is a separate step, and there may be thousands of numbers.
  const contradictions = found.filter((text) => text !== '').slice(0, MOST_TOLD);
  await judge(id, () => expect(contradictions, 'what contradicts itself').toEqual([]));
}

function placedIn({ url, json }: Answer): Placed[] {
  const [, country = '', type = ''] = /AvailablePhoneNumbers\/(\w+)\/(\w+)\.json/.exec(url) ?? [];
  return someOf(numbersOf(json)).map((number) => ({
    number,
    country,
    type: type === 'Tollfree' ? 'tollfree' : 'local',
  }));
}
