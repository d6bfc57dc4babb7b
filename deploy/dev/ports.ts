import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const given = new Set<number>();

/** A free TCP port on 127.0.0.1, never the same twice in one process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/** @throws when somebody listens there already: their answer would be taken for our own server's */
async function assertFree(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: Error) => {
    throw new Error(`port ${port}: address already in use (${error.message})`);
  });
  server.close();
  await once(server, 'close');
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
