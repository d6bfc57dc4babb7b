import { freePort, isFree } from '@g2/kit/testing-ports';

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
