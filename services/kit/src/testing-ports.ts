import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Range below the kernel's ephemeral ports: one of those could be taken before a restarted program binds it again.
const FIRST = 15_000;
const LAST = 32_000;

/**
 * Returns a free TCP port on 127.0.0.1, reserved for this process. Without the reservation, stacks started in
 * parallel could pick the same port before they bind it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await lockPort(port)) && (await isFree(port))) return port;
  }
}

/** Locks a port number by binding its UDP port: programs use only TCP, and the kernel releases the lock at exit. */
async function lockPort(port: number): Promise<boolean> {
  const lock = createSocket({ type: 'udp4' });
  lock.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(lock, 'listening');
  } catch {
    lock.close();
    return false;
  }
  lock.unref();
  return true;
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
