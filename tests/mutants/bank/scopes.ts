import { redirect, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { isFor } from '../circumstances.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { authorizeScopes, passwordScopes } = defaultRules;

/** Whether scopes are refused, by how they were sent and by their short names. */
type Refused = (scope: string, scopes: readonly string[]) => boolean;

const isLong = (scope: string): boolean => scope.includes('/');
const areMixed = (scope: string): boolean => new Set(scope.split(' ').map(isLong)).size > 1;
const isLongAlone = (name: string) => (scope: string) =>
  isLong(scope) && new RegExp(`^\\S+${name}$`).test(scope);
const isOne =
  (...some: readonly string[]) =>
  (scope: string) =>
    some.includes(scope);

/** Scopes with which an authorization request is refused. */
export const scopesRefusedAtAuthorize = {
  'short-scopes-unknown': atAuthorize('IDN-018', 'for scopes in their short form', (scope) => !isLong(scope)),
  'one-short-scope-unknown': atAuthorize('IDN-018', 'with spaces in its short form', (scope) =>
    scope.split(/[ ,]/).includes('spaces'),
  ),
  'authorize-scope-alone-refused': atAuthorize('IDN-018', 'for a single scope', (_, all) => all.length === 1),
  'authorize-two-scopes-refused': atAuthorize(
    'IDN-018',
    'for two scopes',
    (scope) => scope.split(' ').length === 2,
  ),
  'authorize-email-alone-refused': atAuthorize(
    'IDN-018',
    'for email or profile alone',
    isOne('email', 'profile'),
  ),
  'authorize-profile-alone-refused': atAuthorize('IDN-018', 'for profile alone', isOne('profile')),
  'authorize-spaces-first-refused': atAuthorize(
    'IDN-018',
    'for spaces, profile and email in this order',
    isOne('spaces profile email'),
  ),
  'long-scopes-unknown': atAuthorize('IDN-019', 'for scopes in their long form', isLong),
  'one-long-scope-unknown': atAuthorize('IDN-019', 'with profile in its long form', (scope) =>
    scope.includes('userinfo.profile'),
  ),
  'authorize-long-scope-alone-refused': atAuthorize('IDN-019', 'for one long scope', isLongAlone('')),
  'authorize-long-profile-alone-refused': atAuthorize('IDN-019', 'for long profile', isLongAlone('profile')),
  'authorize-long-spaces-alone-refused': atAuthorize('IDN-019', 'for long spaces', isLongAlone('spaces')),
  'authorize-scopes-in-both-forms-refused': atAuthorize('IDN-019', 'for short and long scopes', areMixed),
  'scopes-separated-by-plus-alone': withoutSeparator('%20'),
  'scopes-separated-by-space-alone': withoutSeparator('+'),
  'comma-between-scopes-fails': {
    says: 'Returns status 500 when scopes are separated by a comma.',
    breaks: 'IDN-020',
    authorizeScopes: (scope, authUrl) =>
      scope?.includes(',') ? refuse(500, 'No such scope') : authorizeScopes(scope, authUrl),
  },
  'authorize-with-an-empty-scope': {
    says: 'Grants all scopes to an authorization request whose scope is empty.',
    breaks: 'IDN-011',
    when: ({ query }) => query.get('scope') === '',
    authorizeScopes: (_scope, url) => authorizeScopes('email profile spaces', url),
  },
} satisfies Bank;

/** Scopes with which a password grant is refused. */
export const scopesRefusedWithAPassword = {
  'password-grant-of-one-scope': {
    ...withPassword('for more than one scope', (scope) => scope.includes(' ')),
    breaks: ['IDN-038', 'IDN-089'],
  },
  'password-scopes-in-one-order': withPassword(
    'unless its scopes are in alphabetical order',
    (_, all) => all.join() !== all.toSorted().join(),
  ),
  'password-scopes-short': withPassword('for scopes in their long form', isLong),
  'password-email-alone-refused': withPassword('for email or profile alone', isOne('email', 'profile')),
  'password-profile-alone-refused': withPassword('for profile alone', isOne('profile')),
  'password-long-scope-alone-refused': withPassword('for one long scope', isLongAlone('')),
  'password-long-spaces-alone-refused': withPassword('for long spaces', isLongAlone('spaces')),
  'password-two-scopes-with-spaces-refused': withPassword(
    'for spaces and one other scope',
    (_, all) => all.length === 2 && all.includes('spaces'),
  ),
  'password-scopes-in-both-forms-refused': withPassword('for short and long scopes', areMixed),
} satisfies Bank;

function atAuthorize(breaks: RequirementId, what: string, isRefused: Refused): MutantEntry {
  return {
    says: `Refuses an authorization request ${what}.`,
    breaks,
    authorizeScopes: refusing(authorizeScopes, isRefused),
  };
}

function withPassword(what: string, isRefused: Refused): MutantEntry {
  return {
    says: `Refuses a password grant ${what}.`,
    breaks: 'IDN-089',
    passwordScopes: refusing(passwordScopes, isRefused),
  };
}

function refusing(rule: Rules['passwordScopes'], isRefused: Refused): Rules['passwordScopes'] {
  return (scope = '', authUrl) => {
    const scopes = rule(scope, authUrl);
    return scopes && isRefused(scope, scopes) ? undefined : scopes;
  };
}

/** A deployment that refuses scopes that are separated in this way, as it stands in the address of the request. */
function withoutSeparator(separator: string): MutantEntry {
  return {
    says: `Refuses scopes separated by ${separator} in a URL.`,
    breaks: 'IDN-020',
    when: isFor('authorize'),
    send: (answer, _operation, { url }) => {
      const { search, searchParams } = new URL(url);
      const scope = /[?&]scope=([^&]*)/.exec(search)?.[1] ?? '';
      return scope.includes(separator)
        ? redirect(`${searchParams.get('redirect_uri')}?error=invalid_scope`)
        : answer;
    },
  };
}
