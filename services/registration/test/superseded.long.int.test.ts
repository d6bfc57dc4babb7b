import { describe, expect, it } from 'vitest';
import { ownWorld, someone } from './world.ts';

const world = await ownWorld();

const commit = (receipt: string) => world.client.commitUpload({ receipt });

describe('concurrent uploads of one registration', () => {
  const twice = (receipt: string) => Promise.allSettled([commit(receipt), commit(receipt)]);

  it('keep only the file of the upload that began last, whatever the order of commits', async () => {
    const COUNT = 4;
    // Each round commits another subset of the uploads early, and the others at the end.
    for (let round = 0; round < 2 ** COUNT; round++) {
      const user = someone();
      const { id } = await world.create(user);
      const keys = Array.from({ length: COUNT }, (_, i) => `${id}/${i}`);
      const early: ReturnType<typeof twice>[] = [];
      const late: string[] = [];
      for (const [i, objectKey] of keys.entries()) {
        const receipt = await world.receiptFor(user, id, { objectKey });
        if ((round >> i) % 2 === 1) early.push(twice(receipt));
        else late.push(receipt);
      }
      const done = await Promise.all([...early, ...late.reverse().map(twice)]);
      for (const [one, again] of done) expect(one).toEqual(again);
      const { rows } = await world.pool.query('SELECT file_storage_path FROM registrations WHERE id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ file_storage_path: keys.at(-1) }]);
      const released = await world.waitForEvents(id, 'registration.file_released', COUNT - 1);
      expect(
        released.map(({ data }) => String(data.objectKey)).toSorted((a, b) => a.localeCompare(b)),
      ).toEqual(keys.slice(0, -1));
    }
  });

  it('result in one file when many uploads begin concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const user = someone();
      const { id } = await world.create(user);
      const receipts = await Promise.all(Array.from({ length: 6 }, () => world.receiptFor(user, id)));
      const done = await Promise.allSettled(receipts.map(commit));
      expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    }
  });
});
