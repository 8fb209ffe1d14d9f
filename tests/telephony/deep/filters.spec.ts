import { answersListing, isA } from '../../support/interface/answers.ts';
import { control, deep, expect, further, isRefused, judge, lacksData, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows } from '../missing.ts';
import {
  contradictionsOf,
  expectFiltered,
  expectFound,
  expectNone,
  filtersOf,
  modelOf,
  queryFor,
} from '../numbers/filter-queries.ts';
import { listNone } from '../numbers/filter-values.ts';
import { filterBy, leftOutBy } from '../numbers/filtered.ts';
import { type Filter, filters, meets, telling, valueFor } from '../numbers/filters.ts';
import { fromFirstPage } from '../numbers/first-page.ts';
import { LARGE, type Listed, numbersOf, readsListing, stockOf } from '../numbers/listing.ts';
import { type Reading, reading } from '../numbers/reading.ts';
import { containsParts, nearValues, tailsOf } from './filter-values.ts';

/** A value of Contains with this many characters or fewer may be refused as too short. */
const SHORT = 2;

const alone = ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-203'] as const;
const together = ['TEL-171', 'TEL-172'] as const;

type List = (query: Fields) => Promise<Answer>;

// Some countries have no toll-free numbers, so local ones judge the filters in any case.
for (const [type, coveredAlone, coveredTogether] of [
  ['Local', deep(...alone, further(...notFoundRows.numbers)), deep('TEL-171', further('TEL-203'))],
  ['Tollfree', deep(further(...alone, ...notFoundRows.numbers)), deep(further(...together, 'TEL-203'))],
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
        // The configured values belong to local numbers in stock.
        const setting = type === 'Local' ? target.filters[filter.name] : undefined;
        const valuesIn = (some: readonly Listed[]) => [
          setting ?? telling(some, filter, 1),
          ...containsParts(some, filter),
        ];
        const { tried, shown, sought } = await judgeValues(list, filter, stock, valuesIn, lasting);
        found += sought;
        if (filter.name === 'Contains' && (await judgeTails(list, stock, steadily))) found += 1;
        if (tried === 0) lacksData(filter.id, `no number in stock has a value for ${filter.name}`);
        // How a value is compared does not depend on the type.
        else if (type === 'Local') await judgeNearValues(list, filter, stock);
        if (tried > 0 && shown === 0) lacksData(filter.id, `${filter.name} listed nothing`);
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
      if (type === 'Tollfree') await judgeEvery(list, model);
      if (filtersOf(model).length < 2)
        return lacksData(['TEL-171', 'TEL-203'], 'no number in stock has values for several filters');

      // Once from each end of the stock: a search through only part of it would still find what is in that part.
      for (const isLast of [false, true])
        await judge('TEL-203', () =>
          steadily(async () => {
            const current = await stockOf(readsListing(await list({})), list);
            const wanted = modelOf(isLast ? current.toReversed() : current);
            const answer = await list(queryFor(wanted));
            // A refusal is not a listing; TEL-172 judges whether all filters together are accepted.
            if (isA(readsListing, answer)) expectFound(readsListing(answer), wanted);
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
          const found = answersListing(await list(queryFor(wanted)));
          isShown ||= numbersOf(found).length > 0;
          for (const query of [queryFor(wanted), ...contradictionsOf(wanted, current)]) {
            // Whether one of three is dropped does not depend on the type.
            if (type === 'Tollfree' && Object.keys(query).length === 3) continue;
            expectFiltered(await list(query), query);
          }
        }),
      );
      if (!isShown) lacksData('TEL-171', 'several filters together listed nothing');
    },
  );
}

/** What the values of a filter have shown: how many were tried, listed something, and had to find a number. */
interface Tried {
  readonly tried: number;
  readonly shown: number;
  readonly sought: number;
}

/** Judges a filter by several values: that it lists only numbers that meet it, and all of them. */
async function judgeValues(
  list: List,
  filter: Filter,
  stock: readonly Listed[],
  valuesIn: (stock: readonly Listed[]) => readonly (string | undefined)[],
  lasting: Reading['lasting'],
): Promise<Tried> {
  const { id, name } = filter;
  const none = await listNone(list, filter);
  let [tried, shown, sought] = [0, 0, 0];
  for (const [nth, value] of valuesIn(stock).entries()) {
    if (value === undefined) continue;
    const { answer, listed, astray, isDue } = await filterBy(list, filter, value, stock);
    if (isA(readsListing, answer) && listed.length === 0 && !isDue) continue;
    // The minimum length of a search is not specified.
    if (name === 'Contains' && value.length <= SHORT && isRefused(answer)) continue;
    tried += 1;
    // An empty list shows nothing about what a filter lists.
    if (!isA(answersListing, answer) || listed.length > 0) {
      shown += 1;
      await judge(id, () => {
        answersListing(answer);
        expectNone(astray, { [name]: value });
      });
    }
    // A filter that is ignored lists every number, so finding this one proves nothing.
    if (!isA(readsListing, answer) || !isDue || !none.isEmpty || astray.length > 0) continue;
    sought += 1;
    await judge('TEL-203', async () => {
      // The only number with this value may have been sold; another value is tried then.
      const left = await lasting(() => leftOutBy(list, filter, (now) => valuesIn(now)[nth] ?? value));
      expect(left, `what is listed only without ${name}, with ${name}=${value}`).toEqual([]);
    });
  }
  if (tried > 0) await judge(id, () => expectFiltered(none.answer, { [name]: none.value }));
  return { tried, shown, sought };
}

/** Judges that near misses of a value list nothing, nor a value that no number has on a large page. */
async function judgeNearValues(list: List, filter: Filter, stock: readonly Listed[]): Promise<void> {
  const { id, name } = filter;
  const { value: none } = await listNone(list, filter);
  await judge(id, async () => {
    // A large page may come from another search than those of the default size.
    expectFiltered(await list({ [name]: none, ...LARGE }), { [name]: none });
    for (const value of nearValues(stock, filter)) {
      // Separators between digits may be ignored, but a value without digits selects no number.
      const plain = (name === 'Contains' && value.replace(/\D/g, '')) || value;
      expectFiltered(await list({ [name]: value }), { [name]: plain });
    }
  });
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
  const [contains] = filters;
  const isTelling = (number: Listed) => tailsOf(number).length > 1;
  const search = async (number: Listed) => {
    const answers: Answer[] = [];
    for (const tail of tailsOf(number)) answers.push(await list({ Contains: tail }));
    return answers;
  };
  const first = stock.find(isTelling);
  if (first === undefined || contains === undefined || !(await listNone(list, contains)).isEmpty)
    return false;
  // The maximum length of a search is not specified.
  if ((await search(first)).some((answer) => !isA(readsListing, answer))) return false;
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

/** Judges that toll-free numbers are listed by all filters of one of them. */
async function judgeEvery(list: List, model: Listed): Promise<void> {
  if (filtersOf(model).length < filters.length)
    return lacksData('TEL-172', 'no number in stock has a value for every filter');
  const answer = await list(queryFor(model));
  await judge('TEL-172', () => void answersListing(answer));
}
