import { mask } from '../judging/ledger.ts';

/** The Authorization header value for HTTP Basic credentials (RFC 7617 2). */
export function basic(user: string, password: string): string {
  const pair = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  mask.learn('BASIC_CREDENTIALS', pair);
  return `Basic ${pair}`;
}

/** The Authorization header value for an access token (RFC 6750 2.1). */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** How a form is sent by clients that name its charset. */
export const FORM_WITH_CHARSET = 'application/x-www-form-urlencoded; charset=UTF-8';

/** The media type that a Content-Type header names, in lower case and without parameters; empty if it names none. */
export function mediaTypeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** What follows the scheme in an Authorization header: visible ASCII characters, without a space. */
export const headerWord = /^[\x21-\x7e]+$/;
