import { describe, expect, it } from 'vitest';
import { jsonOf, mapInOrder, readAllPages } from './document.ts';

const read = async (chunks: AsyncIterable<string>): Promise<string> =>
  (await Array.fromAsync(chunks)).join('');
async function* from<T>(...items: T[]) {
  yield* items;
}

describe('jsonOf', () => {
  it('writes values and lists as one object', async () => {
    const text = await read(
      jsonOf([
        ['um', { a: 'ç"\n', b: null }],
        ['dois', from({ n: 1 }, { n: 2 })],
        ['nada', from()],
      ]),
    );
    expect(JSON.parse(text)).toEqual({ um: { a: 'ç"\n', b: null }, dois: [{ n: 1 }, { n: 2 }], nada: [] });
  });

  it('propagates a failure of its parts', async () => {
    const broken = mapInOrder(from(1), () => Promise.reject(new Error('away')));
    await expect(read(jsonOf([['lista', broken]]))).rejects.toThrow('away');
  });
});

describe('readAllPages', () => {
  it.each([0, 1, 100, 101, 250])('reads all %d items', async (total) => {
    const all = Array.from({ length: total }, (_, n) => n);
    const requests: number[] = [];
    const items = readAllPages(async ({ page, limit }) => {
      requests.push(page);
      return { items: all.slice((page - 1) * limit, page * limit), total };
    });
    expect(await Array.fromAsync(items)).toEqual(all);
    expect(requests).toHaveLength(Math.max(1, Math.ceil(total / 100)));
  });
});

it('mapInOrder keeps the order with limited concurrency', async () => {
  let running = 0;
  let most = 0;
  const made = mapInOrder(
    from(1, 2, 3, 4, 5, 6, 7),
    async (n) => {
      most = Math.max(most, ++running);
      // oxlint-disable-next-line no-restricted-globals -- later items finish earlier
      await new Promise((resolve) => setTimeout(resolve, 8 - n));
      running--;
      return n * 10;
    },
    3,
  );
  expect(await Array.fromAsync(made)).toEqual([10, 20, 30, 40, 50, 60, 70]);
  expect(most).toBe(3);
});
