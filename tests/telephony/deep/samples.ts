import type { NumberListing } from '../../../schemas/index.d.ts';
import { isA } from '../../support/interface/answers.ts';
import type { Target } from '../../support/target.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { listPages, shortSize } from '../numbers/counts.ts';
import { filterForSome } from '../numbers/filters.ts';
import {
  ABROAD,
  anotherCountry,
  contradicting,
  LARGE,
  pagesOf,
  readsListing,
  stockOf,
} from '../numbers/listing.ts';
import type { Reading } from '../numbers/reading.ts';
import { setsOf } from './filter-values.ts';

type List = (query: Fields) => Promise<Answer>;

/** The listing of a country and a type. */
type ListingOf = (country: string, type: string) => List;

/** Some pages of one listing. */
interface Sample {
  readonly pages: readonly NumberListing[];
  /** Those that were requested without PageSize. */
  readonly bare: readonly NumberListing[];
  /** The totals that its pages state, if they contradict each other. */
  readonly totals: readonly string[];
}

/** Filtered listings that are sampled: the type, and the number of filters. */
const combinations = [
  ['Local', 2],
  ['Tollfree', 1],
] as const;

/**
 * Some pages of each kind of listing: here and abroad, local and toll-free, with and without filters.
 *
 * @param listingOf lists the first page, unless a query has a Page
 * @param first the first page of the target's local numbers
 */
export async function samplesOf(
  listingOf: ListingOf,
  target: Target,
  first: NumberListing,
  lasting: Reading['lasting'],
): Promise<readonly Sample[]> {
  const own = target.numberCountry;
  const another = anotherCountry(target);
  const local = listingOf(own, 'Local');
  const lists = [
    local,
    listingOf(own, 'Tollfree'),
    listingOf(another, 'Local'),
    listingOf(another, 'Tollfree'),
    listingOf(ABROAD, 'Local'),
  ];
  const filter = await filterForSome(first, local);
  if (filter !== undefined) lists.push(filtered(local, filter.query));
  // The effect of a filter on the counts may show only together with another filter, or with toll-free numbers.
  for (const [type, count] of combinations) {
    const list = listingOf(own, type);
    const query = await queryBy(count, list);
    if (query !== undefined) lists.push(filtered(list, query));
  }
  const samples: Sample[] = [];
  for (const list of lists) samples.push(await sampleOf(list, first.page, lasting));
  return samples;
}

function filtered(list: List, filters: Fields): List {
  return (query) => list({ ...filters, ...query });
}

/** A query by so many filters that lists some of the numbers; undefined if there is none. */
async function queryBy(count: 1 | 2, list: List): Promise<Fields | undefined> {
  const all = await list({});
  const stock = isA(readsListing, all) ? await stockOf(readsListing(all), list) : [];
  const [rarest = []] = setsOf(stock, count);
  const set = rarest.map(({ filter: { name }, value }) => [name, value] as const);
  return set.length === count ? Object.fromEntries(set) : undefined;
}

/**
 * The first two pages of a listing and its last one, in several sizes. Pages that are not answered are left out, since
 * other checks judge that.
 *
 * @param base the number of the first page
 */
async function sampleOf(list: List, base: number, lasting: Reading['lasting']): Promise<Sample> {
  const read = (queries: readonly Fields[]) => listPages(list, queries);
  const [first] = await read([{}]);
  if (first === undefined) return { pages: [], bare: [], totals: [] };
  const { total, page_size } = first;
  const size = shortSize(first);
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const sized = [...new Set([Math.min(1, last), last])].map((nth) => ({
    Page: `${base + nth}`,
    PageSize: `${size}`,
  }));
  const unsized = pagesOf(first) > 1 ? [{ Page: `${base + 1}` }] : [];
  // Larger than the default: shows whether the items before a page are counted by the requested size.
  const large = [
    ...(total > page_size ? [LARGE] : []),
    ...(total > 100 ? [{ Page: `${base + 1}`, ...LARGE }] : []),
  ];
  const bare = [first, ...(await read(unsized))];
  const further = [...sized, { PageSize: '1' }, ...large];
  const paged = await read(further);
  const pages = [...bare, ...paged];
  const totals = await lasting(async () => contradicting(await read([{}, ...unsized, ...further])));
  return { pages, bare, totals };
}
