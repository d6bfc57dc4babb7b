import { freePort, isFree } from '@g2/kit/testing-ports';

/** @throws when the port is taken: a foreign server's answers would pass for ours */
async function assertFree(port: number): Promise<void> {
  if (!(await isFree(port))) throw new Error(`port ${port}: address already in use`);
}

/** Runs `start` on the requested port, or retries on free ports: another process may take one before the bind. */
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
