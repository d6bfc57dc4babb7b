import { expect, it } from 'vitest';
import { bufferStart } from './buffered-start.ts';

async function* counting(to: number, failsAt = 0) {
  for (let n = 1; n <= to; n++) {
    if (n === failsAt) throw new Error('away');
    yield String(n);
  }
}
const read = async (chunks: AsyncIterable<string>): Promise<string> =>
  (await Array.fromAsync(chunks)).join('');

it.each([0, 3, 100])('passes every chunk on in order, buffering %d bytes', async (most) => {
  expect(await read(await bufferStart(counting(9), most))).toBe('123456789');
});

it('fails before the first byte when the source fails within the buffer', async () => {
  await expect(bufferStart(counting(9, 9), 100)).rejects.toThrow('away');
});

it('fails in the middle when the source fails after the buffer limit', async () => {
  await expect(read(await bufferStart(counting(9, 9), 3))).rejects.toThrow('away');
});
