import { expect, it } from 'vitest';
import { readBounded } from './bounded-fetch.ts';

it('reads a response up to the limit', async () => {
  expect((await readBounded(new Response('12345'), 5)).toString()).toBe('12345');
});

it('refuses a longer response without reading all of it', async () => {
  let pulls = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulls += 1;
      controller.enqueue(new Uint8Array(4));
    },
  });
  await expect(readBounded(new Response(endless), 10)).rejects.toThrow('answered more than 10 bytes');
  expect(pulls).toBeLessThan(10);
});
