import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Parameters that are there and empty, which a deployment takes for what they should say. */
export const emptyValueMutants = {
  'empty-response-type-is-code': {
    says: 'Treats an empty response_type as code.',
    breaks: 'IDN-010',
    isSent: () => true,
    isResponseType: (value) => value === '' || value === 'code',
  },
  'empty-access-type-is-offline': {
    says: 'Treats an empty access_type as offline.',
    breaks: 'IDN-012',
    isSent: () => true,
    isAccessType: (value) => value === '' || value === 'offline',
  },
  'empty-redirect-uri-is-the-registered-one': {
    says: 'Treats an empty redirect_uri of an authorization request as the first registered one.',
    breaks: 'IDN-009',
    isSent: () => true,
    redirectUri: (client, uri) =>
      uri === '' ? client.redirectUris[0] : defaultRules.redirectUri(client, uri),
  },
} satisfies Bank;
