import { expect, it } from 'vitest';
import { heldBack } from './held-back.ts';

async function* counting(to: number, failsAt = 0) {
  for (let n = 1; n <= to; n++) {
    if (n === failsAt) throw new Error('away');
    yield String(n);
  }
}
const read = async (chunks: AsyncIterable<string>): Promise<string> =>
  (await Array.fromAsync(chunks)).join('');

it.each([0, 3, 100])('passes all of it on, in order, holding %d bytes', async (most) => {
  expect(await read(await heldBack(counting(9), most))).toBe('123456789');
});

it('fails before anything was passed on, up to its bytes', async () => {
  await expect(heldBack(counting(9, 9), 100)).rejects.toThrow('away');
});

it('is cut short past them', async () => {
  await expect(read(await heldBack(counting(9, 9), 3))).rejects.toThrow('away');
});
