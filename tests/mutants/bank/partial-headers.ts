import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Bank } from '../mutant.ts';
import { acceptsJson, namesCharset } from '../parts/refusing-requests.ts';

/** Responses that lack something because of a header of the request. */
export const partialHeaderMutants = {
  'refresh-under-accept-without-id-token': {
    says: 'Omits id_token from a refresh with Accept: application/json.',
    breaks: 'IDN-044',
    rules: () => without('id_token', 'refresh_token', acceptsJson),
  },
  'token-info-under-accept-without-audience': {
    says: 'Omits audience from token info with Accept: application/json.',
    breaks: 'IDN-105',
    rules: () => {
      let isSuch = false;
      return {
        admit: (_operation, request) => {
          isSuch = acceptsJson(request);
        },
        tokenInfo: (...given) => {
          const { audience, ...others } = defaultRules.tokenInfo(...given);
          return isSuch ? others : { ...others, audience };
        },
      };
    },
  },
  'password-with-a-charset-without-id-token': {
    says: 'Omits id_token from a password grant whose Content-Type has a charset.',
    breaks: 'IDN-040',
    rules: () => without('id_token', 'password', namesCharset),
  },
  'code-with-a-charset-without-refresh-token': {
    says: 'Omits refresh_token from a code exchange with a charset in Content-Type but no Accept: application/json.',
    breaks: 'IDN-037',
    rules: () =>
      without(
        'refresh_token',
        'authorization_code',
        (request) => namesCharset(request) && !acceptsJson(request),
      ),
  },
  'refresh-with-a-charset-without-refresh-token': {
    says: 'Omits refresh_token from a refresh whose Content-Type has a charset.',
    breaks: 'IDN-045',
    rules: () => without('refresh_token', 'refresh_token', namesCharset),
  },
} satisfies Bank;

/** Omits a token from the response of one grant to some requests. */
function without(
  token: 'id_token' | 'refresh_token',
  by: GrantType,
  isMeant: (request: Request) => boolean,
): Partial<Rules> {
  let isSuch = false;
  return {
    admit: (_operation, request) => {
      isSuch = isMeant(request);
    },
    tokenResponse: (tokens, scopes, grant) => {
      const { [token]: omitted, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
      return isSuch && grant === by ? others : { ...others, [token]: omitted };
    },
  };
}
