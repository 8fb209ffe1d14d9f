import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import { family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { grantType } = defaultRules;

const grants = {
  'grant-type-of-a-password': 'password',
  'grant-type-of-a-code': 'authorization_code',
  'grant-type-of-a-refresh': 'refresh_token',
} as const;

/** What is taken for the name of a grant: how a sentence tells it, and whether a value is such. */
const near = {
  'known-by-its-beginning': ['that begins with', (value: string, name: string) => value.startsWith(name)],
  'cut-short': [
    'that lacks the last letter of',
    (value: string, name: string) => value === name.slice(0, -1),
  ],
  'in-any-case': [
    'in another letter case than',
    (value: string, name: string) => value.toLowerCase() === name,
  ],
} as const;

/** Values of grant_type that are taken for one of the three. */
export const nearGrantTypes = {
  ...family(
    {
      'grant-type-of-a-password': ['known-by-its-beginning', 'cut-short'],
      'grant-type-of-a-code': ['known-by-its-beginning', 'cut-short', 'in-any-case'],
      'grant-type-of-a-refresh': ['known-by-its-beginning', 'cut-short', 'in-any-case'],
    },
    (what, how) => {
      const [told, isTaken] = near[how];
      return {
        says: `Accepts a grant_type ${told} ${grants[what]}.`,
        breaks: 'IDN-059',
        grantType: taking(grants[what], (value) => isTaken(value, grants[what])),
      };
    },
  ),
  'grant-type-in-any-case': {
    says: 'Accepts a grant_type in any letter case.',
    breaks: 'IDN-059',
    grantType: (value, form) => grantType(value?.toLowerCase(), form),
  },
  'grant-type-code': {
    says: 'Treats grant_type code as authorization_code.',
    breaks: 'IDN-059',
    grantType: taking('authorization_code', (value) => value === 'code'),
  },
  'grant-type-refresh': {
    says: 'Treats grant_type refresh as refresh_token.',
    breaks: 'IDN-059',
    grantType: taking('refresh_token', (value) => value === 'refresh'),
  },
  'unknown-grant-accepted': {
    says: 'Treats an unknown grant_type as the password grant.',
    breaks: 'IDN-059',
    grantType: (value, form) => grantType(value, form) ?? (value === undefined ? undefined : 'password'),
  },
  'client-credentials-granted': alsoGranting('client_credentials'),
  'jwt-bearer-granted': alsoGranting('urn:ietf:params:oauth:grant-type:jwt-bearer'),
} satisfies Bank;

/** Grants that are told by what else a request has. */
export const untoldGrants = {
  'grant-type-not-required': {
    says: 'Treats a token request without grant_type as a password grant.',
    breaks: 'IDN-058',
    grantType: (value, form) => grantType(value ?? 'password', form),
  },
  ...family(
    {
      'missing-grant': ['told-by-its-code', 'told-by-its-refresh-token'],
      'unknown-grant': ['told-by-its-code', 'told-by-its-refresh-token'],
    },
    (what, how) => {
      const isCode = how === 'told-by-its-code';
      const isMissing = what === 'missing-grant';
      return {
        says: `Tells ${isMissing ? 'a missing' : 'an unknown'} grant_type by the ${isCode ? 'code' : 'refresh_token'} in the request.`,
        breaks: isMissing ? 'IDN-058' : 'IDN-059',
        when: ({ form }) =>
          !form['grant_type'] === isMissing && Boolean(form[isCode ? 'code' : 'refresh_token']),
        grantType: (...given) => grantType(...given) ?? (isCode ? 'authorization_code' : 'refresh_token'),
      };
    },
  ),
  'empty-grant-type-told-by-what-is-there': {
    says: 'Infers the grant from the other parameters when grant_type is empty.',
    breaks: 'IDN-058',
    when: ({ form }) => form['grant_type'] === '',
    grantType: (_value, form) => {
      if (form['code'] !== undefined) return 'authorization_code';
      return form['refresh_token'] === undefined ? 'password' : 'refresh_token';
    },
  },
  'empty-grant-type-beside-a-password': {
    says: 'Treats an empty grant_type as password when the request has a password.',
    breaks: 'IDN-058',
    when: ({ form }) => form['grant_type'] === '' && Boolean(form['password']),
    grantType: () => 'password',
  },
} satisfies Bank;

/** Takes other values of grant_type for this one. */
function taking(grant: GrantType, isTaken: (value: string) => boolean): Rules['grantType'] {
  return (value, form) => (value !== undefined && isTaken(value) ? grant : grantType(value, form));
}

/** A deployment that grants tokens of the first user to a client that asks for them by another grant. */
function alsoGranting(grant: string): MutantEntry {
  return {
    says: `Accepts the grant ${grant} as well, without anything that it should come with.`,
    breaks: 'IDN-059',
    when: ({ form }) => form['grant_type'] === grant,
    grantType: () => 'password',
    passwordUser: ([first]) => first,
    isPassword: () => true,
    passwordScopes: () => ['email'],
  };
}
