import { answersListing, isA } from '../support/answers.ts';
import type { Answer, Fields } from '../support/http.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  isRefused,
  judge,
  lacksData,
  test,
} from '../support/test.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import {
  contradictionsOf,
  expectFiltered,
  expectNone,
  filtersOf,
  modelOf,
  queryFor,
} from './numbers/filter-queries.ts';
import { containsParts, hasToFind, listNone, nearValues, tailsOf } from './numbers/filter-values.ts';
import { type Filter, filters, meets, telling, valueFor } from './numbers/filters.ts';
import { fromFirstPage } from './numbers/first-page.ts';
import { LARGE, type Listed, numbersOf, readsListing, stockOf } from './numbers/listing.ts';
import { type Reading, reading } from './numbers/reading.ts';

/** Well-formed values for filters for which the stock provides none. */
const anyValue: Readonly<Record<string, string>> = { InRegion: 'NJ', InPostalCode: '07302' };

/** A value of Contains with this many characters or fewer may be refused as too short. */
const SHORT = 2;

const alone = ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-203'] as const;
const together = ['TEL-171', 'TEL-172'] as const;

type List = (query: Fields) => Promise<Answer>;

// Some countries have no toll-free numbers, so local ones judge the filters in any case.
for (const [type, coveredAlone, coveredTogether] of [
  ['Local', covers(...alone, further(...notFoundRows.numbers)), covers(...together, further('TEL-203'))],
  ['Tollfree', covers(further(...alone, ...notFoundRows.numbers)), covers(further(...together, 'TEL-203'))],
] as const) {
  test(
    `each filter lists the numbers it names under ${type}`,
    coveredAlone,
    async ({ telephony, account, target }) => {
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/${type}.json`;
      const missing: Answer[] = [];
      const { get, lasting, steadily } = reading(telephony);
      const { opening: all, list } = await fromFirstPage(async (query) => {
        const answer = await get(numbers, { query });
        if (isMissing(answer)) missing.push(answer);
        return answer;
      });
      if (type === 'Tollfree' && !isA(readsListing, all)) {
        await judgeMissing(missing, 'TEL-209');
        return lacksData(alone, 'toll-free numbers are not listed');
      }
      const stock = await stockOf(await control(all, readsListing, 'TEL-092'), list);

      let found = 0;
      for (const filter of filters) {
        const { id, name } = filter;
        const none = await listNone(list, filter);
        let tried = 0;
        let shown = 0;
        // The configured values belong to local numbers in stock.
        const setting = type === 'Local' ? target.filters[name] : undefined;
        for (const [nth, value] of valuesIn(stock, filter, setting).entries()) {
          if (value === undefined) continue;
          const { answer, listed, isDue } = await askFor(list, filter, value, stock);
          if (isA(readsListing, answer) && listed.length === 0 && !isDue) continue;
          // The minimum length of a search is not specified.
          if (name === 'Contains' && value.length <= SHORT && isRefused(answer)) continue;
          tried += 1;
          // An empty list shows nothing about what a filter lists.
          if (!isA(answersListing, answer) || listed.length > 0) {
            shown += 1;
            await judge(id, () => {
              answersListing(answer);
              const astray = listed.filter((number) => !meets(filter, number, value));
              expectNone(astray, { [name]: value });
            });
          }
          // A filter that is ignored lists every number, so finding this one proves nothing.
          const filtered = none.isEmpty && listed.every((number) => meets(filter, number, value));
          if (!isA(readsListing, answer) || !isDue || !filtered) continue;
          found += 1;
          await judge('TEL-203', async () => {
            const left = await lasting(async () => {
              // The only number with this value may have been sold; another value is tried then.
              const now = await stockOf(readsListing(await list({})), list);
              const latest = valuesIn(now, filter, setting)[nth] ?? value;
              return leftOut(list, filter, await askFor(list, filter, latest, now));
            });
            expect(left, `what is listed only without ${name}, with ${name}=${value}`).toEqual([]);
          });
        }
        if (name === 'Contains' && none.isEmpty && (await judgeTails(list, stock, steadily))) found += 1;
        if (tried > 0) {
          await judge(id, async () => {
            expectFiltered(none.answer, { [name]: none.value });
            // How a value is compared does not depend on the type.
            if (type === 'Tollfree') return;
            // A large page may come from another search than those of the default size.
            expectFiltered(await list({ [name]: none.value, ...LARGE }), { [name]: none.value });
            for (const value of nearValues(stock, filter)) {
              // Separators between digits may be ignored, but a value without digits selects no number.
              const plain = (name === 'Contains' && value.replace(/\D/g, '')) || value;
              expectFiltered(await list({ [name]: value }), { [name]: plain });
            }
          });
          if (shown === 0) lacksData(id, `${name} listed nothing`);
        } else lacksData(id, `no number in stock has a value for ${name}`);
      }
      if (found === 0) lacksData('TEL-203', 'no number is known that a filter must find');
      await judgeMissing(missing, 'TEL-209');
    },
  );

  test(
    `filters together list the numbers that meet them all under ${type}`,
    coveredTogether,
    async ({ telephony, account, target }) => {
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/${type}.json`;
      const { get, steadily } = reading(telephony);
      const { opening: all, list } = await fromFirstPage((query) => get(numbers, { query }));
      if (type === 'Tollfree' && !isA(readsListing, all))
        return lacksData([...together, 'TEL-203'], 'toll-free numbers are not listed');
      const stock = await stockOf(await control(all, readsListing, 'TEL-092'), list);
      const model = modelOf(stock);

      // The configured values belong to local numbers in stock.
      const settings: Fields = type === 'Local' ? target.filters : {};
      const guesses: Fields = type === 'Local' ? anyValue : {};
      const known = (filter: Filter) => valueFor(filter, model) ?? settings[filter.name];
      const every = filters.map((filter) => [filter.name, known(filter) ?? guesses[filter.name]]);
      if (every.some(([, value]) => value === undefined))
        lacksData('TEL-172', 'no number in stock has a value for every filter');
      else {
        const isGuessed = filters.some((filter) => known(filter) === undefined);
        const answer = await list(Object.fromEntries(every) as Fields);
        // If nothing is found, the answer may be a refusal.
        if (isGuessed && isRefused(answer))
          lacksData('TEL-172', 'no number in stock is known to meet all filters');
        else await establish('TEL-172', () => void answersListing(answer));
      }

      if (filtersOf(model).length < 2) {
        return lacksData(['TEL-171', 'TEL-203'], 'no number in stock has values for several filters');
      }
      // Once from each end of the stock: a search through only part of it would still find what is in that part.
      for (const isLast of [false, true])
        await judge('TEL-203', () =>
          steadily(async () => {
            const current = await stockOf(readsListing(await list({})), list);
            const wanted = modelOf(isLast ? current.toReversed() : current);
            const query = queryFor(wanted);
            const answer = await list(query);
            // A refusal is not a listing; TEL-172 judges whether all filters together are accepted.
            if (!isA(readsListing, answer)) return;
            const met = numbersOf(answer.json).map(({ phone_number }) => phone_number);
            const name = `the numbers listed for ${JSON.stringify(query)}`;
            // With several pages it may be on any of them: a filtered listing may have another order.
            if (met.length < readsListing(answer).total) expect(met, name).not.toEqual([]);
            else expect(met, name).toContain(wanted.phone_number);
          }),
        );
      const differs = filtersOf(model).some((one) =>
        stock.some((number) => meets(one, number, valueFor(one, model) ?? '') === false),
      );
      if (!differs) return lacksData('TEL-171', 'all numbers in stock meet the same filters');
      let isShown = false;
      await judge('TEL-171', () =>
        steadily(async () => {
          const current = await stockOf(readsListing(await list({})), list);
          const wanted = modelOf(current);
          const query = queryFor(wanted);
          const found = await list(query);
          answersListing(found);
          isShown ||= numbersOf(found.json).length > 0;

          for (const asked of [query, ...contradictionsOf(wanted, current)]) {
            // Whether one of three is dropped does not depend on the type.
            if (type === 'Tollfree' && Object.keys(asked).length === 3) continue;
            expectFiltered(asked === query ? found : await list(asked), asked);
          }
        }),
      );
      if (!isShown) lacksData('TEL-171', 'several filters together listed nothing');
    },
  );
}

