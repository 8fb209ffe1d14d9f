import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Bank } from '../mutant.ts';

/** Token requests that a deployment takes at one grant, where it refuses their like at another. */
export const partialTokenRequestMutants = {
  'missing-grant-told-by-its-code': {
    says: 'Treats a token request without grant_type as a code exchange when it has a code.',
    breaks: 'IDN-058',
    rules: () => tellingBy('code', (value) => value === undefined),
  },
  'missing-grant-told-by-its-refresh-token': {
    says: 'Treats a token request without grant_type as a refresh when it has a refresh_token.',
    breaks: 'IDN-058',
    rules: () => tellingBy('refresh_token', (value) => value === undefined),
  },
  'unknown-grant-told-by-its-code': {
    says: 'Treats a token request with an unknown grant_type as a code exchange when it has a code.',
    breaks: 'IDN-059',
    rules: () => tellingBy('code', (value) => value !== undefined),
  },
  'unknown-grant-told-by-its-refresh-token': {
    says: 'Treats a token request with an unknown grant_type as a refresh when it has a refresh_token.',
    breaks: 'IDN-059',
    rules: () => tellingBy('refresh_token', (value) => value !== undefined),
  },
  'secret-of-any-client': {
    says: 'Accepts the secret of any client at the password grant.',
    breaks: 'IDN-061',
    rules: () => takingAnySecret('password'),
  },
  'secret-of-any-client-for-a-code': {
    says: 'Accepts the secret of any client when exchanging a code.',
    breaks: 'IDN-125',
    rules: () => takingAnySecret('authorization_code'),
  },
  'secret-of-any-client-at-a-refresh': {
    says: 'Accepts the secret of any client at a refresh.',
    breaks: 'IDN-061',
    rules: () => takingAnySecret('refresh_token'),
  },
  'refresh-client-by-its-beginning': {
    says: 'Accepts a client_id that begins with a registered one at a refresh.',
    breaks: 'IDN-060',
    tokenClient: (clients, id, grant) =>
      grant === 'refresh_token'
        ? clients.find((one) => id?.startsWith(one.id))
        : defaultRules.tokenClient(clients, id, grant),
  },
  'password-profile-alone-refused': {
    says: 'Refuses the scope profile on its own at the password grant.',
    breaks: 'IDN-089',
    passwordScopes: (scope, url) =>
      scope === 'profile' ? undefined : defaultRules.passwordScopes(scope, url),
  },
  'empty-scope-granted': {
    says: 'Grants all scopes to a password grant with an empty scope.',
    breaks: 'IDN-054',
    isSent: () => true,
    passwordScopes: (scope, url) =>
      defaultRules.passwordScopes(scope === '' ? 'email profile spaces' : scope, url),
  },
  'token-info-of-nothing': {
    says: 'Returns token info for the latest ID token when id_token is empty.',
    breaks: 'IDN-114',
    rules: () => {
      let latest = '';
      return {
        isSent: () => true,
        tokenResponse: (tokens, scopes, grant) => {
          latest = tokens.idToken;
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: (token, verify) => verify(token === '' ? latest : (token ?? '')),
      };
    },
  },
  'password-grant-cut-short': {
    says: 'Accepts the grant_type password without its last letter as well.',
    breaks: 'IDN-059',
    rules: () => knownCutShort('password'),
  },
  'code-grant-cut-short': {
    says: 'Accepts the grant_type authorization_code without its last letter as well.',
    breaks: 'IDN-059',
    rules: () => knownCutShort('authorization_code'),
  },
  'refresh-grant-cut-short': {
    says: 'Accepts the grant_type refresh_token without its last letter as well.',
    breaks: 'IDN-059',
    rules: () => knownCutShort('refresh_token'),
  },
} satisfies Bank;

/** Tells a grant by a field that the request carries, where grant_type does not. */
function tellingBy(
  field: 'code' | 'refresh_token',
  isSuch: (value: string | undefined) => boolean,
): Partial<Rules> {
  const grant = field === 'code' ? 'authorization_code' : 'refresh_token';
  return {
    grantType: (value, form) => {
      const known = defaultRules.grantType(value, form);
      return known === undefined && isSuch(value) && form[field] !== undefined ? grant : known;
    },
  };
}

/** Knows a grant by its name without the last letter, too. */
function knownCutShort(grant: GrantType): Partial<Rules> {
  return {
    grantType: (value, form) => (value === grant.slice(0, -1) ? grant : defaultRules.grantType(value, form)),
  };
}

/** Takes the secret of one client for that of another at a grant. */
function takingAnySecret(wanted: GrantType): Partial<Rules> {
  const secrets = new Set<string>();
  return {
    tokenClient: (clients, id, grant) => {
      for (const { secret } of clients) secrets.add(secret);
      return defaultRules.tokenClient(clients, id, grant);
    },
    isClientSecret: (client, secret, grant) =>
      (grant === wanted && secrets.has(secret ?? '')) || defaultRules.isClientSecret(client, secret, grant),
  };
}
