import type { Operation } from '../../reference/operation.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { inCroatia } from '../parts/in-croatia.ts';

/** A 404 that is an HTML page for some requests of the telephony API, and an error object for all others. */
export const missingPageMutants = {
  'type-in-small-letters-as-a-page': {
    says: 'Returns 404 with an HTML page for the type local.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    rules: () => pageAt(({ pathname }) => pathname.endsWith('/local.json')),
  },
  'unknown-type-as-a-page': {
    says: 'Returns 404 with an HTML page for the type All.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    rules: () => pageAt(({ pathname }) => pathname.endsWith('/All.json')),
  },
  'tollfree-listing-as-a-page': {
    says: 'Returns 404 with an HTML page for toll-free numbers.',
    breaks: ['TEL-174', 'TEL-186', 'TEL-187', 'TEL-209'],
    rules: () => pageAt(({ pathname }) => pathname.endsWith('/Tollfree.json')),
  },
  'tollfree-listing-of-croatia-as-a-page': {
    says: 'Returns 404 with an HTML page for toll-free numbers of Croatia.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    settings: inCroatia,
    send: (answer, _operation, { url }) =>
      url.endsWith('/HR/Tollfree.json') && answer.status === 200 ? notFound : answer,
  },
  'listing-without-a-type-as-a-page': {
    says: 'Returns 404 with an HTML page for a listing without Country or Type.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    rules: () => pageAt(({ pathname }) => /\/AvailablePhoneNumbers(?:\/[A-Z]{2})?\.json$/.test(pathname)),
  },
  'listing-without-credentials-as-a-page': {
    says: 'Returns 404 with an HTML page for a listing with a wrong auth token.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    send: (answer, operation, { headers }) =>
      operation === 'listAvailableNumbers' && answer.status === 401 && headers.has('authorization')
        ? notFound
        : answer,
  },
  'listing-of-another-account-as-a-page': {
    says: 'Returns 404 with an HTML page for a listing of another account.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    rules: () => refusalsAsPages('listAvailableNumbers'),
  },
  'call-of-another-account-as-a-page': {
    says: 'Returns 404 with an HTML page for a call of another account.',
    breaks: ['TEL-085', 'TEL-086', 'TEL-208'],
    rules: () => refusalsAsPages('recordCall'),
  },
  'empty-page-as-a-page': {
    says: 'Returns 404 with an HTML page for PageSize=0.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    rules: () => pageAt(({ searchParams }) => searchParams.get('PageSize') === '0'),
  },
  ...Object.fromEntries(
    (['Local', 'Tollfree'] as const).map((type): [string, MutantEntry] => [
      `no-${type.toLowerCase()}-number-found-as-a-page`,
      {
        says: `Returns 404 with an HTML page when a filter leaves no ${type} number.`,
        breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
        rules: () =>
          asked((now) => ({
            send: (answer) =>
              now().isFiltered &&
              now().url.pathname.endsWith(`/${type}.json`) &&
              (answer.body as { readonly total?: number } | undefined)?.total === 0
                ? notFound
                : answer,
          })),
      },
    ]),
  ),
} satisfies Bank;

const notFound = { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' };

function pageAt(isThere: (url: URL) => boolean) {
  return asked((now) => ({ send: (answer) => (isThere(now().url) ? notFound : answer) }));
}

function refusalsAsPages(refused: Operation) {
  return asked(() => ({
    send: (answer, operation) => (operation === refused && answer.status === 403 ? notFound : answer),
  }));
}
