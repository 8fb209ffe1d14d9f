import { refuse } from '../../reference/answer.ts';

import type { Bank } from '../mutant.ts';

/** Sessions that keep a rule in every usual request: without an optional field, for long, elsewhere, and afterwards. */
export const farSessionMutants = {
  'guest-login-fails-with-an-access-token': {
    says: 'Returns 500 for a guest login with an Authorization header.',
    breaks: 'COL-074',
    admit: (operation, { headers }) => {
      if (operation === 'loginAnonymously' && headers.has('authorization'))
        refuse(500, 'Somebody is logged in already');
    },
  },
} satisfies Bank;
