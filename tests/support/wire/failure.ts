import { mask } from '../judging/ledger.ts';
import { UnreadableError } from './body.ts';

/** The meaning of the most common error codes of undici and Node. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while the request was sent',
  ENOTFOUND: 'there is no such host',
  UND_ERR_SOCKET: 'the connection was closed before the answer ended',
  UND_ERR_ABORTED: 'the answer was cut off',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS there: is the address http?',
  ERR_ASSERTION: 'the answer is not HTTP',
  UND_ERR_HEADERS_OVERFLOW: 'the headers are larger than any client reads',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as its Content-Length says',
};

/**
 * Why no answer came, in a sentence.
 *
 * @param error what undici threw
 * @param timeoutMs the time limit of a request, in milliseconds
 */
export function whatHappened(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error instanceof UnreadableError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (error.name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return `no answer within ${timeoutMs} ms`;
  // Its message quotes what came.
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP';
  // RFC 9110 15.2 allows a server to send it; undici closes the connection.
  if (code === 'UND_ERR_SOCKET' && message === 'bad response')
    return 'the answer began with an unasked 100 Continue, which the HTTP client of the suite cannot read';
  if (code === 'UND_ERR_SOCKET' && message === 'bad upgrade')
    return 'the answer switched to another protocol, which the request did not ask for';
  if (code === undefined) return mask.apply(message || 'the connection failed');
  return mask.apply(`${sentences[code] ?? (message || 'the connection failed')} (${code})`);
}

/**
 * Awaits a promise, unless a signal is aborted first. undici obeys the signal of a request only once it has a
 * connection, and Node's own TLS sockets wait forever for a server that never completes the handshake.
 *
 * @throws the reason of the signal
 */
export async function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const options = { once: true, signal: settled.signal };
    signal.addEventListener('abort', () => reject(signal.reason as Error), options);
  });
  // A rejection that comes too late has to be ignored.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    settled.abort();
  }
}
