/**
 * What a promise comes to, unless a signal is aborted before. undici heeds the signal of a request once it has a
 * connection: of a server that accepts one and then says nothing, not even to the handshake of TLS, nobody would tell.
 *
 * @throws the reason of the signal
 */
export function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // The one that comes too late is heard by nobody.
  for (const one of [promise, aborted]) one.catch(() => undefined);
  return Promise.race([promise, aborted]);
}
