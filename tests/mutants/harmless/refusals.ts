import { type Answer, json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Operation } from '../../reference/world.ts';
import type { Variants } from '../mutant.ts';
import { answering, isRefusal, jsonOf } from './answers.ts';

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
        says: `A refusal carries ${what}, where the interface shows no body.`,
        warns: ['IDN-081'],
        replace: () =>
          refusing((answer) => ({ ...answer, ...shown, headers: { ...kept(answer), ...shown.headers } })),
      },
    ]),
  ),
  'refusals-as-recorded': {
    says: 'Wrong credentials of an account are refused with 403, and errors carry a code and where to read more.',
    warns: ['TEL-193'],
    replace: () => ({
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
    }),
  },
  'refusals-without-a-challenge': {
    says: 'Nothing but 403 refuses what comes without credentials.',
    warns: ['COL-060', 'TEL-193'],
    replace: () => ({
      unauthorizedStatus: () => 403,
      unauthenticatedStatus: () => 403,
    }),
  },
  'missing-resources-described-otherwise': {
    says: 'The message of a 404 describes the path in a sentence of its own.',
    replace: () => ({
      notFound: (path) => ({
        status: 404,
        message: `Ressource "https://api.example${path}" nicht gefunden.`,
      }),
    }),
  },
  'missing-resources-named': {
    says: 'The message of a 404 names what is missing by its identifier alone.',
    replace: () => ({
      notFound: (path) => {
        const last = path.replace('/Recordings.json', '').replace('.json', '').split('/').at(-1);
        // A list of numbers exists wherever its account and its country do.
        const [above] = /ACf{32}(?=\/Avail)|USA/.exec(path) ?? [];
        return { message: `There is no ${above ?? last} here`, status: 404 };
      },
    }),
  },
  'refusals-that-repeat-the-call': {
    says: 'A refusal of the telephony API repeats the account and the call that it is about.',
    replace: () =>
      answering((answer, { url }) => {
        const [, account_sid, sid] = /\/Accounts\/([^/]+)(?:\/Calls\/([^/]+))?/.exec(url) ?? [];
        const body = jsonOf(answer);
        return isRefusal(answer) && body && account_sid
          ? { ...answer, body: { ...body, account_sid, ...(sid && { sid }) } }
          : answer;
      }),
  },
  'refusals-that-repeat-the-path': {
    says: 'A refusal of the telephony API repeats the version and the call of the path.',
    replace: () =>
      answering((answer, { url }) => {
        const [, api_version, sid] = /\/(v\d+)\/Accounts\/[^/]+(?:\/Calls\/([^/]+))?/.exec(url) ?? [];
        const body = jsonOf(answer);
        return isRefusal(answer) && body && api_version
          ? { ...answer, body: { ...body, api_version, ...(sid && { sid }) } }
          : answer;
      }),
  },
  'refusals-that-repeat-what-was-sent': {
    says: 'A refusal repeats the fields of the request and its query, tokens among them.',
    replace: () => {
      const bodies = new WeakMap<Request, Promise<string>>();
      return {
        admit: (_operation, request) => {
          if (request.method === 'POST') bodies.set(request, request.clone().text());
        },
        ...answering(async (answer, request) => {
          const sent = new URLSearchParams(await bodies.get(request));
          const body = jsonOf(answer);
          return isRefusal(answer) && body
            ? {
                ...answer,
                body: { ...Object.fromEntries([...new URL(request.url).searchParams, ...sent]), ...body },
              }
            : answer;
        }),
      };
    },
  },
  'refusals-with-an-id': {
    says: 'A refusal carries the identifier under which it is kept in a log.',
    replace: () => withMore(() => ({ _id: '65f0c0ffee' })),
  },
  'refusals-that-are-entities': {
    says: 'A refusal is an entity as well, with an identifier and a kind of its own.',
    replace: () => withMore(() => ({ _id: '65f0c0ffee', aType: 'error' })),
  },
  'refusals-with-a-word-for-each-field': {
    says: 'A refusal tells by a word what is wrong with each field.',
    replace: () => withMore(() => ({ id_token: 'required', refresh_token: 'not_found', token: 'invalid' })),
  },
  'paths-without-json-as-pages': {
    says: 'A path that does not end in .json is answered with a page, as browsers have it.',
    replace: () =>
      answering((answer, { url }, operation) =>
        operation === 'unknown' && !new URL(url).pathname.endsWith('.json')
          ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
          : answer,
      ),
  },
  'paths-without-json-lead-to-json': {
    says: 'A path that does not end in .json is redirected to the one that does.',
    replace: () =>
      answering((answer, { url }, operation) => {
        const { pathname } = new URL(url);
        return operation === 'unknown' && pathname.startsWith('/v2/') && !pathname.endsWith('.json')
          ? { status: 308, headers: { Location: `${pathname}.json` }, body: undefined }
          : answer;
      }),
  },
  'locked-after-five-refusals': {
    says: 'A guard refuses whatever comes to an endpoint that has refused five requests in a row for what they carried.',
    replace: () => {
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
    says: 'Every path below a list of numbers is there, and GET is not allowed for it.',
    replace: () =>
      answering((answer, { url }, operation) =>
        operation === 'unknown' && /\/AvailablePhoneNumbers\/\w+\/\w+\//.test(url)
          ? json(405, { status: 405, message: 'GET is not allowed' }, { Allow: 'OPTIONS' })
          : answer,
      ),
  },
  'other-accounts-missing': {
    says: "Another account's resources are answered as missing.",
    replace: () => ({ forbiddenStatus: () => 404 }),
  },
} satisfies Variants;

/** Where credentials are guessed. */
const guarded: readonly Operation[] = ['exchangeToken', 'getCurrentUser', 'listAvailableNumbers'];

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
      says: `A refusal has the status ${status}, where nothing says which it has.`,
      replace: () => ({
        ...answering((answer, request, operation) =>
          isFree(answer, request, operation) ? { ...answer, status } : answer,
        ),
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
