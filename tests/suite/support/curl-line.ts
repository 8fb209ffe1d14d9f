import { request } from 'undici';

/** Runs a printed curl command; -H, -u, -d and --data-urlencode are all it knows. */
export async function curl(command: string): Promise<{ readonly status: number; readonly text: string }> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers: Record<string, string> = {};
  const fields: string[] = [];
  for (const [index, word] of words.entries()) {
    const value = words[index + 1] ?? '';
    const [name = '', rest = ''] = value.split(/(?<=^[^:=]+)(?:: |=)/s, 2);
    if (word === '-H') headers[name.toLowerCase()] = rest;
    if (word === '-u') headers['authorization'] = `Basic ${Buffer.from(value).toString('base64')}`;
    if (word === '-d') fields.push(value);
    if (word === '--data-urlencode')
      fields.push(`${name}=${encodeURIComponent(value.slice(name.length + 1))}`);
  }
  if (fields.length > 0) headers['content-type'] = 'application/x-www-form-urlencoded';
  const { statusCode, body } = await request(words.find((word) => word.startsWith('http')) ?? '', {
    method: fields.length > 0 ? 'POST' : 'GET',
    headers,
    body: fields.length > 0 ? fields.join('&') : null,
  });
  return { status: statusCode, text: await body.text() };
}
