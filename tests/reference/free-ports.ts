import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, since the system could assign one of those before the server listens on it; each process
 * starts far from the others.
 */
const FIRST = 12_000;
const RANGE = 15_000;
let next = FIRST + ((process.pid * 61) % RANGE);

/** The first of several consecutive ports of 127.0.0.1 on which nothing listens yet. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = next;
    next = next + count < FIRST + RANGE ? next + count : FIRST;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
