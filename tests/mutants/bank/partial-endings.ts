import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Secrets that are known by their ends, whatever stands before them. */
export const partialEndingMutants = {
  'access-token-by-its-end': {
    says: 'Accepts any access token that ends with an issued one.',
    breaks: 'COL-056',
    findAccessToken: (all, token) => endedBy(all, token),
  },
  'refresh-token-by-its-end': {
    says: 'Accepts any refresh token that ends with an issued one.',
    breaks: 'IDN-068',
    findRefreshToken: (all, token) => endedBy(all, token),
  },
  'code-by-its-end': {
    says: 'Accepts any code that ends with an issued one.',
    breaks: 'IDN-064',
    findCode: (all, code) => endedBy(all, code),
  },
  'secret-by-its-end': {
    says: 'Accepts any client secret that ends with the registered one.',
    breaks: ['IDN-061', 'IDN-125'],
    isClientSecret: ({ secret }, sent) => sent?.endsWith(secret) === true,
  },
  'client-by-its-end': {
    says: 'Accepts any client_id that ends with a registered one.',
    breaks: ['IDN-060', 'IDN-124'],
    tokenClient: (clients, sent) => clients.find(({ id }) => sent?.endsWith(id)),
  },
  'user-by-the-end': {
    says: 'Accepts any user name that ends with a registered one.',
    breaks: 'IDN-063',
    passwordUser: (users, sent) => users.find(({ username }) => sent?.toLowerCase().endsWith(username)),
  },
  'password-by-its-end': {
    says: 'Accepts any password that ends with the right one.',
    breaks: 'IDN-062',
    isPassword: ({ password }, sent) => password !== undefined && sent?.endsWith(password) === true,
  },
  'id-token-by-its-end': {
    says: 'Accepts any ID token that ends with an issued one.',
    breaks: 'IDN-115',
    rules: () => {
      const issued = new Map<string, string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          issued.set(tokens.idToken, tokens.idToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: (token, verify) => verify(endedBy(issued, token) ?? token ?? ''),
      };
    },
  },
} satisfies Bank;

/** What is found by a text that ends with its name. */
function endedBy<T>(all: ReadonlyMap<string, T>, text = ''): T | undefined {
  return all.get(text) ?? [...all].find(([value]) => text.endsWith(value))?.[1];
}
