import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { client } from '../reference/seed.ts';
import { settingsOf } from '../reference/settings.ts';
import type { Shown } from './shown.ts';
import * as shown from './shown.ts';

/** The parts of a request that an answer may depend on. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
}

/** An answer as it is sent. */
interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A server that gives one answer to everything, or one to every request for a path. */
export interface Constant {
  readonly says: string;
  /** The answer; undefined if the connection is cut instead. */
  readonly answers: (asked: Asked) => Said | undefined;
  /** The requirements that its answer really shows, each with a reason. */
  readonly passes?: Shown;
}

/** Servers with a constant answer, by name. */
export const constants: Readonly<Record<string, Constant>> = {
  'constant-empty-object': {
    says: 'Returns an empty JSON object.',
    answers: () => json(200, {}),
  },
  'constant-version': {
    says: 'Returns a status and a version, which has two dots as a JWT has.',
    answers: () => json(200, { status: 'ok', version: '1.2.3' }),
  },
  'constant-empty-list': {
    says: 'Returns an empty JSON array.',
    answers: () => json(200, []),
  },
  'constant-null': {
    says: 'Returns JSON null.',
    answers: () => json(200, null),
  },
  'constant-page': {
    says: 'Returns an HTML page.',
    answers: () => html(200, '<!doctype html><title>Welcome</title><h1>It works</h1>'),
  },
  'constant-page-of-a-script': {
    says: 'Returns an HTML page that a script should fill but never does.',
    answers: () =>
      html(200, '<!doctype html><title>App</title><div id="app"></div><script>window.app = 1</script>'),
  },
  'constant-login': {
    says: 'Returns a login page, even to a user who has logged in.',
    answers: () =>
      html(
        200,
        '<!doctype html><title>Log in</title><form method="post"><input name="username"><input type="password" name="password"><button>Log in</button></form>',
      ),
  },
  'constant-consent': {
    says: 'Returns a consent page, whatever the user has decided.',
    answers: () =>
      html(
        200,
        '<!doctype html><title>Allow</title><p>View your email, your user details, call the collaboration API</p><form method="post"><button>Accept</button><button>Deny</button></form>',
      ),
  },
  'constant-nothing': {
    says: 'Returns 200 without a body.',
    answers: () => ({ status: 200 }),
  },
  'constant-no-utf-8': {
    says: 'Returns bytes that are not valid UTF-8 as JSON.',
    answers: () => ({
      ...json(200, {}),
      body: Buffer.from('{"access_token":"\xff\xfe","sid":"\xc3"}', 'latin1'),
    }),
  },
  'constant-204': { says: 'Returns 204.', answers: () => ({ status: 204 }) },
  'constant-redirect': {
    says: 'Redirects to another site.',
    answers: () => ({ status: 302, headers: { Location: 'https://elsewhere.example/' } }),
  },
  'constant-redirect-within': {
    says: 'Redirects to the requested URL, forever.',
    answers: ({ url }) => ({ status: 302, headers: { Location: url } }),
  },
  'constant-redirect-back': {
    passes: shown.redirectBack,
    says: 'Redirects to the client with a code and a state.',
    answers: () => ({
      status: 302,
      headers: { Location: `${client.redirectUris[0]}?code=a-code-for-everybody&state=a-state` },
    }),
  },
  'constant-redirect-with-an-error': {
    says: 'Redirects to the client with an error and a state.',
    answers: () => ({
      status: 302,
      headers: { Location: `${client.redirectUris[0]}?error=access_denied&state=a-state` },
    }),
  },
  'constant-400': {
    says: 'Returns 400 with an OAuth 2.0 error.',
    answers: () => json(400, { error: 'invalid_request' }),
  },
  'constant-401': {
    says: 'Returns 401 with the challenges of both servers.',
    answers: () => json(401, { error: 'invalid_client' }, { 'WWW-Authenticate': 'Basic realm="a", Bearer' }),
  },
  'constant-403': { says: 'Returns 403.', answers: () => ({ status: 403 }) },
  'constant-404': {
    says: 'Returns 404 with the error of the telephony server, and the path in its message.',
    answers: ({ url }) => notFound(url),
  },
  'constant-404-page': {
    says: 'Returns 404 with an HTML page.',
    answers: () => html(404, '<h1>Not found</h1>'),
  },
  'constant-429': { says: 'Returns 429.', answers: () => ({ status: 429 }) },
  'constant-429-to-wait': {
    says: 'Returns 429 with a Retry-After of one hour.',
    answers: () => ({ status: 429, headers: { 'Retry-After': '3600' } }),
  },
  'constant-500': { says: 'Returns 500.', answers: () => html(500, '<h1>Internal server error</h1>') },
  'constant-503': {
    says: 'Returns 503 with a Retry-After of two minutes.',
    answers: () => ({ status: 503, headers: { 'Retry-After': '120' } }),
  },
  'constant-reset': { says: 'Closes the connection without a response.', answers: () => undefined },
  'constant-tokens': {
    passes: { ...shown.tokens, ...shown.jwt },
    says: 'Returns a token response.',
    answers: () => json(200, example('token-response')),
  },
  'constant-token-info': {
    says: 'Returns token info.',
    answers: () => json(200, example('token-info')),
  },
  'constant-user': {
    says: 'Returns the current user.',
    answers: () => json(200, example('current-user')),
  },
  'constant-guest': {
    passes: shown.jwt,
    says: 'Returns the response to a guest login.',
    answers: () => json(200, example('guest-token')),
  },
  'constant-call': {
    passes: shown.call,
    says: 'Returns a call.',
    answers: () => json(200, example('call')),
  },
  'constant-listing': {
    passes: shown.listing,
    says: 'Returns a listing of numbers.',
    answers: () => json(200, example('number-listing')),
  },
  'constant-echo': {
    says: 'Returns the parameters of the request as a JSON object.',
    answers: ({ url, body }) =>
      json(
        200,
        Object.fromEntries([...new URL(url, 'http://echo').searchParams, ...new URLSearchParams(body)]),
      ),
  },
  'constant-echo-as-sent': {
    says: 'Returns the body of the request unchanged.',
    answers: ({ contentType, body }) => ({
      status: 200,
      headers: { 'Content-Type': contentType || 'text/plain' },
      body,
    }),
  },
  'constant-everything': {
    passes: shown.everything,
    says: 'Returns every resource at once, in one JSON object.',
    answers: () => json(200, everything()),
  },
  'constant-by-path': {
    passes: shown.byPath,
    says: 'Returns one formerly correct response for each path, whatever the request.',
    answers: ({ url }) => recorded.find(([path]) => path.test(url))?.[1] ?? notFound(url),
  },
};

