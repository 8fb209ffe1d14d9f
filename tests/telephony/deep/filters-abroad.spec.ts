import { answersListing, isA } from '../../support/interface/answers.ts';
import { offers } from '../../support/needs.ts';
import { deep, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import {
  contradictionsOf,
  expectFiltered,
  expectNone,
  modelOf,
  queryFor,
} from '../numbers/filter-queries.ts';
import { listNone } from '../numbers/filter-values.ts';
import { type Filter, filters, meets, telling } from '../numbers/filters.ts';
import { fromFirstPage } from '../numbers/first-page.ts';
import { ABROAD, anotherCountry, numbersOf, readsListing, someOf } from '../numbers/listing.ts';
import { type Reading, reading } from '../numbers/reading.ts';
import { lastOf } from './filter-values.ts';

type List = (query: Fields) => Promise<Answer>;

const judgedElsewhere = ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-171', 'TEL-203'] as const;

for (const [where, countryOf, type] of [
  ['in another country', anotherCountry, 'Local'],
  ['in another country, of toll-free numbers', anotherCountry, 'Tollfree'],
  ['outside North America', () => ABROAD, 'Local'],
] as const) {
  test(
    `each filter holds ${where}`,
    deep(further(...judgedElsewhere)),
    async ({ telephony, account, target }) => {
      const country = countryOf(target);
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`;
      const { get, steadily } = reading(telephony);
      const { opening: all, list } = await fromFirstPage((query) => get(numbers, { query }));
      // A deployment may have numbers of only one country.
      if (!isA(readsListing, all)) return lacksData(judgedElsewhere, `no numbers of ${country} are listed`);
      // A target that keeps no state does not filter.
      if (!offers(target).has('state')) return;

      for (const filter of filters) await judgeAlone(list, filter, country, all, steadily);
      await judgeTogether(list, country);
    },
  );
}

/** Judges a filter by a value that some numbers of a country have. */
async function judgeAlone(
  list: List,
  filter: Filter,
  country: string,
  all: Answer,
  steadily: Reading['steadily'],
): Promise<void> {
  const { id, name } = filter;
  const valueIn = (json: unknown) => {
    const some = someOf(numbersOf(json));
    return telling(some, filter, 1) ?? lastOf(some, filter);
  };
  if (valueIn(all.json) === undefined) {
    return lacksData(id, `no number of ${country} has a value for ${name}`);
  }
  const ask = async () => {
    const value = valueIn((await list({})).json) ?? valueIn(all.json) ?? '';
    const answer = await list({ [name]: value });
    const listed = numbersOf(answer.json).filter((number) => meets(filter, number, value) !== undefined);
    return { value, answer, listed };
  };
  const asked = await ask();
  if (isA(readsListing, asked.answer)) {
    // A filter that is ignored lists every number, so finding this one proves nothing.
    if ((await listNone(list, filter)).isEmpty)
      await judge('TEL-203', () =>
        steadily(async () => {
          const { value, listed } = await ask();
          expect(listed.length, `numbers of ${country} listed for ${name}=${value}`).toBeGreaterThan(0);
        }),
      );
    if (asked.listed.length === 0) {
      return lacksData(id, `${name} listed no numbers of ${country}`);
    }
  }
  await judge(id, () => {
    readsListing(asked.answer);
    const astray = asked.listed.filter((number) => !meets(filter, number, asked.value));
    expectNone(astray, { [name]: asked.value });
  });
}

/** Judges that of two filters none is dropped: by those of one number, each time one of them with another value. */
async function judgeTogether(list: List, country: string): Promise<void> {
  const stock = someOf(numbersOf((await list({})).json));
  const model = modelOf(stock);
  const queries = contradictionsOf(model, stock).filter((query) => Object.keys(query).length === 2);
  // If the filters of a number are refused, a refusal of contradicting ones shows nothing.
  if (queries.length === 0 || !isA(answersListing, await list(queryFor(model))))
    return lacksData('TEL-171', `several filters list no numbers of ${country}, or none that differ in two`);
  await judge('TEL-171', async () => {
    for (const query of queries) expectFiltered(await list(query), query);
  });
}
