import type { Mask } from '../secrets/mask.ts';

/**
 * A request as a shell command that repeats it, with the names of settings in place of secrets.
 *
 * @param body the body as sent, or undefined
 */
export function curlOf(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  mask: Pick<Mask, 'apply' | 'names'>,
): string {
  const quote = (text: string): string => `"${escapeForShell(mask.apply(text), mask.names())}"`;
  const parts = ['curl -i', ...(method === 'GET' && body === undefined ? [] : [`-X ${method}`]), quote(url)];
  for (const [name, value] of Object.entries(headers)) {
    const pair = name === 'authorization' ? pairOf(value) : undefined;
    if (pair === undefined) parts.push('-H', quote(`${name}: ${value}`));
    else parts.push('-u', quote(pair));
  }
  // By itself, curl names a form.
  if (body !== undefined && headers['content-type'] === undefined) parts.push('-H "Content-Type:"');
  if (body !== undefined) parts.push('--data-raw', quote(body));
  return parts.join(' ');
}

/** The user and password of Basic credentials, which are replaced by setting names, unlike their encoded form. */
function pairOf(credentials: string): string | undefined {
  const [, encoded] = /^Basic ([\w+/]+=*)$/.exec(credentials) ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const isWhole = Buffer.from(pair, 'utf8').toString('base64') === encoded;
  return isWhole && pair.includes(':') ? pair : undefined;
}

/** Escapes what a shell expands within double quotes, except the names of secrets, which it should expand. */
function escapeForShell(text: string, names: ReadonlySet<string>): string {
  return text.replace(/\$(\w+)|["\\`$]/g, (found, name: string | undefined) =>
    name !== undefined && names.has(name) ? `\${${name}}` : `\\${found}`,
  );
}
