import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Operation } from '../../reference/world.ts';
import type { Bank } from '../mutant.ts';

/** How the identity server answers for some grants, some refusals and some headers only. */
export const partialTokenAnswers: Bank = {
  'refresh-under-accept-refused': {
    says: 'Answers status 406 to a refresh that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingRefreshes(406, acceptsJson),
  },
  'code-under-accept-refused': {
    says: 'Answers status 406 to an exchange of a code that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingCodes(406, acceptsJson),
  },
  'revocation-under-accept-refused': {
    says: 'Answers status 406 to a revocation that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingAt('revokeToken', 406, acceptsJson),
  },
  'token-info-once': {
    says: 'Answers token info of an ID token once.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    replace: () => {
      const told = new Set<string | undefined>();
      return {
        verifiedIdToken: (token, verify) => {
          if (told.has(token)) return Promise.resolve(undefined);
          told.add(token);
          return verify(token ?? '');
        },
      };
    },
  },
  'token-info-under-accept-refused': {
    says: 'Answers status 406 to a request for token info that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingAt('getTokenInfo', 406, acceptsJson),
  },
  'code-tokens-kept-by-caches': {
    says: 'Lets caches keep the tokens of a code.',
    breaks: ['IDN-079'],
    replace: () => ({
      tokenHeaders: (grant) =>
        grant === 'authorization_code'
          ? { 'Cache-Control': 'max-age=3600' }
          : defaultRules.tokenHeaders(grant),
    }),
  },
  'unknown-code-told-by-another-code': {
    says: 'Calls a code that it does not know bad_verification_code.',
    breaks: ['IDN-081'],
    replace: () => ({
      tokenError: (field, value) =>
        field === 'code' ? 'bad_verification_code' : defaultRules.tokenError(field, value),
    }),
  },
  'unknown-code-with-status-422': {
    says: 'Answers status 422 to a code that it does not know.',
    breaks: ['IDN-082'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'exchangeToken' &&
        answer.status === 400 &&
        String((answer.body as { error_description?: string }).error_description).startsWith('code ')
          ? { ...answer, status: 422 }
          : answer,
    }),
  },
  'refresh-with-a-charset-refused': {
    says: 'Answers status 415 to a refresh whose content type carries a charset.',
    breaks: ['IDN-076'],
    replace: () => refusingRefreshes(415, namesCharset),
  },
  'code-with-a-charset-refused': {
    says: 'Answers status 415 to an exchange of a code whose content type carries a charset.',
    breaks: ['IDN-076'],
    replace: () => refusingCodes(415, namesCharset),
  },
  'revocation-with-a-charset-refused': {
    says: 'Answers status 415 to a revocation whose content type carries a charset.',
    breaks: ['IDN-076'],
    replace: () => refusingAt('revokeToken', 415, namesCharset),
  },
};

function acceptsJson({ headers }: Request): boolean {
  return headers.get('accept') === 'application/json';
}

function namesCharset({ headers }: Request): boolean {
  return headers.get('content-type')?.includes('charset') === true;
}

/** Refuses some requests for one operation. */
function refusingAt(
  refused: Operation,
  status: number,
  isRefused: (request: Request) => boolean,
): Partial<Rules> {
  return {
    admit: (operation, request) => {
      if (operation === refused && isRefused(request)) refuse(status, 'This is not answered');
    },
  };
}

/** Refuses some of the requests that exchange a code, and no others for tokens. */
function refusingCodes(status: number, isRefused: (request: Request) => boolean): Partial<Rules> {
  let isSuch = false;
  return {
    admit: (_operation, request) => {
      isSuch = isRefused(request);
    },
    findCode: (codes, code) =>
      isSuch ? refuse(status, 'This is not answered') : defaultRules.findCode(codes, code),
  };
}

/** Refuses some of the requests that refresh, and no others for tokens. */
function refusingRefreshes(status: number, isRefused: (request: Request) => boolean): Partial<Rules> {
  let isSuch = false;
  return {
    admit: (_operation, request) => {
      isSuch = isRefused(request);
    },
    findRefreshToken: (tokens, token) =>
      isSuch ? refuse(status, 'This is not answered') : defaultRules.findRefreshToken(tokens, token),
  };
}
