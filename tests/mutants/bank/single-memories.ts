import { defaultRules, type Rules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** What is remembered for the latest alone, and what one scope, one more letter or a few seconds change. */
export const singleMemoryMutants = {
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

function under(scheme: string): Partial<Rules> {
  return {
    bearerToken: (authorization) =>
      defaultRules.bearerToken(authorization?.replace(new RegExp(`^${scheme} `), 'Bearer ')),
  };
}
