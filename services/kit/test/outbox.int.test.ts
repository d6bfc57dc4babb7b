import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { event } from '../src/events.ts';
import { startHousekeeping } from '../src/housekeeping.ts';
import { newId } from '../src/ids.ts';
import { createLogger } from '../src/log.ts';
import { outboxLag, outboxPending } from '../src/metrics.ts';
import { migrate } from '../src/migrate.ts';
import { startObserving } from '../src/observe.ts';
import { BEGIN_RELAY, emit, SELECT_UNPUBLISHED } from '../src/outbox.ts';
import { createTestEnvironment, eventually, type TestEnvironment } from '../src/testing.ts';
import { ping, startWorld, type World } from './world.ts';

const log = createLogger('test', 'silent');
let world: World;
/** A database with kit's tables that no service uses. */
let quiet: { testEnv: TestEnvironment; pool: pg.Pool };

beforeAll(async () => {
  world = await startWorld();
  const testEnv = await createTestEnvironment('schemas');
  const url = testEnv.env('certificate').DATABASE_URL ?? '';
  await migrate(url, new URL('./migrations/', import.meta.url));
  quiet = { testEnv, pool: testEnv.pool({ connectionString: url, max: 2 }) };
});

afterAll(async () => {
  await world?.close();
  await quiet?.testEnv.close();
});

/** @param publishedAgo a PostgreSQL interval; null: not published */
const insert = (count: number, publishedAgo: string | null, createdAgo = '10 days') =>
  quiet.pool.query(
    `INSERT INTO outbox (id, type, aggregate_id, version, data, created_at, published_at)
     SELECT gen_random_uuid(), 'a.b', n::text, 0, '{"some": "data"}', now() - $3::interval, now() - $2::interval
     FROM generate_series(1, $1::int) n`,
    [count, publishedAgo, createdAgo],
  );
const rows = async (where: string): Promise<number> =>
  Number((await quiet.pool.query(`SELECT count(*) AS n FROM outbox WHERE ${where}`)).rows[0].n);
const empty = () => quiet.pool.query('TRUNCATE outbox');

it('publishes each event once and keeps its row', async () => {
  const bus = await world.testEnv.bus();
  const events: string[] = [];
  bus.watch(ping.type, ({ data }) => void events.push(ping.codec.fromJSON(data).registrationId));
  const id = newId();
  await world.inTx((tx) => emit(tx, [event(ping, id, 1, { registrationId: id, userId: 'u' })]));
  await eventually('the event took effect', async () => (await world.effects(id)) === 1);
  const { rows: kept } = await eventually('it is marked', async () => {
    const found = await world.pool.query('SELECT published_at FROM outbox WHERE aggregate_id = $1', [id]);
    return found.rows[0]?.published_at !== null && found;
  });
  expect(kept).toEqual([{ published_at: expect.any(Date) }]);
  // A later run of the relay publishes only the next event.
  const next = newId();
  await world.inTx((tx) => emit(tx, [event(ping, next, 1, { registrationId: next, userId: 'u' })]));
  await eventually('the next event is heard', async () => events.includes(next));
  expect(events).toEqual([id, next]);
});

it('finds the next rows by the index on unpublished rows, even among many published rows', async () => {
  const plan = async (): Promise<string> => {
    const client = await quiet.pool.connect();
    try {
      await client.query(BEGIN_RELAY);
      const { rows } = await client.query(`EXPLAIN ${SELECT_UNPUBLISHED}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  // A plan without a sort, so that a batch reads only its own rows.
  const byIndex = /^Limit.*\n +-> +LockRows.*\n +-> +Index Scan using outbox_unpublished_idx/;
  await empty();
  await insert(20_000, '1 day');
  await insert(50, null);
  expect(await plan()).toMatch(byIndex);
  await quiet.pool.query('ANALYZE outbox');
  expect(await plan()).toMatch(byIndex);
  // During a NATS outage: the statistics do not include the new backlog yet.
  await insert(20_000, null);
  expect(await plan()).toMatch(byIndex);
  // After the outage: the backlog is published, but the statistics still include it as unpublished.
  await empty();
  await insert(20_000, null);
  await quiet.pool.query('ANALYZE outbox');
  await quiet.pool.query('UPDATE outbox SET published_at = now()');
  expect(await plan()).toMatch(byIndex);
});

it('the metrics of the outbox count only unpublished rows', async () => {
  await empty();
  await insert(30, '1 second');
  await insert(2, null, '90 seconds');
  const observing = startObserving(quiet.pool, log, async () => {});
  await eventually('looked', async () => (await outboxPending.get()).values[0]?.value === 2);
  const lag = (await outboxLag.get()).values[0]?.value ?? 0;
  expect(Math.round(lag)).toBeGreaterThanOrEqual(90);
  expect(lag).toBeLessThan(100);
  await observing.stop();
});

it('deletes rows a week after their publication, but never unpublished rows', async () => {
  await empty();
  await insert(12_000, '7 days 1 minute');
  await insert(10, '6 days 23 hours');
  await insert(3, null, '30 days');
  const housekeeping = startHousekeeping(quiet.pool, log);
  await eventually(
    'the old are gone',
    async () => (await rows("published_at < now() - interval '7 days'")) === 0,
  );
  await housekeeping.stop();
  expect(await rows('published_at IS NOT NULL')).toBe(10);
  expect(await rows('published_at IS NULL')).toBe(3);
});
