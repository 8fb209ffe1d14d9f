import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { guestUser } = defaultRules;

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
  'guest-called-twice-by-the-name': {
    says: 'Repeats the display name of a guest.',
    breaks: 'COL-070',
    guestUser: (id, name, now) => guestUser(id, `${name} ${name}`, now),
  },
} satisfies Bank;
