import { type Answer, json, refuse } from '../answer.ts';
import { type Fields, type Incoming, sent } from '../incoming.ts';
import type { StockNumber } from '../numbers.ts';
import type { World } from '../world.ts';
import { accountOf } from './account.ts';

/** GET .../AvailablePhoneNumbers/...: a page of the numbers of one country and type. */
export function listAvailableNumbers(world: World, incoming: Incoming): Answer {
  const { rules, state } = world;
  accountOf(world, incoming, 'listAvailableNumbers');
  const place = rules.placeOf(
    withoutSuffix(incoming.params['country']),
    withoutSuffix(incoming.params['type']),
  );
  if (place === undefined) return refuse(404, 'There is no such list');
  const query = sent(rules, incoming.query);
  const numbers = state.numbers.filter(
    (number) =>
      rules.isOfCountry(number, place.country) &&
      rules.isOfType(number, place.type) &&
      rules.meets(
        filters(world).flatMap(([name, keeps]) =>
          query[name] === undefined ? [] : keeps(number, query[name]),
        ),
      ),
  );
  return json(200, listingOf(world, incoming.path, numbers, query));
}

/** GET .../AvailablePhoneNumbers/.../(number): there is no such resource. */
export function getAvailableNumber(world: World, incoming: Incoming): Answer {
  accountOf(world, incoming, 'unknown');
  const number = world.rules.singleNumber(world.state.numbers, withoutSuffix(incoming.params['number']));
  if (number === undefined) return refuse(404, 'There is no such resource');
  return json(200, world.rules.availableNumber(number));
}

function withoutSuffix(segment: string | undefined): string | undefined {
  return segment?.replace(/\.json$/, '');
}

function filters({ rules }: World): [name: string, keeps: (number: StockNumber, value: string) => boolean][] {
  return [
    ['Contains', rules.contains],
    ['AreaCode', rules.inAreaCode],
    ['InRegion', rules.inRegion],
    ['InPostalCode', rules.inPostalCode],
  ];
}

function listingOf(world: World, path: string, numbers: readonly StockNumber[], query: Fields): object {
  const { rules, urls } = world;
  const pageSize = rules.pageSize(query['PageSize']);
  const total = rules.total(numbers);
  const numPages = rules.numPages(numbers.length, pageSize);
  const first = rules.firstPage();
  const last = rules.lastPage(first, numPages);
  const page = rules.pageNumber(query['Page'], first, last);
  if (!rules.isPage(page, last)) refuse(404, 'There is no such page');

  const index = page - first;
  const items = rules.pageItems(numbers, index, pageSize).map((number) => rules.availableNumber(number));
  const start = rules.startIndex(index, pageSize, items.length);
  const end = rules.endIndex(start, items.length);
  const kept = rules.keptFilters(
    Object.fromEntries(
      filters(world).flatMap(([name]) => (query[name] === undefined ? [] : [[name, query[name]]])),
    ),
  );
  const uriOf = (one: number | undefined): string =>
    one === undefined ? '' : rules.pageUri(path, one, pageSize, kept, urls.api);
  return rules.listing(
    { page, pageSize, numPages, total, start, end, items },
    {
      uri: rules.listingUri(path, urls.api),
      first: uriOf(first),
      previous: uriOf(rules.previousPage(page, first)),
      next: uriOf(rules.nextPage(page, last)),
      last: uriOf(last),
    },
  );
}
