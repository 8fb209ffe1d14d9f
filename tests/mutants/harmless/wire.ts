import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Answer, Refusal, refuse } from '../../reference/answer.ts';
import { each } from '../family.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { answering, type Body, deeply, jsonOf, pause, withBodies, withHeaders } from '../parts/answers.ts';

const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** How JSON and its media type are written. */
export const jsonVariants = {
  'further-fields-everywhere': withObjects(
    'Every object of every JSON body has undocumented fields.',
    (one) => ({
      ...one,
      x_further: 'yes',
      x_more: 7,
    }),
  ),
  'further-fields-of-every-type': withObjects(
    'Every object has undocumented fields with null, a nested object and a host name.',
    (one) => ({
      x_nothing: null,
      x_inside: { list: [1, [{}]], '': false },
      x_host: 'media.collaboration.example',
      ...one,
    }),
  ),
  'keys-in-reverse-order': withObjects('The fields of every object are in reverse order.', (one) =>
    Object.fromEntries(Object.entries(one).toReversed()),
  ),
  'json-over-several-lines': {
    says: 'JSON is indented, and begins and ends with a line break.',
    ...withBodies((body) => `\r\n${JSON.stringify(body, null, '\t')}\r\n`),
  },
  'json-in-ascii': {
    says: 'JSON escapes slashes and all non-ASCII characters.',
    ...withBodies((body) =>
      JSON.stringify(body)
        .replaceAll('/', '\\/')
        .replaceAll(/[^\0-~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  'media-type-with-charset': typing(
    'Media types have a charset parameter.',
    (type) => `${type}; charset=utf-8`,
  ),
  'media-type-with-quoted-charset': typing(
    'Media types have a charset parameter in upper case, with its value in quotation marks.',
    (type) => `${type};CHARSET="UTF-8"`,
  ),
  'media-type-in-capitals': typing('Media types are in upper case.', (type) => type.toUpperCase()),
} satisfies Variants;

/** What every answer may do on its way: codings, pace, connections. */
export const wireVariants = {
  'nobody-without-a-user-agent': {
    says: 'A firewall refuses requests without User-Agent.',
    when: ({ headers }) => !headers.get('user-agent'),
    admit: () => refuse(403, 'Forbidden'),
  },
  'busy-now-and-then': {
    says: 'Refuses every seventh request with 503, and accepts it when it is repeated.',
    rules: () => {
      let asked = 0;
      let putOff: string | undefined;
      return {
        admit: (operation, { method, url }) => {
          if (operation === 'login' || operation === 'confirmAuthorization') return;
          const request = `${method} ${url}`;
          if (request === putOff) putOff = undefined;
          else if (putOff === undefined && ++asked % 7 === 0) {
            putOff = request;
            throw new Refusal(503, 'Not now', 'temporarily_unavailable', { 'Retry-After': '0' });
          }
        },
      };
    },
  },
  chunked: streaming('Sends bodies in chunks, which may split characters.', async () => {}),
  'slow-body': streaming('Sends bodies slowly, in small parts.', () => pause(10)),
  'slow-answers': {
    says: 'Delays every response by a tenth of a second.',
    send: async (answer) => {
      await pause(100);
      return answer;
    },
  },
  'coded-by-gzip': coding('gzip', 'gzip', gzipSync),
  'coded-by-x-gzip': coding('gzip under its old name, x-gzip', 'x-gzip', gzipSync),
  'coded-by-deflate': coding('deflate', 'Deflate', deflateSync),
  'coded-by-raw-deflate': coding(
    'deflate, but without its zlib wrapper, as some servers do',
    'deflate',
    deflateRawSync,
  ),
  'coded-by-brotli': coding('Brotli, as recorded', 'br', brotliCompressSync),
  'coded-twice': coding('deflate, and then with gzip', 'deflate, gzip', (bytes) =>
    gzipSync(deflateSync(bytes)),
  ),
} satisfies Variants;

/** Headers of every answer. */
export const headerVariants = {
  ...each(
    [
      [
        'coded-by-identity',
        'Declares the content coding identity, which means none.',
        { 'Content-Encoding': 'identity' },
      ],
      ['connections-closed', 'Closes the connection after every response.', { Connection: 'close' }],
      [
        'headers-as-recorded',
        'Responses have the headers of a content delivery network and of the hosts behind it.',
        {
          Vary: 'Accept-Encoding, Cookie',
          'X-TELAPI-HOSTNAME': 'api-7',
          'X-In': 'base-api',
          Via: '1.1 google',
          'Alt-Svc': 'h3=":443"; ma=86400',
          'CF-Cache-Status': 'DYNAMIC',
          'Expect-CT': 'max-age=604800',
          Server: 'cloudflare',
          'CF-RAY': '67a95e2c5f0c2b6d-FRA',
        },
      ],
      [
        'headers-of-a-cache',
        'Responses have validators, an Age, and a Date in the distant past.',
        { ETag: 'W/"0815"', 'Last-Modified': LONG_AGO, Age: '3', Date: LONG_AGO },
      ],
      [
        'limits-and-deprecations-told',
        'Every response announces a rate limit and a deprecation.',
        {
          'X-RateLimit-Limit': '100',
          'X-RateLimit-Remaining': '0',
          'Retry-After': '1',
          Deprecation: '@1700000000',
          Sunset: 'Sat, 31 Dec 2050 23:59:59 GMT',
          Warning: '299 - "deprecated"',
        },
      ],
      ['cookies-everywhere', 'Every response sets a cookie.', { 'Set-Cookie': 'visit=17; Path=/' }],
    ],
    (_, says, headers) => ({ says, ...withHeaders(headers) }),
  ),
  'cookies-with-common-words': {
    says: 'Every response sets a cookie whose value is a word that reports use as well.',
    rules: () => {
      const words = ['accepted', 'optional', 'without', 'form', 'refused', 'opened', 'required'];
      let next = 0;
      return answering((answer) => ({
        ...answer,
        headers: { 'Set-Cookie': `choice=${words[next++ % words.length]}`, ...answer.headers },
      }));
    },
  },
  'no-store-among-others': {
    says: 'Cache-Control contains No-Store in mixed case among other directives.',
    send: ({ headers, ...rest }) => ({
      ...rest,
      headers: { ...headers, 'Cache-Control': 'private,max-age=0, No-Store' },
    }),
  },
  'several-challenges': {
    says: 'A 401 response offers several schemes, in lower case.',
    bearerChallenge: () => 'digest realm="a, b", bearer',
    basicChallenge: () => 'negotiate, basic realm="telephony"',
  },
} satisfies Variants;

/** Every object of every JSON body is changed. */
function withObjects(says: string, change: (object: Body) => Body): VariantEntry {
  return { says, ...withBodies((body) => deeply(body, change)) };
}

/** The media type is written in this way. */
function typing(says: string, write: (mediaType: string) => string): VariantEntry {
  return {
    says,
    send: (answer) => {
      const { 'Content-Type': type, ...headers } = answer.headers;
      return type === undefined
        ? answer
        : { ...answer, headers: { ...headers, 'Content-Type': write(type) } };
    },
  };
}

/** Bodies come byte by byte, or in so many parts. */
function streaming(says: string, wait: () => Promise<void>): VariantEntry {
  return {
    says,
    send: (answer) => {
      const bytes = bytesOf(answer);
      if (bytes === undefined) return answer;
      const size = Math.max(1, Math.ceil(bytes.length / 20));
      let at = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await wait();
          if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + size));
          else controller.close();
          at += size;
        },
      });
      return { ...answer, body };
    },
  };
}

/** Bodies are coded, those without anything in them as well. */
function coding(how: string, name: string, code: (bytes: Uint8Array) => Uint8Array): VariantEntry {
  return {
    says: `Compresses bodies with ${how}.`,
    send: (answer) => {
      const bytes = bytesOf(answer);
      const headers = { ...answer.headers, 'Content-Encoding': name };
      return { ...answer, headers, body: bytes && code(bytes) };
    },
  };
}

function bytesOf(answer: Answer): Uint8Array | undefined {
  const json = jsonOf(answer);
  const text = json === undefined ? answer.body : JSON.stringify(json);
  return typeof text === 'string' ? new TextEncoder().encode(text) : undefined;
}
