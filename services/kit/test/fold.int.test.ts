import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mergeShards, type ShardedSums } from '../src/merge-shards.ts';
import { createTestEnvironment, type TestEnvironment } from '../src/testing.ts';

let testEnv: TestEnvironment;
let pool: ReturnType<TestEnvironment['pool']>;

const sums: ShardedSums = {
  table: 'sums',
  key: ['day', 'kind'],
  sums: ['n', 'cents'],
  isPast: 'day < $1::date',
};
const TODAY = '2026-03-10';

beforeAll(async () => {
  testEnv = await createTestEnvironment('schemas');
  pool = testEnv.pool({ connectionString: testEnv.env('certificate').DATABASE_URL, max: 12 });
  await pool.query(`CREATE TABLE sums (day date, kind text, shard integer, n bigint NOT NULL, cents bigint NOT NULL,
    PRIMARY KEY (day, kind, shard))`);
});
afterAll(() => testEnv?.close());
beforeEach(() => pool.query('TRUNCATE sums'));

/** Adds `n` to the sums of a day in one shard, as the services' triggers do. */
const add = (day: string, shard: number, n = 1) =>
  pool.query(
    `INSERT INTO sums AS s VALUES ($1, 'a', $2, $3::bigint, $3::bigint * 10)
     ON CONFLICT (day, kind, shard) DO UPDATE SET n = s.n + excluded.n, cents = s.cents + excluded.cents`,
    [day, shard, n],
  );
const kept = async () => {
  const { rows } = await pool.query<{ row: string }>(
    `SELECT concat_ws(' ', day, kind, shard, n, cents) AS row FROM sums ORDER BY day, shard`,
  );
  return rows.map(({ row }) => row);
};

it('merges the shards of each past day into one row, but not those of the current day', async () => {
  for (const shard of [0, 1, 2]) for (const day of ['2026-03-08', '2026-03-09', TODAY]) await add(day, shard);
  expect(await mergeShards(pool, sums, TODAY, undefined, 2)).toBe(6);
  const today = [0, 1, 2].map((shard) => `${TODAY} a ${shard} 1 10`);
  expect(await kept()).toEqual(['2026-03-08 a -1 3 30', '2026-03-09 a -1 3 30', ...today]);
  await add('2026-03-08', 7, -2);
  expect(await mergeShards(pool, sums, TODAY)).toBe(1);
  expect(await mergeShards(pool, sums, TODAY)).toBe(0);
  expect(await kept()).toEqual(['2026-03-08 a -1 1 10', '2026-03-09 a -1 3 30', ...today]);
});

it('skips rows that a writer has locked', async () => {
  await add('2026-03-08', 0);
  await add('2026-03-09', 0);
  const writer = await pool.connect();
  try {
    await writer.query("BEGIN; UPDATE sums SET n = n + 1 WHERE day = '2026-03-08'");
    expect(await mergeShards(pool, sums, TODAY)).toBe(1);
    await writer.query('COMMIT');
  } finally {
    writer.release();
  }
  expect(await mergeShards(pool, sums, TODAY)).toBe(1);
  expect(await kept()).toEqual(['2026-03-08 a -1 2 10', '2026-03-09 a -1 1 10']);
});

it('loses and duplicates nothing during concurrent writes, merges and reads', async () => {
  const days = ['2026-03-07', '2026-03-08', '2026-03-09'];
  const total = async () => {
    const { rows } = await pool.query<{ n: string }>('SELECT coalesce(sum(n), 0) AS n FROM sums');
    return Number(rows[0]?.n);
  };
  let adding = true;
  const writers = [0, 1, 2, 3].map(async (shard) => {
    const client = await pool.connect();
    // One transaction writes several days, in varying order, as a payment that spans two days does.
    for (let i = 0; i < 60; i++) {
      const order = i % 2 === 0 ? days : days.toReversed();
      const rows = order.map((day) => `('${day}'::date, 'a', ${shard}, 1, 10)`);
      const each = rows.map(
        (row) => `INSERT INTO sums AS s VALUES ${row}
          ON CONFLICT (day, kind, shard) DO UPDATE SET n = s.n + 1, cents = s.cents + 10`,
      );
      await client.query(`BEGIN; ${each.join(';')}; COMMIT`);
    }
    client.release();
  });
  const folders = [0, 1].map(async () => {
    while (adding) await mergeShards(pool, sums, TODAY, undefined, 2);
  });
  const seen: number[] = [];
  const reader = (async () => {
    while (adding) seen.push(await total());
  })();
  await Promise.all(writers);
  adding = false;
  await Promise.all([...folders, reader]);
  expect(await total()).toBe(4 * 60 * 3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  await mergeShards(pool, sums, TODAY);
  expect(await kept()).toEqual(days.map((day) => `${day} a -1 240 2400`));
});
