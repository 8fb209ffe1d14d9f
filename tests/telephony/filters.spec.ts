import { answersListing, isA } from '../support/answers.ts';
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
import type { Fields } from '../support/wire.ts';
import { containsParts, hasToFind, listNone, nearValues } from './filter-values.ts';
import {
  filters,
  type Listed,
  meets,
  numbersOf,
  readsListing,
  steadily,
  stockOf,
  telling,
  valueFor,
} from './listing.ts';

/** Values of the right form for the filters that the stock tells no value for. */
const anyValue: Readonly<Record<string, string>> = { InRegion: 'NJ', InPostalCode: '07302' };

/** So few characters of a number may be too few to look for. */
const SHORT = 2;

const judged = ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-171', 'TEL-172', 'TEL-203'] as const;

// Some country has no toll-free numbers: local ones judge filters in any case.
for (const [type, covered] of [
  ['Local', covers(...judged)],
  ['Tollfree', covers(further(...judged))],
] as const) {
  test(
    `each filter lists the numbers it names under ${type}, alone and together`,
    covered,
    async ({ telephony, account, target }) => {
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/${type}.json`;
      const list = (query: Fields) => telephony.get(numbers, { query });
      const all = await list({});
      if (type === 'Tollfree' && !isA(readsListing, all)) {
        return lacksData(judged, 'toll-free numbers are not listed');
      }
      const stock = await stockOf(await control(Promise.resolve(all), readsListing, 'TEL-092'), list);

      // What is set is in stock among local numbers.
      const settings: Fields = type === 'Local' ? target.filters : {};
      const known: Fields = type === 'Local' ? { ...anyValue, ...target.filters } : {};
      let found = 0;
      for (const filter of filters) {
        const { id, name } = filter;
        const none = await listNone(list, filter);
        let tried = 0;
        let shown = 0;
        const valuesIn = (some: readonly Listed[]) => [
          settings[name],
          telling(some, filter, 1),
          ...containsParts(some, filter),
        ];
        const ask = async (value: string, some: readonly Listed[]) => {
          const answer = await list({ [name]: value });
          const listed = numbersOf(answer.json).filter(
            (number) => meets(filter, number, value) !== undefined,
          );
          return { value, answer, listed, isDue: some.some((number) => hasToFind(filter, number, value)) };
        };
        // The one number that has a value may have been sold: then by another one.
        const askAgain = async (nth: number, former: string) => {
          const now = await stockOf(readsListing(await list({})), list);
          return ask(valuesIn(now)[nth] ?? former, now);
        };
        for (const [nth, first] of valuesIn(stock).entries()) {
          if (first === undefined) continue;
          const asked = await ask(first, stock);
          if (isA(readsListing, asked.answer) && asked.listed.length === 0 && !asked.isDue) continue;
          // How few characters make a search is not told.
          if (name === 'Contains' && first.length <= SHORT && isRefused(asked.answer)) continue;
          tried += 1;
          // A list that is empty shows nothing of what a filter lists.
          if (!isA(readsListing, asked.answer) || asked.listed.length > 0) {
            shown += 1;
            await judge(id, () => {
              readsListing(asked.answer);
              const astray = asked.listed.filter((number) => !meets(filter, number, first));
              expect(astray, `numbers listed for ${name}=${first} that do not meet it`).toEqual([]);
            });
          }
          // What lists whatever there is leaves nothing out, and is no filter.
          const filtered = none.isEmpty && asked.listed.every((number) => meets(filter, number, first));
          if (!isA(readsListing, asked.answer) || !asked.isDue || !filtered) continue;
          found += 1;
          let begun: typeof asked | undefined = asked;
          await judge('TEL-203', () =>
            steadily(async () => {
              const { value, answer, listed, isDue } = begun ?? (await askAgain(nth, first));
              begun = undefined;
              const { total, page_size } = readsListing(answer);
              if (isDue) expect(listed.length, `numbers listed for ${name}=${value}`).toBeGreaterThan(0);
              // What fills its page may have been cut to it.
              if (total >= page_size) return;
              const met = new Set(numbersOf(answer.json).map(({ phone_number }) => phone_number));
              const left = numbersOf((await list({})).json)
                .filter((number) => hasToFind(filter, number, value))
                .flatMap(({ phone_number = '' }) => (met.has(phone_number) ? [] : [phone_number]));
              expect(left, `numbers that meet ${name}=${value} and are listed only without it`).toEqual([]);
            }),
          );
        }
        if (tried > 0) {
          await judge(id, async () => {
            for (const value of [none.value, ...nearValues(stock, filter)]) {
              const answer = value === none.value ? none.answer : await list({ [name]: value });
              if (!isA(answersListing, answer)) expect(answer).toBeRefused();
              // What separates the digits of a number may be passed over.
              const plain = name === 'Contains' ? value.replace(/\D/g, '') : value;
              const astray = numbersOf(answer.json).filter((one) => meets(filter, one, plain) === false);
              expect(astray, `numbers listed for ${name}=${value} that do not meet it`).toEqual([]);
            }
          });
          if (shown === 0) lacksData(id, `${name} listed nothing`);
        } else lacksData(id, `no number in stock has a value for ${name}`);
      }
      if (found === 0) lacksData('TEL-203', 'no number is known that a filter must find');

      const filtersOf = (number: Listed) => filters.filter((one) => valueFor(one, number) !== undefined);
      const modelOf = (some: readonly Listed[]) =>
        some.toSorted((a, b) => filtersOf(b).length - filtersOf(a).length)[0] ?? {};
      const every = filters.map((filter) => [
        filter.name,
        valueFor(filter, modelOf(stock)) ?? known[filter.name],
      ]);
      if (every.some(([, value]) => value === undefined))
        lacksData('TEL-172', 'no number in stock has a value for every filter');
      else {
        const isGuessed = filters.some(
          (filter) => valueFor(filter, modelOf(stock)) === undefined && settings[filter.name] === undefined,
        );
        const together = await list(Object.fromEntries(every) as Fields);
        // Where nothing is found, that may be told by a refusal.
        if (isGuessed && together.status >= 400 && together.status < 500)
          lacksData('TEL-172', 'no number in stock is known to meet all filters');
        else await establish('TEL-172', () => void answersListing(together));
      }

      const model = modelOf(stock);
      if (filtersOf(model).length < 2) {
        return lacksData('TEL-171', 'no number in stock has values for several filters');
      }
      // Of the first numbers, and of the last: whoever looks at some alone finds what is among them.
      for (const isLast of found === 0 ? [] : [false, true])
        await judge('TEL-203', () =>
          steadily(async () => {
            const current = await stockOf(readsListing(await list({})), list);
            const wanted = modelOf(isLast ? current.toReversed() : current);
            const query = Object.fromEntries(
              filtersOf(wanted).map((one) => [one.name, String(valueFor(one, wanted))]),
            );
            const together = await list(query);
            // What is refused is no listing: by all filters TEL-172 says so.
            if (!isA(readsListing, together)) return;
            const met = numbersOf(together.json).map(({ phone_number }) => phone_number);
            const name = `the numbers listed for ${JSON.stringify(query)}`;
            // Of several pages it may be on any: a listing that is filtered may come in another order.
            if (met.length < readsListing(together).total) expect(met, name).not.toEqual([]);
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
          const several = filtersOf(wanted);
          const query = Object.fromEntries(several.map((one) => [one.name, String(valueFor(one, wanted))]));
          const astrayOf = (listed: readonly Listed[], values: Readonly<Record<string, string>>) =>
            listed.filter((number) =>
              several.some((one) => {
                const value = values[one.name];
                return value !== undefined && meets(one, number, value) === false;
              }),
            );

          const together = await list(query);
          readsListing(together);
          isShown ||= numbersOf(together.json).length > 0;

          // A filter that follows from the others shows only where it contradicts them.
          const contradictions = several.flatMap((filter, nth) => {
            const other = current
              .flatMap((number) => valueFor(filter, number) ?? [])
              .find((value) => !meets(filter, wanted, value));
            if (other === undefined) return [];
            const contradiction = { [filter.name]: other };
            const pairs = several
              .slice(0, nth)
              .map(({ name }) => ({ [name]: String(query[name]), ...contradiction }));
            // Beside two others: one of several may be lost for their number.
            const [, ...others] = several.filter((one) => one !== filter);
            const triple = Object.fromEntries(others.map(({ name }) => [name, String(query[name])]));
            const triples = others.length > 1 ? [{ ...triple, ...contradiction }] : [];
            return [{ ...query, ...contradiction }, ...triples, ...pairs];
          });
          for (const asked of [query, ...contradictions]) {
            const answer = asked === query ? together : await list(asked);
            if (!isA(answersListing, answer)) expect(answer).toBeRefused();
            const astray = astrayOf(numbersOf(answer.json), asked);
            expect(astray, `numbers that do not meet every filter of ${JSON.stringify(asked)}`).toEqual([]);
          }
        }),
      );
      if (!isShown) lacksData('TEL-171', 'several filters together listed nothing');
    },
  );
}
