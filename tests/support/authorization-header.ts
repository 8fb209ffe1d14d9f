import { mask } from './ledger.ts';

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
