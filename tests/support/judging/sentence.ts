import { test } from '@playwright/test';
import type { Answer } from '../wire/http.ts';
import { ledgerOf, mask } from './ledger.ts';

/**
 * The request and its answer in a few words: the start of a reason.
 *
 * @param credential what is said about the credential, where that matters
 */
export function sentence(answer: Answer, credential = ''): string {
  const request = `${asked(answer)}${credential}`;
  const { failure, unread, status } = answer;
  if (failure === undefined) return `${request} answered ${status}`;
  return unread === undefined
    ? `${request} got no answer (${failure})`
    : `${request} answered ${unread}, but ${failure}`;
}

/** So much of a value that was sent tells which one it is. */
const VALUE_LIMIT = 30;
/** So much of a query or a form leaves room for what came. */
const FIELDS_LIMIT = 220;

/** So much of a masked credential tells which one it is. */
const CREDENTIAL_LIMIT = 60;

/** What was sent: the method, the path and the query, and the fields of a form, with secrets masked. */
export function asked(answer: Answer): string {
  const { exchanges, places } = ledgerOf(test.info());
  const form = exchanges[places.get(answer) ?? -1]?.requestBody;
  const { pathname, search } = new URL(answer.url);
  const query = search === '' ? '' : `?${brief(mask.apply(search.slice(1)))}`;
  return `${answer.method} ${pathname}${query}${form ? ` with ${brief(form)}` : ''}`;
}

/** The credential of a request, or that there was none where another request of the check had one. */
export function credentialOf(answer: Answer): string {
  const { exchanges, places } = ledgerOf(test.info());
  const of = (exchange: (typeof exchanges)[number] | undefined) => exchange?.requestHeaders['authorization'];
  const own = of(exchanges[places.get(answer) ?? -1]);
  if (own !== undefined) return `, Authorization "${own.slice(0, CREDENTIAL_LIMIT)}"`;
  const isLikewise = ({ url }: { readonly url: string }) =>
    url.split('?', 1)[0] === mask.apply(answer.url).split('?', 1)[0];
  return exchanges.some((one) => isLikewise(one) && of(one) !== undefined) ? ', no Authorization' : '';
}

/** Fields of a query or a form, long values cut. */
function brief(fields: string): string {
  const short = fields.split('&').map((field) => {
    const end = field.indexOf('=') + 1 + VALUE_LIMIT;
    return field.length <= end ? field : `${field.slice(0, end)}…`;
  });
  const all = short.join('&').replace(/\s/g, '+');
  return all.length <= FIELDS_LIMIT ? all : `${all.slice(0, FIELDS_LIMIT)}…`;
}
