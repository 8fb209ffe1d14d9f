import { defaultRules, type Rules } from '../../reference/rules/index.ts';

/** A listing before it goes out. */
type Listing = Readonly<
  Record<'start' | 'end' | 'total' | 'num_pages' | 'page' | 'page_size', number> &
    Record<'first_page_uri' | 'previous_page_uri' | 'next_page_uri' | 'last_page_uri' | 'uri', string> & {
      available_phone_numbers: readonly unknown[];
    }
>;

/** The rule that changes some fields of every listing. */
export function listingWith(
  change: (body: Listing) => Partial<Record<keyof Listing, unknown>>,
): Partial<Rules> {
  return {
    listing: (page, uris) => {
      const body = defaultRules.listing(page, uris);
      return { ...body, ...change(body as Listing) };
    },
  };
}
