import type { IncomingHttpHeaders } from 'node:http';
import type { Body } from './incoming.ts';

/**
 * The headers of a request in a form that Prism reads correctly.
 *
 * @param headers as received
 * @param body the body as read; Prism takes from the headers whether there is one, and its type
 */
export function headersForPrism(headers: IncomingHttpHeaders, body: Body): Record<string, string> {
  const accept = acceptable(headers.accept);
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    rewritten.has(name) || value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
  );
  return {
    ...Object.fromEntries(plain),
    ...(accept !== '' && { accept }),
    ...(headers.authorization !== undefined && { authorization: credential(headers.authorization) }),
    ...(body.mediaType !== undefined && { 'content-type': body.mediaType }),
    'content-length': String(body.length),
  };
}

const rewritten = new Set(['accept', 'authorization', 'content-type', 'content-length', 'transfer-encoding']);

/** Prism accepts only one letter case of a scheme (RFC 9110 11.1 allows any), and no password with a colon. */
function credential(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/s.exec(authorization) ?? [];
  // RFC 6750 2.1 says what a token consists of.
  if (scheme.toLowerCase() === 'bearer') return /^[\w.~+/-]+=*$/.test(value) ? `Bearer ${value}` : 'Bearer';
  if (scheme.toLowerCase() !== 'basic') return authorization;
  const [user, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  const pair = password.length === 0 ? user : `${user}:${password.join('')}`;
  return `Basic ${Buffer.from(pair ?? '').toString('base64')}`;
}

/** Drops invalid media ranges, at which Prism throws; if none is left, everything is acceptable. */
function acceptable(accept = ''): string {
  const token = "[\\w!#$%&'*+.^`|~-]+";
  const range = new RegExp(`^${token}/${token}(?:\\s*;\\s*${token}=(?:${token}|"[^"\\\\]*"))*$`);
  return accept
    .split(',')
    .map((part) => part.trim())
    .filter((part) => range.test(part))
    .join(',');
}
