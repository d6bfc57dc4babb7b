import { freePort, isFree } from '@g2/kit/testing-ports';

/** Runs `start` on the requested port, or retries on free ports: another process may take one before the bind. */
export async function onFreePort<T>(
  asked: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (asked !== undefined) {
    // A foreign server's answers would pass for ours.
    if (!(await isFree(asked))) throw new Error(`port ${asked}: address already in use`);
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
