import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';
import type { Tokens } from '../../reference/state.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { family } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { acceptedQuery, tokenResponse } = defaultRules;

const kinds = {
  'access-token': 'accessToken',
  'id-token': 'idToken',
  'refresh-token': 'refreshToken',
} as const;

/** Where one token is taken for another: what for, what that breaks, and by which rules. */
interface Place {
  readonly told: string;
  readonly breaks: RequirementId;
  /** @param besides gets the tokens that were issued together with one */
  readonly rules: (besides: (token: string) => Tokens | undefined) => Partial<Rules>;
}

const places = {
  'as-refresh-token': {
    told: 'the refresh token issued with it',
    breaks: 'IDN-068',
    rules: (besides) => ({
      findRefreshToken: (tokens, token = '') => tokens.get(besides(token)?.refreshToken ?? token),
    }),
  },
  'as-id-token': {
    told: 'the ID token issued with it',
    breaks: 'IDN-115',
    rules: (besides) => ({
      verifiedIdToken: (token = '', verify) => verify(besides(token)?.idToken ?? token),
    }),
  },
  'as-bearer': {
    told: 'the access token issued with it',
    breaks: 'COL-056',
    rules: (besides) => ({
      findAccessToken: (tokens, token = '') => tokens.get(besides(token)?.accessToken ?? token),
    }),
  },
  'as-code': {
    told: 'the latest code',
    breaks: 'IDN-064',
    rules: (besides) => ({
      findCode: (codes, code = '') => {
        const latest = [...codes.values()].at(-1);
        return codes.get(code) ?? (latest && besides(code) ? { ...latest, used: false } : undefined);
      },
    }),
  },
} satisfies Record<string, Place>;

/** What was issued, and is taken for something of another kind. */
export const mistakenTokens = {
  ...family(
    {
      'access-token': ['as-refresh-token', 'as-id-token', 'as-code'],
      'id-token': ['as-refresh-token', 'as-bearer', 'as-code'],
      'refresh-token': ['as-id-token', 'as-bearer', 'as-code'],
    },
    (what, where) => {
      const { told, breaks, rules }: Place = places[where];
      return {
        says: `Accepts an issued ${what.replaceAll('-', ' ')} in place of ${told}.`,
        breaks,
        rules: () => {
          const issued = new Map<string, Tokens>();
          return {
            tokenResponse: (tokens, ...given) => {
              issued.set(tokens[kinds[what]], tokens);
              return tokenResponse(tokens, ...given);
            },
            ...rules((token) => issued.get(token)),
          };
        },
      };
    },
  ),
  'code-as-refresh-token': {
    says: 'Accepts a code in place of the latest refresh token.',
    breaks: 'IDN-068',
    rules: () =>
      knowingCodes((isCode) => ({
        findRefreshToken: (tokens, token = '') => (isCode(token) ? newest(tokens) : tokens.get(token)),
      })),
  },
  'code-as-bearer': {
    says: 'Accepts a code in place of the newest access token.',
    breaks: 'COL-056',
    rules: () =>
      knowingCodes((isCode) => ({
        findAccessToken: (tokens, token = '') => (isCode(token) ? newest(tokens) : tokens.get(token)),
      })),
  },
  'client-secret-as-bearer': {
    says: 'Accepts a client secret in place of the newest access token.',
    breaks: 'COL-056',
    findAccessToken: (tokens, token = '') => (token === client.secret ? newest(tokens) : tokens.get(token)),
  },
} satisfies Bank;

/** Rules that depend on whether a value is that of a code. */
function knowingCodes(make: (isCode: (value: string) => boolean) => Partial<Rules>): Partial<Rules> {
  const codes = new Set<string>();
  return {
    acceptedQuery: (code, state) => {
      codes.add(code);
      return acceptedQuery(code, state);
    },
    ...make((value) => codes.has(value)),
  };
}

function newest<Token>(tokens: ReadonlyMap<string, Token>): Token | undefined {
  return [...tokens.values()].at(-1);
}
