import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range the kernel takes outgoing connections' ports from: there a port that is free now may be gone
// when a program that died wants it back.
const FIRST = 15_000;
const LAST = 32_000;

/**
 * A free TCP port on 127.0.0.1, ours as long as this process lives: several stacks start at once, and between our look
 * and a program's own bind another would be given it too.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/** Our programs listen by TCP alone: the UDP port of that number is the mark, and the kernel's to take back. */
async function claim(port: number): Promise<boolean> {
  const mark = createSocket({ type: 'udp4' });
  mark.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(mark, 'listening');
  } catch {
    mark.close();
    return false;
  }
  mark.unref();
  return true;
}

async function isFree(port: number): Promise<boolean> {
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

/** @throws when somebody listens there already: their answer would be taken for our own server's */
async function assertFree(port: number): Promise<void> {
  if (!(await isFree(port))) throw new Error(`port ${port}: address already in use`);
}

/**
 * Runs `start` on the port asked for; without one, on free ports until one holds: between our look and the
 * program's own bind somebody else may take it.
 */
export async function onFreePort<T>(
  asked: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (asked !== undefined) {
    await assertFree(asked);
    return start(asked);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === 3 || !/address already in use|port is already|could not bind/i.test(String(error)))
        throw error;
    }
  }
}
