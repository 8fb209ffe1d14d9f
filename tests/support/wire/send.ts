import { type Dispatcher, request } from 'undici';
import type { Target } from '../target.ts';
import { agentsFor, isClosed, refusedByProxy, speaksHttp2Alone } from './connections.ts';
import { inTime } from './failure.ts';
import { headersTo, withGateway } from './gateway-headers.ts';
import { pace } from './pace.ts';

/** A request to a configured server. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  /** By lower-case name; those of the HTTP client and of a gateway are added. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, whatever it is waiting for, except its turn. */
  readonly limitMs: number;
  /** Ends it as well. */
  readonly signal?: AbortSignal;
  /** Whether its turn has come already. */
  readonly isInTurn?: true;
}

/** An answer whose body has not been read yet. */
export interface Came extends Dispatcher.ResponseData {
  /** Ends the reading of the body when the request has taken too long. */
  readonly signal: AbortSignal;
  /** What else was done to get it. */
  readonly note?: string;
}

/** A proxy did not lead to the server: nothing was learned about the deployment. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';
}

/** Servers that have answered before: a connection to one of them may have been closed because it was idle. */
const answering = new Set<string>();

/** Servers that speak nothing but HTTP/2. */
const http2Alone = new Set<string>();

/**
 * Sends a request: the only way in which anything but the browser reaches the target. It waits for its turn, has the
 * headers that a gateway wants, goes by the proxy that the environment names, and follows no redirect.
 *
 * @throws ProxyRefusal if a proxy did not lead there; else what undici throws, or the reason of a signal
 */
export async function send(
  target: Target,
  url: string | URL,
  { method, headers = {}, body, limitMs, signal, isInTurn }: Sent,
): Promise<Came> {
  if (!isInTurn) await pace(target).turn();
  const { origin } = new URL(url);
  const limit = AbortSignal.timeout(limitMs);
  const ends = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const agents = agentsFor(target);
  const all = { 'user-agent': target.way.userAgent, ...withGateway(headers, headersTo(target, url)) };
  const usual = method === 'GET' ? agents.kept : agents.fresh;
  const first = http2Alone.has(origin) ? agents.http2 : usual;
  let note: string | undefined;
  const ask = (dispatcher: Dispatcher): Promise<Dispatcher.ResponseData> =>
    request(url, { method, dispatcher, headers: all, body: body ?? null, signal: ends });
  const again = (error: unknown): Promise<Dispatcher.ResponseData> => {
    if (speaksHttp2Alone(error) && first !== agents.http2) {
      http2Alone.add(origin);
      return ask(agents.http2);
    }
    // Only a GET may be sent again (RFC 9110 9.2.2).
    if (method !== 'GET' || !isClosed(error) || !answering.has(origin)) throw error;
    note = 'an idle connection had been closed: the request was sent once more';
    return ask(agents.fresh);
  };
  try {
    const came = await inTime(ask(first).catch(again), ends);
    answering.add(origin);
    return Object.assign(came, { signal: ends, ...(note !== undefined && { note }) });
  } catch (error) {
    const refusal = refusedByProxy(error, url);
    if (refusal !== undefined) throw new ProxyRefusal(refusal, { cause: error });
    throw error;
  }
}
