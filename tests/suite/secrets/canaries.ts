import { type Answer, CUT } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, otherClient, users } from '../../reference/seed.ts';
import { type Reference, startReference } from '../../reference/start.ts';

/** The secrets of the settings, each hard to mask in a way of its own. */
export const planted = {
  // What URLs, forms, JSON, shells, HTML and regular expressions escape.
  TARGET_CLIENT_SECRET: `canary-cs ?&=#%41+/"'\\n<b>$HOME\`^[a].*`,
  TARGET_PASSWORD: 'canary-pässwörd-☃-𝒳 %2F\\u0041&amp;',
  TARGET_AUTH_TOKEN: `canary-auth:with:colons/${'long'.repeat(150)}`,
  TARGET_OTHER_CLIENT_SECRET: 'canary-other-2718281828',
  // A secret that is the beginning of another.
  TARGET_EXPIRED_ACCESS_TOKEN: 'canary-other-2718281828-expired~._',
} as const;

/** A deployment whose every secret is known to the test that looks for it. */
export interface Canaries {
  readonly reference: Reference;
  readonly settings: Readonly<Record<string, string>>;
  /** All that the settings hold and the deployment has handed out. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Starts the reference with canaries in every place of a secret. It shows them wherever it can: in
 * errors, headers and pages, in plain and encoded; and some of its answers fail, hang or are cut.
 */
export async function startCanaries(): Promise<Canaries> {
  const secrets = new Set<string>(Object.values(planted));
  const reference = await startReference({ rules: rulesOf(secrets) });
  const settings = { ...reference.settings, ...planted, TARGET_NAME: 'canaries', TARGET_TIMEOUT_MS: '4000' };
  return { reference, settings, secrets };
}

function rulesOf(secrets: Set<string>): Partial<Rules> {
  const issued = new Set<string>();
  const issue = (value: string): string => {
    issued.add(value);
    return value;
  };
  // What is cut off on its way is nobody's secret yet.
  const handOut = (answer: Answer): Answer => {
    const text = `${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`;
    for (const one of issued) {
      const isThere = [JSON.stringify(one).slice(1, -1), encodeURIComponent(one)].some((form) =>
        text.includes(form),
      );
      if (isThere && issued.delete(one)) secrets.add(one);
    }
    return answer;
  };
  const code = (value: string): string => `canary/code+"${value}"\\ü`;
  let access = '';
  const asked = new Map<Operation, number>();
  return {
    isClientSecret: ({ id }, secret) =>
      (id === client.id && secret === planted.TARGET_CLIENT_SECRET) ||
      (id === otherClient.id && secret === planted.TARGET_OTHER_CLIENT_SECRET),
    isPassword: (user, password) => user === users.member && password === planted.TARGET_PASSWORD,
    loginUser: (all, username, password) =>
      password === planted.TARGET_PASSWORD ? all.find((user) => user.username === username) : undefined,
    authenticate: (accounts, credentials) =>
      credentials?.token === planted.TARGET_AUTH_TOKEN
        ? accounts.find(({ sid }) => sid === credentials.sid)
        : undefined,
    accessToken: (fresh) => (access = issue(`canary-at.${fresh}/+=%2b`)),
    // The access token is a part of it.
    refreshToken: (fresh) => issue(`${access}&refresh="${fresh}"\\`),
    acceptedQuery: (value, state) => ({ code: issue(code(value)), state }),
    findCode: (codes, value) => [...codes.values()].find((one) => code(one.value) === value),
    tokenResponse: (tokens, scopes, grant) => ({
      ...defaultRules.tokenResponse({ ...tokens, idToken: issue(tokens.idToken) }, scopes, grant),
      device: { sessionKey: issue(`canary-session-key ${tokens.accessToken.length} "quoted"`) },
      opaque: issue(`canary-opaque-${tokens.accessToken.slice(10, 22)}`),
      credentials: [issue(`canary-list-${tokens.accessToken.slice(10, 22)}`)],
    }),
    guestToken: (token) => ({ token: issue(token) }),
    async send(answer, operation, request) {
      const nth = (asked.get(operation) ?? 0) + 1;
      asked.set(operation, nth);
      if (cut(operation, nth)) return { ...answer, body: CUT };
      if (operation === 'getCurrentUser' && nth % 4 === 2) await new Promise(() => {});
      return handOut(talkative(answer, operation, request, [...secrets], issue));
    },
  };
}

/** The connection is lost at a token's information, and now and then where a check needs tokens to go on. */
function cut(operation: Operation, nth: number): boolean {
  return (operation === 'getTokenInfo' && nth % 3 === 0) || (operation === 'exchangeToken' && nth % 7 === 4);
}

/** What a careless deployment tells of what it knows. */
function talkative(
  answer: Answer,
  operation: Operation,
  request: Request,
  secrets: readonly string[],
  issue: (value: string) => string,
): Answer {
  const authorization = request.headers.get('authorization') ?? '';
  const recent = [...Object.values(planted), ...secrets.slice(-6)];
  const headers = {
    ...answer.headers,
    'X-Auth-Token': issue(`canary-header-${operation}`),
    'X-Debug': `${encodeURIComponent(authorization)} ${recent.map((one) => encodeURIComponent(one).replace(/%../g, (hex) => hex.toLowerCase())).join(' ')}`,
    ...(answer.headers['Set-Cookie'] === undefined && {
      'Set-Cookie': `first=${issue(`canary-cookie-1-${operation}`)}; Path=/, second="${issue(`canary-cookie-2-${operation}`)}"; Path=/`,
    }),
  };
  if (answer.status < 400) return { ...answer, headers };
  const told = recent.flatMap((one) => [
    one,
    JSON.stringify(one),
    Buffer.from(`${one}:${one}`).toString('base64'),
    html(one),
    ...misspelled(one),
  ]);
  if (operation === 'getCurrentUser')
    return {
      status: 500,
      headers: { ...headers, 'Content-Type': 'text/html' },
      body: `<h1>oops</h1>${authorization}${told.join('<br>')}`,
    };
  if (typeof answer.body !== 'object' || answer.body === null) return { ...answer, headers };
  return {
    ...answer,
    headers,
    body: { ...answer.body, trace: `${authorization} ${request.url} ${told.join(' ')}` },
  };
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A secret as who mistakes its charset, or escapes as was done long ago, has it. */
function misspelled(text: string): string[] {
  const names: Readonly<Record<string, string>> = { ä: '&auml;', ö: '&ouml;', ü: '&uuml;' };
  const read = Buffer.from(text, 'latin1').toString('utf8');
  const isLatin = Buffer.from(text, 'latin1').toString('latin1') === text;
  return [
    Buffer.from(text).toString('latin1'),
    escape(text),
    text.replace(/[äöü]/g, (letter) => names[letter] ?? ''),
    ...(isLatin ? [read, read.replaceAll('\ufffd', '')] : []),
  ];
}

/** All forms in which a secret may be written; made here by other means than the masks are. */
export function formsOf(secret: string): string[] {
  const url = encodeURIComponent(secret);
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  const json = JSON.stringify(secret).slice(1, -1);
  const named = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const bytes = Buffer.from(secret);
  return [
    secret,
    url,
    form,
    lowerHex(url),
    lowerHex(form),
    encodeURIComponent(url),
    json,
    JSON.stringify(json).slice(1, -1),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    named,
    named.replaceAll("'", '&apos;'),
    html(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    Buffer.from(json).toString('base64').replace(/=+$/, ''),
    ...misspelled(secret),
  ];
}

function lowerHex(text: string): string {
  return text.replace(/%../g, (hex) => hex.toLowerCase());
}
