import { Buffer } from 'node:buffer';

/** A JWT of these texts, under a signature that nobody has made. */
export function jwtOf(...parts: readonly string[]): string {
  return [...parts, 'nobody has made this signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}
