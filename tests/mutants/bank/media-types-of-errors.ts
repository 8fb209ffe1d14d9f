import type { Answer } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import type { Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';

/** Errors that are what they should be, and are called something else. */
export const errorTypeMutants = {
  'missing-call-as-html': {
    says: 'Sends the error object for a missing call as text/html.',
    breaks: 'TEL-208',
    rules: () => typed('recordCall', 404, 'text/html'),
  },
  'missing-call-without-a-type': {
    says: 'Omits the Content-Type of the error object for a missing call.',
    breaks: 'TEL-208',
    rules: () => typed('recordCall', 404, ''),
  },
  'missing-number-as-text': {
    says: 'Sends the error object for a missing resource as text/plain.',
    breaks: 'TEL-209',
    rules: () => typed('unknown', 404, 'text/plain; charset=utf-8'),
  },
  'missing-list-as-html': {
    says: 'Sends the error object for a missing listing as text/html.',
    breaks: 'TEL-209',
    rules: () => typed('listAvailableNumbers', 404, 'text/html'),
  },
  'country-of-three-letters-as-text': {
    says: 'Sends the error object for a country of three letters as text/plain.',
    breaks: 'TEL-209',
    rules: () =>
      asked((now) => ({
        send: (answer) =>
          answer.status === 404 && /\/AvailablePhoneNumbers\/[A-Z]{3}\//.test(now().url.pathname)
            ? called(answer, 'text/plain')
            : answer,
      })),
  },
  'country-without-numbers-as-a-page': {
    says: 'Returns 404 with an HTML page for a country without numbers.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    rules: () =>
      asked((now) => ({
        send: (answer) =>
          now().url.pathname.includes('/AvailablePhoneNumbers/ZZ/')
            ? { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
            : answer,
      })),
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
