import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import { all, by, lacking } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { passwordScopes } = defaultRules;

/** How a token request is served that lacks a field. */
const served = {
  client_id: { tokenClient: ([first]) => first },
  client_secret: { isClientSecret: () => true },
  username: { passwordUser: ([first]) => first },
  password: { isPassword: () => true },
  scope: { passwordScopes: () => ['email'] },
  redirect_uri: { isRedirectUriOf: () => true },
  code: {
    findCode: (codes) => {
      const latest = [...codes.values()].at(-1);
      return latest && { ...latest, used: false };
    },
  },
  refresh_token: { findRefreshToken: (tokens) => [...tokens.values()].at(-1) },
} satisfies Record<string, Partial<Rules>>;

/** How a sentence tells of a grant. */
const told: Readonly<Record<GrantType, string>> = {
  password: 'a password grant',
  authorization_code: 'the exchange of a code',
  refresh_token: 'a refresh',
};

/** Token requests that are served although they lack a field, or have it empty, or a condition in its place. */
export const incompleteTokenRequests = {
  ...each(
    [
      ['password-without-client-id', 'client_id', 'password', 'IDN-050'],
      ['password-without-secret', 'client_secret', 'password', 'IDN-051'],
      ['password-without-username', 'username', 'password', 'IDN-052'],
      ['password-grant-without-password', 'password', 'password', 'IDN-053'],
      ['password-without-scope', 'scope', 'password', 'IDN-054'],
      ['code-without-client-id', 'client_id', 'authorization_code', 'IDN-046'],
      ['code-without-secret', 'client_secret', 'authorization_code', 'IDN-047'],
      ['code-without-redirect-uri', 'redirect_uri', 'authorization_code', 'IDN-048'],
      ['exchange-without-code', 'code', 'authorization_code', 'IDN-049'],
      ['refresh-without-client-id', 'client_id', 'refresh_token', 'IDN-055'],
      ['refresh-without-secret', 'client_secret', 'refresh_token', 'IDN-056'],
      ['refresh-without-refresh-token', 'refresh_token', 'refresh_token', 'IDN-057'],
    ],
    (_, field, grant, breaks) => ({
      says: `Serves ${told[grant]} without ${field} all the same.`,
      breaks,
      when: all(by(grant), lacking(field)),
      ...served[field],
    }),
  ),
  ...each(
    [
      ['empty-secret-with-a-password', 'client_secret', 'password', 'IDN-051'],
      ['empty-password-is-any', 'password', 'password', 'IDN-053'],
      ['empty-secret-with-a-code', 'client_secret', 'authorization_code', 'IDN-047'],
      ['empty-redirect-uri-is-that-of-the-code', 'redirect_uri', 'authorization_code', 'IDN-048'],
      ['empty-code-is-the-latest', 'code', 'authorization_code', 'IDN-049'],
      ['empty-secret-at-a-refresh', 'client_secret', 'refresh_token', 'IDN-056'],
      ['empty-refresh-token-is-the-latest', 'refresh_token', 'refresh_token', 'IDN-057'],
    ],
    (_, field, grant, breaks) => ({
      says: `Serves ${told[grant]} with an empty ${field} all the same.`,
      breaks,
      when: all(by(grant), ({ form }) => form[field] === ''),
      ...served[field],
    }),
  ),
  'empty-scope-granted': {
    says: 'Grants all scopes to a password grant with an empty scope.',
    breaks: 'IDN-054',
    when: ({ form }) => form['scope'] === '',
    passwordScopes: (_scope, url) => passwordScopes('email profile spaces', url),
  },
  ...each(
    [
      ['password-by-a-condition', 'password', 'IDN-053'],
      ['username-by-a-condition', 'username', 'IDN-052'],
      ['client-secret-by-a-condition', 'client_secret', ['IDN-047', 'IDN-051', 'IDN-056']],
      ['client-by-a-condition', 'client_id', ['IDN-046', 'IDN-050', 'IDN-055']],
      ['code-by-a-condition', 'code', 'IDN-049'],
      ['refresh-token-by-a-condition', 'refresh_token', 'IDN-057'],
    ],
    (_, field, breaks) => ({
      says: `Treats ${field}[$ne] as a condition that any ${field} meets.`,
      breaks,
      when: ({ form }) => `${field}[$ne]` in form,
      ...served[field],
    }),
  ),
} satisfies Bank;

/** Fields that a token request may lack, and without which it is not served. */
export const optionalFieldsRequired = {
  ...each(
    [
      ['refresh-without-redirect-uri-fails', 500],
      ['refresh-without-redirect-uri-yields-nothing', 200],
    ],
    (_, status) => ({
      says: `Returns ${status} without tokens for a refresh without redirect_uri.`,
      breaks: 'IDN-073',
      isRefreshRedirectUri: (uri) => uri !== undefined || refuse(status, 'redirect_uri is missing'),
    }),
  ),
  ...each(
    [
      ['token-endpoint-missing-fails', 500],
      ['token-endpoint-missing-yields-nothing', 200],
    ],
    (_, status) => ({
      says: `Returns ${status} without tokens for an exchange without token_endpoint.`,
      breaks: 'IDN-072',
      isTokenEndpoint: (endpoint) => endpoint !== undefined || refuse(status, 'token_endpoint is missing'),
    }),
  ),
} satisfies Bank;
