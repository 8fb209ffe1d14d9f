import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Bank } from '../mutant.ts';

/** Token requests that a deployment takes at one grant, where it refuses their like at another. */
export const partialTokenRequestMutants = {
  'missing-grant-told-by-its-code': {
    says: 'Takes a token request without grant_type by the code that it carries.',
    breaks: ['IDN-058'],
    replace: () => tellingBy('code', (value) => value === undefined),
  },
  'missing-grant-told-by-its-refresh-token': {
    says: 'Takes a token request without grant_type by the refresh token that it carries.',
    breaks: ['IDN-058'],
    replace: () => tellingBy('refresh_token', (value) => value === undefined),
  },
  'unknown-grant-told-by-its-code': {
    says: 'Takes a token request of a grant that nobody knows by the code that it carries.',
    breaks: ['IDN-059'],
    replace: () => tellingBy('code', (value) => value !== undefined),
  },
  'unknown-grant-told-by-its-refresh-token': {
    says: 'Takes a token request of a grant that nobody knows by the refresh token that it carries.',
    breaks: ['IDN-059'],
    replace: () => tellingBy('refresh_token', (value) => value !== undefined),
  },
  'secret-of-any-client': {
    says: 'Takes the secret of any client at the password grant.',
    breaks: ['IDN-061'],
    replace: () => takingAnySecret('password'),
  },
  'secret-of-any-client-for-a-code': {
    says: 'Takes the secret of any client where it exchanges a code.',
    breaks: ['IDN-125'],
    replace: () => takingAnySecret('authorization_code'),
  },
  'secret-of-any-client-at-a-refresh': {
    says: 'Takes the secret of any client at a refresh.',
    breaks: ['IDN-061'],
    replace: () => takingAnySecret('refresh_token'),
  },
  'refresh-client-by-its-beginning': {
    says: 'Takes a client identifier that begins with a registered one at a refresh.',
    breaks: ['IDN-060'],
    replace: () => ({
      tokenClient: (clients, id, grant) =>
        grant === 'refresh_token'
          ? clients.find((one) => id?.startsWith(one.id))
          : defaultRules.tokenClient(clients, id, grant),
    }),
  },
  'password-profile-alone-refused': {
    says: 'Refuses the scope profile alone at the password grant.',
    breaks: ['IDN-089'],
    replace: () => ({
      passwordScopes: (scope, url) =>
        scope === 'profile' ? undefined : defaultRules.passwordScopes(scope, url),
    }),
  },
  'empty-scope-granted': {
    says: 'Grants all scopes to a password grant whose scope is empty.',
    breaks: ['IDN-054'],
    replace: () => ({
      isSent: () => true,
      passwordScopes: (scope, url) =>
        defaultRules.passwordScopes(scope === '' ? 'email profile spaces' : scope, url),
    }),
  },
  'token-info-of-nothing': {
    says: 'Answers token info of the latest ID token where id_token is empty.',
    breaks: ['IDN-114'],
    replace: () => {
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
    says: 'Knows the password grant by its name without the last letter, too.',
    breaks: ['IDN-059'],
    replace: () => knownCutShort('password'),
  },
  'code-grant-cut-short': {
    says: 'Knows the authorization code grant by its name without the last letter, too.',
    breaks: ['IDN-059'],
    replace: () => knownCutShort('authorization_code'),
  },
  'refresh-grant-cut-short': {
    says: 'Knows a refresh by its name without the last letter, too.',
    breaks: ['IDN-059'],
    replace: () => knownCutShort('refresh_token'),
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
