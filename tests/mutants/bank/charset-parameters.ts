import { refuse } from '../../reference/answer.ts';
import type { Rules } from '../../reference/rules/index.ts';
import type { Operation } from '../../reference/world.ts';
import type { Bank } from '../mutant.ts';

/** A form is one whatever its media type has for parameters. */
export const charsetMutants = {
  'guest-login-with-a-charset-refused': {
    says: 'Refuses a guest login whose form names its charset.',
    breaks: ['COL-080'],
    replace: () => refusingCharset('loginAnonymously'),
  },
  'recording-with-a-charset-refused': {
    says: 'Refuses a recording request whose form names its charset.',
    breaks: ['TEL-210'],
    replace: () => refusingCharset('recordCall'),
  },
  'recording-with-a-charset-fails': {
    says: 'Answers status 500 to a recording request whose form names its charset.',
    breaks: ['TEL-210'],
    replace: () => refusingCharset('recordCall', 500),
  },
} satisfies Bank;

function refusingCharset(refused: Operation, status = 415): Partial<Rules> {
  return {
    admit: (operation, { headers }) => {
      const isNamed = headers.get('content-type')?.includes('charset') === true;
      if (operation === refused && isNamed) refuse(status, 'A form has no charset');
    },
  };
}
