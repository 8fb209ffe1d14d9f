import type { Rules } from '../../reference/rules/index.ts';
import type { Operation } from '../../reference/world.ts';
import type { Bank } from '../mutant.ts';

/** Errors that are what they should be, and are called something else. */
export const errorTypeMutants = {
  'missing-call-as-html': {
    says: 'Calls the error object of a missing call a page.',
    breaks: ['TEL-208'],
    replace: () => typed('recordCall', 404, 'text/html'),
  },
  'missing-call-without-a-type': {
    says: 'Gives the error object of a missing call no media type.',
    breaks: ['TEL-208'],
    replace: () => typed('recordCall', 404, ''),
  },
  'missing-number-as-text': {
    says: 'Calls the error object of a missing resource plain text.',
    breaks: ['TEL-209'],
    replace: () => typed('unknown', 404, 'text/plain; charset=utf-8'),
  },
  'missing-list-as-html': {
    says: 'Calls the error object of a missing listing a page.',
    breaks: ['TEL-209'],
    replace: () => typed('listAvailableNumbers', 404, 'text/html'),
  },
  'token-error-as-html': {
    says: 'Calls the error object of a refused token request a page.',
    breaks: ['IDN-081'],
    replace: () => typed('exchangeToken', 400, 'text/html; charset=utf-8'),
  },
} satisfies Bank;

function typed(wanted: Operation, status: number, type: string): Partial<Rules> {
  return {
    send: (answer, operation) => {
      if (operation !== wanted || answer.status !== status) return answer;
      const { 'Content-Type': _own, ...headers } = answer.headers;
      return { ...answer, headers: type === '' ? headers : { ...headers, 'Content-Type': type } };
    },
  };
}
