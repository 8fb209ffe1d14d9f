import { type Answer, json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering, isRefusal, jsonOf } from '../parts/answers.ts';

/** Which status and which body refuse, wherever the interface shows none. */
export const refusalVariants = {
  ...Object.fromEntries([400, 401, 402, 403, 404, 405, 409, 410, 415, 418, 422, 451, 499].map(refusedBy)),
  ...Object.fromEntries(
    Object.entries({
      'a page': { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><h1>Not so</h1>' },
      'a word': { headers: { 'Content-Type': 'text/plain; charset=us-ascii' }, body: 'no' },
      nothing: { headers: {}, body: undefined },
      'an empty body of JSON': { headers: { 'Content-Type': 'application/json' }, body: '' },
      null: { headers: { 'Content-Type': 'application/json' }, body: 'null' },
      'a string': { headers: { 'Content-Type': 'application/json' }, body: '"no"' },
      'a list': { headers: { 'Content-Type': 'application/json' }, body: [{ code: 7, field: 'id' }] },
      'a problem': {
        headers: { 'Content-Type': 'application/problem+json' },
        body: { type: 'about:blank', title: 'Not so', detail: 'No token was found' },
      },
      'an object of errors': {
        headers: { 'Content-Type': 'application/vnd.api+json' },
        body: { errors: [{ id: 'e1', token: 'unexpected' }], token: null, data: null, sid: '' },
      },
      'no text at all': {
        headers: { 'Content-Type': 'application/octet-stream' },
        body: new Uint8Array([0xff, 0xfe]),
      },
    } satisfies Record<string, Pick<Answer, 'headers' | 'body'>>).map(([what, shown]) => [
      `refusals-with-${what.toLowerCase().replaceAll(' ', '-')}`,
      {
        says: `An error response contains ${what} when the interface specifies no body.`,
        warns: 'IDN-081',
        rules: () =>
          refusing((answer) => ({ ...answer, ...shown, headers: { ...kept(answer), ...shown.headers } })),
      },
    ]),
  ),
  'refusals-as-recorded': {
    says: 'Refuses wrong credentials of an account with 403, and adds a code and a more_info URL to errors.',
    warns: 'TEL-193',
    unauthenticatedStatus: () => 403,
    basicChallenge: () => '',
    telephonyError: (status, message) => ({
      status,
      message,
      code: 10_004,
      more_info: 'https://docs.example/errors/10004',
    }),
    notFound: (path, operation) => ({
      ...defaultRules.notFound(path, operation),
      code: 10_001,
      more_info: 'https://docs.example/errors/10001',
    }),
  },
  'refusals-without-a-challenge': {
    says: 'Refuses missing or wrong credentials with 403 in both APIs.',
    warns: ['COL-060', 'TEL-193'],
    unauthorizedStatus: () => 403,
    unauthenticatedStatus: () => 403,
  },
  'missing-resources-described-otherwise': {
    says: 'The message of a 404 contains the path as part of a URL, in a German sentence.',
    notFound: (path) => ({
      status: 404,
      message: `Ressource "https://api.example${path}" nicht gefunden.`,
    }),
  },
  'missing-resources-named': {
    says: 'The message of a 404 contains only the identifier of what is missing.',
    notFound: (path) => {
      const last = path.replace('/Recordings.json', '').replace('.json', '').split('/').at(-1);
      // A list of numbers exists wherever its account and its country do.
      const [above] = /ACf{32}(?=\/Avail)|USA/.exec(path) ?? [];
      return { message: `There is no ${above ?? last} here`, status: 404 };
    },
  },
  'refusals-that-repeat-the-call': {
    says: 'Error responses of the telephony API repeat the account and the call of the request.',
    rules: () =>
      answering((answer, { url }) => {
        const [, account_sid, sid] = /\/Accounts\/([^/]+)(?:\/Calls\/([^/]+))?/.exec(url) ?? [];
        const body = jsonOf(answer);
        return isRefusal(answer) && body && account_sid
          ? { ...answer, body: { ...body, account_sid, ...(sid && { sid }) } }
          : answer;
      }),
  },
  'refusals-that-repeat-the-path': {
    says: 'Error responses of the telephony API repeat the version and the call in the path.',
    rules: () =>
      answering((answer, { url }) => {
        const [, api_version, sid] = /\/(v\d+)\/Accounts\/[^/]+(?:\/Calls\/([^/]+))?/.exec(url) ?? [];
        const body = jsonOf(answer);
        return isRefusal(answer) && body && api_version
          ? { ...answer, body: { ...body, api_version, ...(sid && { sid }) } }
          : answer;
      }),
  },
  'refusals-that-repeat-what-was-sent': {
    says: 'Error responses repeat the fields and query parameters of the request, including tokens.',
    send: (answer) => {
      const { query, form } = now();
      const body = jsonOf(answer);
      return isRefusal(answer) && body
        ? { ...answer, body: { ...Object.fromEntries(query), ...form, ...body } }
        : answer;
    },
  },
  'refusals-with-an-id': {
    says: 'Error responses contain an identifier, under which a log keeps them.',
    rules: () => withMore(() => ({ _id: '65f0c0ffee' })),
  },
  'refusals-that-are-entities': {
    says: 'Error responses contain an _id and an aType, as entities do.',
    rules: () => withMore(() => ({ _id: '65f0c0ffee', aType: 'error' })),
  },
  'refusals-with-a-word-for-each-field': {
    says: 'Error responses describe the problem with each field in one word.',
    rules: () => withMore(() => ({ id_token: 'required', refresh_token: 'not_found', token: 'invalid' })),
  },
  'paths-without-json-as-pages': {
    says: 'Returns an HTML page for an unknown path that does not end in .json.',
    rules: () =>
      answering((answer, { url }, operation) =>
        operation === 'unknown' && !new URL(url).pathname.endsWith('.json')
          ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
          : answer,
      ),
  },
  'paths-without-json-lead-to-json': {
    says: 'Redirects an unknown path of the telephony API that does not end in .json to the one that does.',
    rules: () =>
      answering((answer, { url }, operation) => {
        const { pathname } = new URL(url);
        return operation === 'unknown' && pathname.startsWith('/v2/') && !pathname.endsWith('.json')
          ? { status: 308, headers: { Location: `${pathname}.json` }, body: undefined }
          : answer;
      }),
  },
  'locked-after-five-refusals': {
    says: 'Locks the token endpoint, users/me or the listing after five refusals in a row other than 404.',
    rules: () => {
      const rows = new Map<Operation, number>();
      return {
        admit: (operation) => {
          if ((rows.get(operation) ?? 0) >= 5) refuse(403, 'Locked');
        },
        send: (answer, operation) => {
          if (guarded.includes(operation) && answer.status !== 404)
            rows.set(operation, isRefusal(answer) ? (rows.get(operation) ?? 0) + 1 : 0);
          return answer;
        },
      };
    },
  },
  'single-numbers-not-allowed': {
    says: 'Returns 405 for every path below a list of numbers.',
    rules: () =>
      answering((answer, { url }, operation) =>
        operation === 'unknown' && /\/AvailablePhoneNumbers\/\w+\/\w+\//.test(url)
          ? json(405, { status: 405, message: 'GET is not allowed' }, { Allow: 'OPTIONS' })
          : answer,
      ),
  },
  'other-accounts-missing': {
    says: 'Returns 404 for the resources of another account.',
    forbiddenStatus: () => 404,
  },
} satisfies Variants;

/** Where credentials are guessed. */
const guarded: readonly Operation[] = [
  'authorize',
  'exchangeToken',
  'getCurrentUser',
  'listAvailableNumbers',
];

/** The status says that something does not exist, or that credentials are missing: the interface or a standard has it. */
const fixed: readonly Operation[] = ['exchangeToken', 'revokeToken', 'unknown'];

/** A refusal says more. */
function withMore(more: () => object): Partial<Rules> {
  return answering((answer) => {
    const body = jsonOf(answer);
    return isRefusal(answer) && body ? { ...answer, body: { ...body, ...more() } } : answer;
  });
}

function refusedBy(status: number): [string, Variants[string]] {
  return [
    `refusals-by-${status}`,
    {
      says: `Refuses with the status ${status} when none is specified.`,
      rules: () => ({
        ...answering((answer, request, operation) => {
          if (!isFree(answer, request, operation)) return answer;
          // An error object of the telephony API tells its status; that of a 404 has to be 404.
          const body = jsonOf(answer);
          return { ...answer, status, ...(body?.['status'] !== undefined && { body: { ...body, status } }) };
        }),
      }),
    },
  ];
}

/** Whether nothing says how this refusal looks. */
function isFree(answer: Answer, request: Request, operation: Operation): boolean {
  const isUnauthenticated = request.headers.get('authorization') === null && answer.status === 401;
  return isRefusal(answer) && answer.status !== 404 && !isUnauthenticated && !fixed.includes(operation);
}

/** Refusals are changed, but for the 404 of the telephony server, which the interface shows. */
function refusing(change: (answer: Answer) => Answer): Partial<Rules> {
  return answering((answer, request) =>
    isRefusal(answer) && !(answer.status === 404 && new URL(request.url).pathname.startsWith('/v'))
      ? change(answer)
      : answer,
  );
}

function kept({ headers }: Answer): Answer['headers'] {
  const { 'WWW-Authenticate': challenge } = headers;
  return challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
}