/** What a proxy would have cached of a conforming deployment. */
const recorded: readonly (readonly [path: RegExp, Said])[] = [
  [
    /^\/oauth2\/authorize/,
    {
      status: 302,
      headers: { Location: `${client.redirectUris[0]}?code=a-code-of-then&state=a-state-of-then` },
    },
  ],
  [/^\/oauth2\/access_token/, json(200, example('token-response'))],
  [/^\/oauth2\/revoke_token/, json(200, {})],
  [/^\/api\/1\.0\/id_token/, json(200, example('token-info'))],
  [/^\/api\/users\/me/, json(200, example('current-user'))],
  [/^\/api\/anonymous\/auth/, json(200, example('guest-token'))],
  [/Recordings\.json/, json(200, example('call'))],
  [/AvailablePhoneNumbers/, json(200, example('number-listing'))],
];

/** Starts one on all three addresses, with every need met, so that nothing hides behind a missing setting. */
export async function startConstant({
  answers,
}: Constant): Promise<{ settings: Record<string, string>; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void asked(request).then((one) => {
      const said = answers(one);
      if (said === undefined) return response.destroy();
      return response.writeHead(said.status, said.headers).end(said.body);
    });
  });
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const receiver = createServer();
  const port = await portOf(receiver);
  await closed(receiver);
  const settings = settingsOf({ auth: url, base: url, api: url }, 'a-token-over-an-hour-old', {
    url: `http://127.0.0.1:${port}`,
    port,
  });
  return { settings: { ...settings, TARGET_NAME: 'constant' }, close: () => closed(server) };
}

async function asked(request: IncomingMessage): Promise<Asked> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method = '', url = '', headers } = request;
  return { method, url, contentType: headers['content-type'] ?? '', body };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

function json(status: number, body: unknown, headers: Said['headers'] = {}): Said {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function html(status: number, body: string): Said {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

function notFound(url: string): Said {
  return json(404, { status: 404, message: `The requested resource ${url} was not found` });
}

/** The first accepted example of a schema. */
function example(schema: string): object {
  const file = new URL(`../../schemas/examples/${schema}.json`, import.meta.url);
  const { accept } = JSON.parse(readFileSync(file, 'utf8')) as { accept: readonly { value: object }[] };
  return accept[0]?.value ?? {};
}

function everything(): object {
  const schemas = [
    'not-found',
    'guest-token',
    'call',
    'number-listing',
    'token-info',
    'token-response',
    'current-user',
  ];
  return Object.assign({}, ...schemas.map(example)) as object;
}
