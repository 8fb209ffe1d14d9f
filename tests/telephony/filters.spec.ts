import { answersListing, isA } from '../support/interface/answers.ts';
import { control, covers, establish, isRefused, judge, lacksData, test } from '../support/test.ts';
import {
  contradictionsOf,
  expectFiltered,
  expectFound,
  expectNone,
  filtersOf,
  modelOf,
  queryFor,
} from './numbers/filter-queries.ts';
import { listNone } from './numbers/filter-values.ts';
import { filterBy } from './numbers/filtered.ts';
import { everyFilter, filters, telling } from './numbers/filters.ts';
import { fromFirstPage } from './numbers/first-page.ts';
import { numbersOf, readsListing, stockOf } from './numbers/listing.ts';
import { reading } from './numbers/reading.ts';

test(
  'each filter lists only numbers that meet it',
  covers('TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
    const stock = await stockOf(await control(opening, readsListing, 'TEL-092'), list);

    for (const filter of filters) {
      const value = telling(stock, filter, 1) ?? target.filters[filter.name];
      if (value === undefined) {
        lacksData(filter.id, `no number in stock has a value for ${filter.name}`);
        continue;
      }
      const { answer, listed, astray } = await filterBy(list, filter, value, stock);
      const none = await listNone(list, filter);
      await judge(filter.id, () => {
        answersListing(answer);
        expectNone(astray, { [filter.name]: value });
        expectFiltered(none.answer, { [filter.name]: none.value });
      });
      if (isA(readsListing, answer) && listed.length === 0)
        lacksData(filter.id, `${filter.name} listed nothing`);
    }
  },
);

test('all filters are accepted together', covers('TEL-172'), async ({ telephony, account, target }) => {
  const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
  const { opening, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
  const model = modelOf(numbersOf(await control(opening, readsListing, 'TEL-092')));
  const { query, isGuessed } = everyFilter(model, target);
  if (query === undefined) return lacksData('TEL-172', 'no number in stock has a value for every filter');

  const answer = await list(query);
  // If nothing is found, the answer may be a refusal.
  if (isGuessed && isRefused(answer))
    return lacksData('TEL-172', 'no number in stock is known to meet all filters');
  await judge('TEL-172', () => void answersListing(answer));
});

test(
  'several filters list the numbers that meet them all',
  covers('TEL-171', 'TEL-203'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { get, steadily } = reading(telephony);
    const { opening, list } = await fromFirstPage((query) => get(numbers, { query }));
    const stock = await stockOf(await control(opening, readsListing, 'TEL-092'), list);
    const model = modelOf(stock);
    const [contradiction] = contradictionsOf(model, stock);
    if (contradiction === undefined)
      return lacksData(['TEL-171', 'TEL-203'], 'all numbers in stock meet the same filters');
    if (filtersOf(model).length < 2)
      lacksData('TEL-171', 'no number in stock has values for several filters');

    const query = queryFor(model);
    const answer = await control(list(query), answersListing, 'TEL-172');
    // A number that is listed whatever the filters are would be found by any of them.
    await establish('TEL-171', async () => {
      for (const one of [query, contradiction]) expectFiltered(await list(one), one);
    });
    await judge('TEL-203', () =>
      steadily(async () => {
        const wanted = modelOf(await stockOf(readsListing(await list({})), list));
        expectFound(readsListing(await list(queryFor(wanted))), wanted);
      }),
    );
    if (numbersOf(answer).length === 0) lacksData('TEL-171', 'several filters together listed nothing');
  },
);
