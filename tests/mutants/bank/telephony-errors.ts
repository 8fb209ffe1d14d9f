import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { notFound } = defaultRules;

/** What is answered for a number that does not exist, and for a wrong auth token. */
export const telephonyErrorMutants = {
  'missing-number-is-gone': {
    says: 'Returns status 410 for a resource that does not exist.',
    breaks: 'TEL-185',
    notFoundStatus: (operation) => (operation === 'unknown' ? 410 : 404),
  },
  'missing-number-is-fine': {
    says: 'Returns status 200 with the error object for a resource that does not exist.',
    breaks: ['TEL-184', 'TEL-185'],
    notFoundStatus: (operation) => (operation === 'unknown' ? 200 : 404),
  },
  'missing-number-fails': {
    says: 'Returns status 500 when a single number is requested.',
    breaks: ['TEL-184', 'TEL-185', 'TEL-186', 'TEL-188'],
    singleNumber: () => {
      refuse(500, 'no such number');
    },
  },
  'missing-number-as-a-page': {
    says: 'Returns an HTML page for a resource that does not exist.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-188', 'TEL-209'],
    send: (answer, operation) =>
      operation === 'unknown' && answer.status === 404
        ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
        : answer,
  },
  'missing-number-unnamed': {
    says: 'Does not name the missing resource in the error message.',
    breaks: 'TEL-188',
    notFound: (path, operation) =>
      operation === 'unknown' ? { status: 404, message: 'Not found' } : notFound(path, operation),
  },
  ...Object.fromEntries(
    (
      [
        ['account-of-numbers', 'the account of a listing', 'TEL-188', /\/ACf{32}\/AvailablePhoneNumbers\//],
        ['country', 'the country of a listing', 'TEL-188', /\/USA\//],
        ['account-of-a-call', 'the account of a call', 'TEL-087', /\/ACf{32}\/Calls\//],
      ] as const
    ).map(([name, what, id, path]): [string, MutantEntry] => [
      `missing-${name}-unnamed`,
      {
        says: `Does not name the missing path in the error message when ${what} does not exist.`,
        breaks: id,
        notFound: (missing, operation) =>
          path.test(missing)
            ? { status: 404, message: 'This account has no Local numbers, Calls or Recordings there' }
            : notFound(missing, operation),
      },
    ]),
  ),
  'missing-number-named-by-its-list': {
    says: 'Names the parent collection instead of the missing resource in the error message.',
    breaks: 'TEL-188',
    notFound: (path, operation) =>
      notFound(operation === 'unknown' ? path.replace(/\/[^/]+$/, '') : path, operation),
  },
  ...Object.fromEntries(
    Object.entries({
      type: /\/US\/Mobile\.json$/,
      country: /\/USA\/Local\.json$/,
      account: /\/ACf+\/AvailablePhoneNumbers\/US\/Local\.json$/,
      page: /\/US\/Local\.json\?Page=\d+$/,
    }).map(([what, path]): [string, MutantEntry] => [
      `missing-${what}-as-a-page`,
      {
        says: `Returns an HTML page when the ${what} of a listing does not exist.`,
        // Beyond the last page every part of the path exists.
        breaks: ['TEL-186', 'TEL-187', ...(what === 'page' ? [] : (['TEL-188'] as const)), 'TEL-209'],
        rules: () => missingList(path, () => '<h1>Not found</h1>', 'text/html'),
      },
    ]),
  ),
  'single-number-as-a-page': {
    says: 'Returns an HTML page when a single number is requested.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    send: (answer, operation, { url }) =>
      operation === 'unknown' && /\/(?:%2B|\+)?1\d{10}\.json$/i.test(url)
        ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
        : answer,
  },
  'unknown-type-with-a-status-in-a-string': {
    says: 'Returns the status 404 as a string in the error object for the type Locals.',
    breaks: 'TEL-186',
    rules: () => missingList(/\/Locals\.json$/, (body) => ({ ...body, status: '404' })),
  },
  'unknown-country-without-a-message': {
    says: 'Omits the message from the error object when the country is 12.',
    breaks: 'TEL-187',
    rules: () => missingList(/\/12\/Local\.json$/, () => ({ status: 404 })),
  },
  'missing-account-of-a-call-as-a-page': {
    says: 'Returns an HTML page for a recording request under an account that does not exist.',
    breaks: ['TEL-085', 'TEL-086', 'TEL-087', 'TEL-208'],
    send: (answer, operation, { url }) =>
      operation === 'recordCall' && /\/ACf+\//.test(url)
        ? { ...answer, status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
        : answer,
  },
  'missing-list-with-a-status-in-a-string': {
    says: 'Returns the status 404 as a string in the error object when a listing does not exist.',
    breaks: 'TEL-186',
    rules: () => missingList(/./, (body) => ({ ...body, status: '404' })),
  },
  'missing-list-without-a-message': {
    says: 'Omits the message from the error object when a listing does not exist.',
    breaks: ['TEL-187', 'TEL-188'],
    rules: () => missingList(/./, () => ({ status: 404 })),
  },
  'missing-list-unnamed': {
    says: 'Does not name the missing listing in the error message.',
    breaks: 'TEL-188',
    rules: () => missingList(/./, (body) => ({ ...body, message: 'Not found' })),
  },
} satisfies Bank;

/** Answers otherwise where a listing does not exist at some addresses. */
function missingList(
  address: RegExp,
  change: (body: object) => unknown,
  type = 'application/json',
): Partial<Rules> {
  return {
    send: (answer, operation, { url }) =>
      operation === 'listAvailableNumbers' && answer.status === 404 && address.test(url)
        ? { ...answer, headers: { 'Content-Type': type }, body: change(answer.body as object) }
        : answer,
  };
}
