// oxlint-disable-next-line no-restricted-imports -- a slow sender
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIN_BYTES_PER_WINDOW } from '../src/intake/receive.ts';
import { openWorld, rawPut, uploadTicketFor, type World, zipOf } from './world.ts';

let world: World;
beforeAll(async () => {
  const found = await openWorld('fs', { IDLE_MS: '1000' });
  if (!found) throw new Error('the file-system driver is always there');
  world = found;
});
afterAll(() => world?.close());

it('a slow upload may exceed the 15 s limit of other request bodies', { timeout: 30_000 }, async () => {
  const step = MIN_BYTES_PER_WINDOW / 2;
  const zip = await zipOf([step * 64]);
  const startedAt = Date.now();
  const { request, answer } = rawPut(world.base, await uploadTicketFor(world.testEnv), {
    'content-length': zip.length,
  });
  request.on('error', () => {});
  // Twice the minimum rate.
  for (let at = 0; at < zip.length && !request.destroyed; at += step) {
    request.write(zip.subarray(at, at + step));
    await setTimeout(250);
  }
  request.end();
  expect(await answer).toMatchObject({ status: 200 });
  expect(Date.now() - startedAt).toBeGreaterThan(15_000);
});
