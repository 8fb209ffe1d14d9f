/**
 * What a promise comes to, unless a signal is aborted before. undici heeds the signal of a request once it has a
 * connection: of a server that accepts one and then says nothing, not even to the handshake of TLS, nobody would tell.
 *
 * @throws the reason of the signal
 */
export async function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const options = { once: true, signal: settled.signal };
    signal.addEventListener('abort', () => reject(signal.reason as Error), options);
  });
  // The one that comes too late is heard by nobody.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    settled.abort();
  }
}
