import { freePort, isFree } from '@g2/kit/testing-ports';

/** Runs `start` on the requested port, or on a free one; retries if another process takes the free port first. */
export async function onFreePort<T>(
  wanted: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (wanted !== undefined) {
    // Another server on this port would answer our requests.
    if (!(await isFree(wanted))) throw new Error(`port ${wanted}: address already in use`);
    return start(wanted);
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
