import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves, of which one could be taken before it is listened at; each
 * process begins far from the others.
 */
const FIRST = 12_000;
const RANGE = 15_000;
let next = FIRST + ((process.pid * 61) % RANGE);

/** The first of some ports in a row of 127.0.0.1 at which nothing listens yet. */
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
