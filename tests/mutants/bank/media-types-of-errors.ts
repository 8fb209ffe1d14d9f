import type { Answer } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import type { Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Errors that are what they should be, and are called something else. */
export const errorTypeMutants = {
  'token-error-as-html': {
    says: 'Sends the error object of a token request refused with 400 as text/html.',
    breaks: 'IDN-081',
    rules: () => typed('exchangeToken', 400, 'text/html; charset=utf-8'),
  },
} satisfies Bank;

function typed(wanted: Operation, status: number, type: string): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === wanted && answer.status === status ? called(answer, type) : answer,
  };
}

/** An answer under another media type, or under none. */
function called(answer: Answer, type: string): Answer {
  const { 'Content-Type': _own, ...headers } = answer.headers;
  return { ...answer, headers: type === '' ? headers : { ...headers, 'Content-Type': type } };
}
