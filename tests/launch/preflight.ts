import { line } from '../../reports/text.ts';
import { catalogue, requirementIds, type Server } from '../support/catalogue.ts';
import { bothSpellings } from '../support/interface/code-parameters.ts';
import { lackedBy, needMeans, offers } from '../support/needs.ts';
import { learnFromAnswer } from '../support/secrets/learn.ts';
import type { Secret } from '../support/secrets/mask.ts';
import { publishHanded } from '../support/secrets/seal.ts';
import type { Target } from '../support/target.ts';
import { readBody } from '../support/wire/body.ts';
import { isClosed } from '../support/wire/connections.ts';
import { inTime } from '../support/wire/failure.ts';
import { proxyFor, shownProxy } from '../support/wire/proxy.ts';
import { ProxyRefusal, send } from '../support/wire/send.ts';
import { alwaysAnswered, type Heard, movedTo } from './answers-alike.ts';

/** A request that each server of the interface answers without credentials. */
const knocks: Readonly<Record<Server, string>> = {
  identity: '/api/1.0/id_token/get_token_info',
  collaboration: '/api/users/me',
  telephony: '/v2/Accounts/nobody/AvailablePhoneNumbers/US/Local.json',
};

/** A path that no server has. */
const NOWHERE = '/no-such-path';

/** No server of the target could be reached, so there is nothing to judge. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** What answers at an address is not the server itself, so what it says is not to be judged. */
class InFrontError extends Error {
  override readonly name = 'InFrontError';
}

/**
 * Checks whether the servers of a target answer, and prints what will and will not be exercised. If only some answer,
 * they are judged, and what needs the others is blocked.
 *
 * @throws UnreachableError if no server answers, with the reason for each
 * @throws InFrontError if something else certainly answers in the place of a server
 */
export async function preflight(target: Target): Promise<void> {
  const servers = Object.keys(knocks) as Server[];
  const handed: Secret[] = [];
  const answers = await Promise.all(servers.map((server) => knock(target, server, handed)));
  publishHanded(handed, process.env);
  const lines = servers.map((server, index) => `  ${server.padEnd(14)} ${answers[index]?.says}`);
  process.stdout.write(
    `Target ${line(target.name)}\n${[...lines, ...reached(target)].join('\n')}\n${exercised(target)}\n\n`,
  );
  if (answers.every(({ answered }) => answered !== true)) {
    throw new UnreachableError(['The target does not answer:', ...lines].join('\n'));
  }
  assertServers(target, servers, answers);
}

/** @throws InFrontError if something else answers in the place of a server */
function assertServers(target: Target, servers: readonly Server[], answers: readonly Knocked[]): void {
  for (const [nth, server] of servers.entries()) {
    const { answered, heard } = answers[nth] ?? {};
    const place = answered ? movedTo(heard ?? []) : undefined;
    if (place === undefined) continue;
    const ask = place.startsWith('https:') ? 'is the address https?' : 'is that the address?';
    throw new InFrontError(line(`The ${server} server redirects to ${place}: ${ask}`));
  }
  // Only a request that shows everybody a login tells a filter that asks for credentials from something in front of it.
  if (target.urls.identity === undefined || target.client === undefined) return;
  const isAlone = Object.keys(target.urls).length === 1;
  const always = alwaysAnswered(
    answers.flatMap(({ heard }) => heard),
    isAlone,
  );
  if (always !== undefined)
    throw new InFrontError(line(`Every path answers ${always}: is something in front of it?`));
}

interface Knocked {
  /** Undefined for a server that was left out. */
  readonly answered: boolean | undefined;
  readonly says: string;
  /** What came of each request; undefined where no answer came. */
  readonly heard: readonly (Heard | undefined)[];
}

async function knock(target: Target, server: Server, handed: Secret[]): Promise<Knocked> {
  const base = target.urls[server];
  if (base === undefined)
    return { answered: undefined, says: 'left out: its requirements are not exercised', heard: [] };
  const further = [base + NOWHERE, ...(server === 'identity' ? authorization(target, base) : [])];
  const rest = Promise.all(further.map((url) => hear(target, url, handed).catch(() => undefined)));
  try {
    const first = await hear(target, base + knocks[server], handed);
    const doubt = first.status === 404 ? ' 404 to a path of the interface: is this the right server?' : '';
    return { answered: true, says: `${base} answers${doubt}`, heard: [first, ...(await rest)] };
  } catch (error) {
    return {
      answered: false,
      says: line(`${base} ${reason(error, target, base.startsWith('https:'))}`),
      heard: [undefined],
    };
  }
}

