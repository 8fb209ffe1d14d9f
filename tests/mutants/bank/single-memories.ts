import { defaultRules, type Rules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** What is remembered for the latest alone, and what one scope, one more letter or a few seconds change. */
export const singleMemoryMutants = {
  'redirect-uri-of-a-longer-host': {
    says: 'Accepts a redirect URI whose host begins with that of a registered one.',
    breaks: ['IDN-016', 'IDN-017'],
    redirectUri: ({ redirectUris }, uri = '') =>
      redirectUris.some((one) => isBelow(one, uri)) ? uri : undefined,
  },
  'redirect-uri-of-the-exchange-of-a-longer-host': {
    says: 'Exchanges a code with a redirect URI whose host begins with that of the original one.',
    breaks: 'IDN-065',
    isRedirectUriOf: ({ redirectUri }, uri = '') => isBelow(redirectUri, uri),
  },
  'access-token-under-mac': {
    says: 'Accepts an access token under the scheme MAC.',
    breaks: 'COL-057',
    rules: () => under('MAC'),
  },
  'access-token-under-dpop': {
    says: 'Accepts an access token under the scheme DPoP.',
    breaks: 'COL-057',
    rules: () => under('DPoP'),
  },
  ...Object.fromEntries(
    ['token code', 'code id_token token', 'none'].map((type) => [
      `response-type-${type.replaceAll(' ', '-')}-taken`,
      {
        says: `Accepts the response_type ${type}.`,
        breaks: 'IDN-013',
        isResponseType: (value) => value === 'code' || value === type,
      },
    ]),
  ),
} satisfies Bank;

function isBelow(registered: string, uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const [ours, theirs] = [new URL(registered), new URL(uri)];
  theirs.hostname = theirs.hostname.startsWith(`${ours.hostname}.`) ? ours.hostname : theirs.hostname;
  return theirs.href === ours.href;
}

function under(scheme: string): Partial<Rules> {
  return {
    bearerToken: (authorization) =>
      defaultRules.bearerToken(authorization?.replace(new RegExp(`^${scheme} `), 'Bearer ')),
  };
}
