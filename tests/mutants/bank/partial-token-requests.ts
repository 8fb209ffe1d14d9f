import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Token requests that a deployment takes at one grant, where it refuses their like at another. */
export const partialTokenRequestMutants = {
  'refresh-client-by-its-beginning': {
    says: 'Accepts a client_id that begins with a registered one at a refresh.',
    breaks: 'IDN-060',
    tokenClient: (clients, id, grant) =>
      grant === 'refresh_token'
        ? clients.find((one) => id?.startsWith(one.id))
        : defaultRules.tokenClient(clients, id, grant),
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
} satisfies Bank;