/** The authorization request of the configured client, which needs no credentials. */
function authorization({ client }: Target, base: string): string[] {
  if (client === undefined) return [];
  const { client_id, redirect_uri } = client;
  return [
    `${base}/oauth2/authorize?${new URLSearchParams({ client_id, redirect_uri, ...bothSpellings, state: 'preflight' })}`,
  ];
}

/**
 * Sends a GET without credentials. A body that cannot be read is left to the checks to judge.
 *
 * @param handed gets the secrets that the answer hands out
 */
async function hear(target: Target, url: string, handed: Secret[]): Promise<Heard> {
  const asked = send(target, url, { method: 'GET', limitMs: target.timeoutMs });
  const { statusCode, headers, body, signal } = await asked;
  const encoding = [headers['content-encoding']].flat()[0];
  const read = await inTime(readBody(body, encoding), signal).catch(() => undefined);
  body.on('error', () => undefined).destroy();
  // A later answer may repeat a cookie that was set here.
  const learning = { learn: (...secret: Secret) => handed.push(secret) > 0, apply: (known: string) => known };
  learnFromAnswer(learning, read?.text ?? '', headers, read?.json, statusCode);
  return { url, status: statusCode, headers, text: read?.text };
}

/** Why a server gave no answer, as what it does. */
function reason(error: unknown, { timeoutMs, way }: Target, isSecure: boolean): string {
  const { code = '', message = '', name = '' } = error as Partial<NodeJS.ErrnoException>;
  if (error instanceof ProxyRefusal) return `is not reached: ${message}`;
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return `does not answer within ${timeoutMs} ms (TARGET_TIMEOUT_MS)`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'does not resolve: there is no such host name';
  if (code === 'ECONNREFUSED') return 'refuses the connection';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'does not speak TLS: is the address http?';
  if (/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code))
    return `speaks only a version of TLS that is too old: 1.2 or later is needed (${code})`;
  if (/ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/.test(code))
    return way.certificate === undefined
      ? `refuses the TLS handshake: it may want a client certificate (TARGET_CLIENT_CERT; ${code})`
      : `refuses the client certificate (${code})`;
  // What Node and OpenSSL call a certificate that is not trusted.
  if (/^(?:CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_|INVALID_)/.test(code))
    return `cannot be trusted: ${message} (${code}); NODE_EXTRA_CA_CERTS adds certificate authorities`;
  if (isSecure && isClosed(error) && way.certificate === undefined)
    return `closes the connection without an answer (${code}): it may want a client certificate (TARGET_CLIENT_CERT)`;
  return `fails: ${message || 'no reason given'}${code && ` (${code})`}`;
}

/** How the servers are reached, besides their addresses: a line for each setting or variable that has a part in it. */
function reached({ urls, way }: Target): string[] {
  const servers = Object.entries(urls) as (readonly [Server, string])[];
  const proxies = new Set(
    servers.flatMap(([, url]) => proxyFor(url) ?? []).map((proxy) => shownProxy(proxy)),
  );
  const headers = servers.flatMap(([server]) => {
    const names = Object.keys(way.headers[server] ?? {});
    return names.length === 0 ? [] : [`${names.join(', ')} for ${server}`];
  });
  const { cert, pfx } = way.certificate ?? {};
  return [
    ...[...proxies].map((proxy) => ['proxy', proxy]),
    ...(way.certificate ? [['certificate', `${cert ?? pfx}, of this client`]] : []),
    ...(headers.length > 0 ? [['headers', headers.join('; ')]] : []),
    ...(way.perSecond === undefined ? [] : [['pace', `${way.perSecond} requests a second`]]),
  ].map(([what = '', how = '']) => `  ${what.padEnd(14)} ${line(how)}`);
}

/** How many requirements can be exercised on a target, and what the others need. */
function exercised(target: Target): string {
  const met = offers(target);
  const keeps = new Map<string, number>();
  let count = 0;
  for (const id of requirementIds) {
    const { untestable, unwritten } = catalogue[id];
    if (untestable ?? unwritten) continue;
    const lacked = lackedBy(target, id, met);
    if (lacked === undefined) {
      count += 1;
      continue;
    }
    const what = 'server' in lacked ? `the ${lacked.server} server` : needMeans[lacked.need];
    keeps.set(what, (keeps.get(what) ?? 0) + 1);
  }
  const missing = [...keeps]
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, rows]) => `  ${String(rows).padStart(4)}  need ${what}`);
  return [
    `${count} requirements will be exercised${missing.length > 0 ? '; not exercised:' : ''}`,
    ...missing,
  ].join('\n');
}
