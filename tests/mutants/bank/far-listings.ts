import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { type Asked, asked } from '../asked.ts';
import type { Bank } from '../mutant.ts';

const { availableNumber, endIndex, inAreaCode, inPostalCode, listing, meets, numPages, pageSize } =
  defaultRules;

/** Listings that keep a rule where it is looked for first: at home, by one filter or all, on pages of usual sizes. */
export const farListingMutants = {
  'area-code-of-the-united-states-alone': {
    says: 'Ignores AreaCode outside the United States.',
    breaks: ['TEL-168'],
    replace: () => abroad((isAbroad) => ({ inAreaCode: (...given) => isAbroad() || inAreaCode(...given) })),
  },
  'postal-code-with-a-space-finds-nothing': {
    says: 'Finds no postal code with a space in it.',
    breaks: ['TEL-170'],
    replace: () => ({ inPostalCode: (number, code) => !code.includes(' ') && inPostalCode(number, code) }),
  },
  'pages-of-twenty-abroad': {
    says: 'Lists 20 numbers on a page of no PageSize outside the United States.',
    breaks: ['TEL-154'],
    replace: () =>
      abroad((isAbroad) => ({ pageSize: (value) => pageSize(value ?? (isAbroad() ? '20' : undefined)) })),
  },
  'country-code-one-digit-too-long-abroad': {
    says: 'Tells the first digit of an area as the last of the country code outside North America.',
    breaks: ['TEL-138'],
    replace: () => ({
      availableNumber: (number) => ({
        ...availableNumber(number),
        country_code: number.countryCode === '+1' ? '+1' : number.phoneNumber.slice(0, 4),
      }),
    }),
  },
  'two-filters-or-ed': {
    says: 'Lists what meets one of two filters.',
    breaks: ['TEL-171'],
    replace: () => ({
      meets: (verdicts) => (verdicts.length === 2 ? verdicts.some(Boolean) : meets(verdicts)),
    }),
  },
  'last-filter-lost-on-the-way-back': {
    says: 'Loses the last of several filters in previous_page_uri and last_page_uri.',
    breaks: ['TEL-162'],
    replace: () => ({
      listing: (page, uris) => {
        const shortened = (uri: string) =>
          uri.replace(/(&(?:Contains|AreaCode|In\w+)=[^&]*)&(?:Contains|AreaCode|In\w+)=[^&]*$/, '$1');
        return listing(page, { ...uris, previous: shortened(uris.previous), last: shortened(uris.last) });
      },
    }),
  },
  'large-pages-counted-by-fifty': {
    says: 'Tells of a page of more than 50 numbers how many pages of 50 there are.',
    breaks: ['TEL-146'],
    replace: () => ({ numPages: (total, size) => numPages(total, Math.min(size, 50)) }),
  },
  'end-of-large-pages-at-fifty': {
    says: 'Tells as end of a page of more than 50 numbers that of the fiftieth.',
    breaks: ['TEL-144'],
    replace: () => ({ endIndex: (start, length) => endIndex(start, Math.min(length, 50)) }),
  },
} satisfies Bank;

/** Rules that hold otherwise outside the United States. */
function abroad(make: (isAbroad: () => boolean) => Omit<Partial<Rules>, 'admit'>): Partial<Rules> {
  return asked((now: () => Asked) => make(() => !now().url.pathname.includes('/US/')));
}