/** The values to try a filter with: the configured one, the most distinctive one, and parts of a number. */
function valuesIn(
  stock: readonly Listed[],
  filter: Filter,
  setting: string | undefined,
): readonly (string | undefined)[] {
  return [setting, telling(stock, filter, 1), ...containsParts(stock, filter)];
}

/** The value that a filter was requested with, and what it lists. */
interface Asked {
  readonly value: string;
  readonly answer: Answer;
  /** The numbers that have the field which the filter compares. */
  readonly listed: readonly Listed[];
  /** Whether some number in stock has to be found. */
  readonly isDue: boolean;
}

async function askFor(list: List, filter: Filter, value: string, stock: readonly Listed[]): Promise<Asked> {
  const answer = await list({ [filter.name]: value });
  const listed = numbersOf(answer.json).filter((number) => meets(filter, number, value) !== undefined);
  return { value, answer, listed, isDue: stock.some((number) => hasToFind(filter, number, value)) };
}

/** The numbers that a filter has to find, and that are listed only without it. */
async function leftOut(
  list: List,
  filter: Filter,
  { value, answer, listed, isDue }: Asked,
): Promise<readonly string[]> {
  const { total, page_size } = readsListing(answer);
  if (isDue && listed.length === 0) return ['every number'];
  // If the numbers fill the page, more may be on the next one.
  if (total >= page_size) return [];
  const met = new Set(numbersOf(answer.json).map(({ phone_number }) => phone_number));
  return numbersOf((await list({})).json)
    .filter((number) => hasToFind(filter, number, value))
    .flatMap(({ phone_number = '' }) => (met.has(phone_number) ? [] : [phone_number]));
}

/**
 * Judges that Contains finds a number by its last seven digits, written as in one format of the number or the other.
 *
 * @returns whether that could be judged
 */
async function judgeTails(
  list: List,
  stock: readonly Listed[],
  steadily: Reading['steadily'],
): Promise<boolean> {
  const isTelling = (number: Listed) => tailsOf(number).length > 1;
  const search = async (number: Listed) => {
    const answers: Answer[] = [];
    for (const tail of tailsOf(number)) answers.push(await list({ Contains: tail }));
    return answers;
  };
  const first = stock.find(isTelling);
  // The maximum length of a search is not specified.
  if (first === undefined || (await search(first)).some((answer) => !isA(readsListing, answer))) return false;
  await judge('TEL-203', () =>
    steadily(async () => {
      const number = (await stockOf(readsListing(await list({})), list)).find(isTelling) ?? first;
      const met = (await search(number)).flatMap(({ json }) => numbersOf(json));
      expect(
        met.map(({ phone_number }) => phone_number),
        `numbers listed for Contains=${tailsOf(number).join(' and ')}`,
      ).toContain(number.phone_number);
    }),
  );
  return true;
}
