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

/** True when nobody listens there now. */
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
