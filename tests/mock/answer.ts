import type { IncomingMessage } from 'node:http';
import { createInstance } from '@stoplight/prism-http';
import { asAsked } from './as-asked.ts';
import { type Diagnostic, errorCodeOf, explain } from './explain.ts';
import { headersForPrism } from './headers.ts';
import { type Body, isJson, readBody } from './incoming.ts';
import type { Operation, Values } from './operation.ts';
import { choose, preferenceOf } from './prefer.ts';
import { Refusal } from './refusal.ts';
import type { Address, Found } from './routes.ts';

/** What is sent; the host adds the length. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const config = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  // Examples are served as they are: it is up to the suite to find a broken one.
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

type Logger = Parameters<typeof createInstance>[1]['logger'];

const silent = new Proxy({} as Logger, {
  get: (_, name) => (name === 'child' ? () => silent : () => undefined),
});

const prism = createInstance({ ...config, mock: { dynamic: false } }, { logger: silent });

/**
 * Answers a request with an example of its operation: the one that it prefers, or one that suits what it asks.
 *
 * @param challenge the WWW-Authenticate for a request without a credential
 * @throws Refusal when the request violates the document, or asks for an example that does not exist
 */
export async function answer(
  request: IncomingMessage,
  address: Address & Pick<Found, 'parameters'>,
  documented: Operation,
  challenge: string,
): Promise<Answer> {
  const subject = `${request.method} ${address.path}`;
  const body = await readBody(request, documented, subject);
  const headersSent = headersForPrism(request.headers, body);
  const asked = askedBy(documented, address, headersSent, body);
  const preference = preferenceOf(request.headers['prefer'] as string | undefined, address.query);
  const { operation, status, example, isPreferred } = choose(documented, preference, asked, subject);
  const result = await prism.request(
    {
      method: operation.method as 'get',
      url: { path: `/${address.segments.map(encodeURIComponent).join('/')}`, query: asRecord(address.query) },
      headers: headersSent,
      body: body.content,
    },
    [operation],
    // New for each request: Prism stores in it what the client accepts.
    {
      ...config,
      mock: { dynamic: false, ...(example !== undefined && { exampleKey: example }) },
    },
  )();
  if ('left' in result) throw refusalFrom(result.left, subject, challenge);
  const { output, validations } = result.right;
  const complaints = validations.input as readonly Diagnostic[];
  const headers = asStrings(output.headers ?? {});
  if (complaints.some(({ severity }) => severity === 0)) {
    const documentedChallenge =
      request.headers.authorization === undefined ? undefined : headers['www-authenticate'];
    throw new Refusal(
      output.statusCode,
      `${subject}: ${explain(operation, complaints, body)}`,
      output.statusCode === 401 ? { 'WWW-Authenticate': documentedChallenge ?? challenge } : {},
      errorCodeOf(operation, complaints, body),
    );
  }
  const shown = { headers, body: output.body };
  const sent = isPreferred ? shown : asAsked(documented, shown, address, asked);
  const { 'content-type': mediaType, ...others } = sent.headers;
  return {
    status,
    headers: {
      ...others,
      ...(sent.body !== undefined && mediaType !== undefined && { 'content-type': mediaType }),
      ...(status === 401 && others['www-authenticate'] === undefined && { 'www-authenticate': challenge }),
      ...(complaints.length > 0 && { 'sl-violations': headerSafe(complaints) }),
    },
    body: serialised(sent.body, mediaType ?? '', subject),
  };
}

/** The parameters of a request by the names of the document, with their defaults, and its credential. */
function askedBy(
  { request }: Operation,
  { query, parameters }: Address & Pick<Found, 'parameters'>,
  { authorization }: Readonly<Record<string, string>>,
  { fields }: Body,
): Values {
  const defaults = (request?.query ?? []).flatMap(({ name, schema }) =>
    typeof schema?.default === 'string' ? [[name, schema.default] as const] : [],
  );
  return {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(query),
    ...fields,
    ...parameters,
    ...(authorization !== undefined && { Authorization: authorization }),
  };
}

interface PrismError extends Error {
  readonly status?: number;
  readonly detail?: string;
  readonly additional?: { readonly validation?: readonly { readonly message: string }[] };
}

function refusalFrom(error: PrismError, subject: string, challenge: string): Refusal {
  const status = error.status ?? 500;
  if (status === 406) return new Refusal(406, `${subject}: there is no answer of a type that Accept allows`);
  if (status === 401)
    return new Refusal(401, `${subject}: credentials are missing`, { 'WWW-Authenticate': challenge });
  const complaints = error.additional?.validation?.map(({ message }) => message).join('; ');
  return new Refusal(status, `${subject}: ${complaints ?? error.detail ?? error.message}`);
}

function serialised(body: unknown, mediaType: string, subject: string): string {
  if (body === undefined) return '';
  if (isJson(mediaType)) return JSON.stringify(body);
  if (typeof body === 'string') return body;
  throw new Refusal(500, `${subject}: the example cannot be sent as ${mediaType}`);
}

function asRecord(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** Prism returns null for a header without an example in the document. */
function asStrings(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** JSON in ASCII, short enough for a header. */
function headerSafe(complaints: readonly Diagnostic[]): string {
  const json = JSON.stringify(
    complaints.slice(0, 20).map(({ path, code, message }) => ({ path, code, message })),
  );
  return json.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
