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
