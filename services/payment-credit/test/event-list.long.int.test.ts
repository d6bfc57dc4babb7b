import { expect, it } from 'vitest';
import { ownWorld } from './world.ts';

/** So many events that the middle of the list cannot be read from either end. */
const MANY = 40_400;

const world = await ownWorld();
const admin = await world.user('admin');
const list = (page: number, limit: number, statuses: string[] = []) =>
  world.rpc.listWebhookEvents({ page: { page, limit }, statuses }, { token: admin.token });

/** Inserts events. Called in batches: a counter that one transaction updates often becomes slow. */
async function tell(from: number, to: number): Promise<void> {
  await world.db.query(
    `INSERT INTO payment_webhook_events
       (id, stripe_event_id, event_type, object_id, status, occurred_at, received_at, processed_at)
     SELECT gen_random_uuid(), 'evt_' || n, 'charge.succeeded', 'ch_' || n,
       CASE WHEN n % 4 = 0 THEN 'failed' ELSE 'processed' END, at, at, at
     FROM generate_series($1::int, $2::int) n,
       LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '1 second' AS at) t`,
    [from, to],
  );
}

it('[events-bounded] reads a page of webhook events from the nearer end and refuses a page far from both ends', async () => {
  for (let n = 0; n < MANY; n += 400) await tell(n + 1, n + 400);
  const { rows } = await world.db.query<{ id: string }>(
    'SELECT id FROM payment_webhook_events ORDER BY received_at DESC, id DESC',
  );
  const ids = rows.map(({ id }) => id);
  const pages = MANY / 100;
  for (const page of [1, 2, 11, 150, pages - 150, pages - 1, pages]) {
    const { items, total } = await list(page, 100);
    expect([page, total]).toEqual([page, MANY]);
    expect(items.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100));
  }
  // The last page is not full.
  expect((await list(Math.ceil(MANY / 60), 60)).items).toHaveLength(MANY % 60);
  await expect(list(pages / 2 + 1, 100)).rejects.toMatchObject({
    code: 'invalid-input',
    detail: { fields: { page: expect.stringContaining('longe demais') } },
  });
  for (const page of [pages + 1, 10_000_000]) expect((await list(page, 100)).items).toEqual([]);
  const failed = await list(101, 100, ['failed']);
  expect([failed.total, failed.items.length]).toEqual([MANY / 4, 100]);
  expect(failed.items.every(({ status }) => status === 'failed')).toBe(true);
});
