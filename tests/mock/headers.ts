import type { IncomingHttpHeaders } from 'node:http';
import type { Body } from './incoming.ts';

/**
 * The headers of a request as Prism reads them without mistake.
 *
 * @param headers as they came
 * @param body what was read; Prism asks the headers whether there is one, and of what type
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

/** Prism knows the schemes in one spelling only (RFC 9110, section 11.1: any), and no password with a colon. */
function credential(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/s.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return `Bearer ${value}`;
  if (scheme.toLowerCase() !== 'basic') return authorization;
  const [user, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  const pair = password.length === 0 ? user : `${user}:${password.join('')}`;
  return `Basic ${Buffer.from(pair ?? '').toString('base64')}`;
}

/** Leaves out media ranges that are none, at which Prism throws; without any left, everything is acceptable. */
function acceptable(accept = ''): string {
  const token = "[\\w!#$%&'*+.^`|~-]+";
  const range = new RegExp(`^${token}/${token}(?:\\s*;\\s*${token}=(?:${token}|"[^"\\\\]*"))*$`);
  return accept
    .split(',')
    .map((part) => part.trim())
    .filter((part) => range.test(part))
    .join(',');
}
