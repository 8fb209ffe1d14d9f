import { request } from 'undici';
import { line } from '../reports/text.ts';
import { catalogue, requirementIds, type Server } from './support/catalogue.ts';
import { connectionsTo } from './support/connections.ts';
import { inTime } from './support/in-time.ts';
import { lackedBy, needMeans, offers } from './support/needs.ts';
import type { Target } from './support/target.ts';

/** A request that each server of the interface answers without credentials. */
const knocks: Readonly<Record<Server, string>> = {
  identity: '/api/1.0/id_token/get_token_info',
  collaboration: '/api/users/me',
  telephony: '/v2/Accounts/nobody/AvailablePhoneNumbers/US/Local.json',
};

/** No server of the target could be reached, so there is nothing to judge. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Checks whether the servers of a target answer, and prints what will and will not be exercised. If only some answer,
 * they are judged, and what needs the others is blocked.
 *
 * @throws UnreachableError if no server answers, with the reason for each
 */
export async function preflight(target: Target): Promise<void> {
  const servers = Object.keys(knocks) as Server[];
  const answers = await Promise.all(servers.map((server) => knock(target, server)));
  const lines = servers.map((server, index) => `  ${server.padEnd(14)} ${answers[index]?.says}`);
  process.stdout.write(`Target ${line(target.name)}\n${lines.join('\n')}\n${exercised(target)}\n\n`);
  if (answers.every(({ answered }) => answered !== true)) {
    throw new UnreachableError(['The target does not answer:', ...lines].join('\n'));
  }
}

interface Knocked {
  /** Undefined for a server that was left out. */
  readonly answered: boolean | undefined;
  readonly says: string;
}

async function knock(target: Target, server: Server): Promise<Knocked> {
  const base = target.urls[server];
  if (base === undefined)
    return { answered: undefined, says: 'left out: its requirements are not exercised' };
  const dispatcher = connectionsTo(1, target.timeoutMs);
  try {
    const signal = AbortSignal.timeout(target.timeoutMs);
    const asked = request(base + knocks[server], { dispatcher, signal });
    const { statusCode, body } = await inTime(asked, signal);
    // The checks judge what comes after the headers.
    body.on('error', () => undefined);
    const doubt = statusCode === 404 ? ' to a path of the interface: is this the right server?' : '';
    return { answered: true, says: `${base} answers${doubt ? ` 404${doubt}` : ''}` };
  } catch (error) {
    return { answered: false, says: line(`${base} ${reason(error, target.timeoutMs)}`) };
  } finally {
    await dispatcher.destroy();
  }
}

function reason(error: unknown, timeoutMs: number): string {
  const { code = '', message = '', name = '' } = error as Partial<NodeJS.ErrnoException>;
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return `does not answer within ${timeoutMs} ms (TARGET_TIMEOUT_MS)`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'does not resolve: there is no such host name';
  if (code === 'ECONNREFUSED') return 'refuses the connection';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'does not speak TLS: is the address http?';
  if (/CERT|SSL|TLS|ISSUER|VERIFY|ALTNAME/i.test(code)) {
    return `cannot be trusted: ${message} (${code}); NODE_EXTRA_CA_CERTS adds certificate authorities`;
  }
  return `fails: ${message || 'no reason given'}${code && ` (${code})`}`;
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
