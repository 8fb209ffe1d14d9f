import { type Answer, json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import type { Operation } from '../../reference/operation.ts';
import type { Rules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { isRefusal, jsonOf } from '../parts/answers.ts';

/** Which status and which body refuse, wherever the interface shows none. */
export const refusalVariants = {
  ...Object.fromEntries(
    [400, 401, 402, 403, 404, 405, 409, 410, 415, 418, 422, 451, 499].map(
      (status): [string, VariantEntry] => [
        `refusals-by-${status}`,
        {
          says: `Refuses with the status ${status} when none is specified.`,
          send: (answer) => {
            if (!isFree(answer)) return answer;
            // An error object of the telephony API tells its status; that of a 404 has to be 404.
            const body = jsonOf(answer);
            return {
              ...answer,
              status,
              ...(body?.['status'] !== undefined && { body: { ...body, status } }),
            };
          },
        },
      ],
    ),
  ),
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
    when: ({ path }) => path.includes('/Accounts/'),
    ...withMore(() => {
      const [, account_sid, sid] = /\/Accounts\/([^/]+)(?:\/Calls\/([^/]+))?/.exec(now().path) ?? [];
      return { account_sid, ...(sid && { sid }) };
    }),
  },
  'refusals-that-repeat-the-path': {
    says: 'Error responses of the telephony API repeat the version and the call in the path.',
    when: ({ path }) => /\/v\d+\/Accounts\//.test(path),
    ...withMore(() => {
      const [, api_version, sid] = /\/(v\d+)\/Accounts\/[^/]+(?:\/Calls\/([^/]+))?/.exec(now().path) ?? [];
      return { api_version, ...(sid && { sid }) };
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
    ...withMore(() => ({ _id: '65f0c0ffee' })),
  },
  'refusals-that-are-entities': {
    says: 'Error responses contain an _id and an aType, as entities do.',
    ...withMore(() => ({ _id: '65f0c0ffee', aType: 'error' })),
  },
  'refusals-with-a-word-for-each-field': {
    says: 'Error responses describe the problem with each field in one word.',
    ...withMore(() => ({ id_token: 'required', refresh_token: 'not_found', token: 'invalid' })),
  },
  'paths-without-json-as-pages': {
    says: 'Returns an HTML page for an unknown path that does not end in .json.',
    when: ({ operation, path }) => operation === 'unknown' && !path.endsWith('.json'),
    send: (answer) => ({ ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }),
  },
  'paths-without-json-lead-to-json': {
    says: 'Redirects an unknown path of the telephony API that does not end in .json to the one that does.',
    when: ({ operation, path }) =>
      operation === 'unknown' && path.startsWith('/v2/') && !path.endsWith('.json'),
    send: () => ({ status: 308, headers: { Location: `${now().path}.json` }, body: undefined }),
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
    when: ({ operation, path }) =>
      operation === 'unknown' && /\/AvailablePhoneNumbers\/\w+\/\w+\//.test(path),
    send: () => json(405, { status: 405, message: 'GET is not allowed' }, { Allow: 'OPTIONS' }),
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
function withMore(more: () => object): Pick<Rules, 'send'> {
  return {
    send: (answer) => {
      const body = jsonOf(answer);
      return isRefusal(answer) && body ? { ...answer, body: { ...body, ...more() } } : answer;
    },
  };
}

/** Whether nothing says how this refusal of the current request looks. */
function isFree(answer: Answer): boolean {
  const { headers, operation } = now();
  const isUnauthenticated = headers.get('authorization') === null && answer.status === 401;
  return isRefusal(answer) && answer.status !== 404 && !isUnauthenticated && !fixed.includes(operation);
}
