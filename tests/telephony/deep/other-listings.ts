import type { NumberListing } from '../../../schemas/index.d.ts';
import type { Target } from '../../support/target.ts';
import type { Answer, Fields, Outgoing } from '../../support/wire/http.ts';
import { ABROAD, anotherCountry, numbersOf, pagesOf } from '../numbers/listing.ts';

/** Requests the listing of a country and a type. */
type List = (country: string, type: string, outgoing?: Outgoing) => Promise<Answer>;

/** An uninhabited island, which has no numbers. */
const UNSOLD = 'BV';

/** A code that belongs to no country. */
const NOWHERE = 'ZZ';

/**
 * Requests what numbers of another country or type may be mixed into, though a plain listing shows none: further
 * pages, filters with values from this listing or from another one, two of them together, a PageSize, and countries
 * without numbers.
 */
export async function listingsThatMayMix(list: List, target: Target): Promise<Answer[]> {
  const own = target.numberCountry;
  const another = anotherCountry(target);
  const plain = {
    local: await list(own, 'Local'),
    tollfree: await list(own, 'Tollfree'),
    localAbroad: await list(another, 'Local'),
    tollfreeAbroad: await list(another, 'Tollfree'),
  };
  const answers: Answer[] = Object.values(plain);
  for (const [country, type, first] of [
    [own, 'Local', plain.local],
    [own, 'Tollfree', plain.tollfree],
    [another, 'Local', plain.localAbroad],
    [another, 'Tollfree', plain.tollfreeAbroad],
  ] as const) {
    for (const query of furtherPagesOf(first)) answers.push(await list(country, type, { query }));
  }
  const byLocal = filtersBy(plain.local);
  const byTollfree = filtersBy(plain.tollfree);
  const lastTwo: Fields = Object.assign({}, ...byLocal.slice(-2));
  for (const [country, type, queries] of [
    [own, 'Local', [...byLocal, lastTwo, { PageSize: '1' }]],
    [own, 'Tollfree', byTollfree],
    [own, 'Local', byTollfree],
    [own, 'Tollfree', byLocal],
    // If a filter makes the server ignore the country, numbers from here are listed there.
    [another, 'Local', byLocal],
    [UNSOLD, 'Local', [{}]],
    [UNSOLD, 'Tollfree', [{}, ...byTollfree]],
    [NOWHERE, 'Local', [{}, { PageSize: '3' }]],
    [NOWHERE, 'Tollfree', [{}]],
    [ABROAD, 'Local', own === ABROAD ? [] : [{}]],
    [ABROAD, 'Tollfree', own === ABROAD ? [] : [{}]],
  ] as const) {
    for (const query of queries) answers.push(await list(country, type, { query }));
  }
  return answers;
}

/** The second, the third and the last page of a listing. */
function furtherPagesOf({ json }: Answer): readonly Fields[] {
  const listing = (json ?? {}) as NumberListing;
  const last = pagesOf(listing) - 1;
  const further = new Set([1, 2, last].filter((nth) => nth >= 1 && nth <= last));
  return [...further].map((nth) => ({ Page: `${listing.page + nth}` }));
}

/** Each filter with a value that the first number of a listing has. */
function filtersBy({ json }: Answer): readonly Fields[] {
  const [{ phone_number, npa, region, postal_code } = {}] = numbersOf(json);
  const end = typeof phone_number === 'string' ? phone_number.slice(-8) : undefined;
  const told = { Contains: end, AreaCode: npa, InRegion: region, InPostalCode: postal_code };
  return Object.entries(told).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [{ [name]: value }] : [],
  );
}
