import type { Position } from '@g2/proto/feed';
import type pg from 'pg';
import type { Delivery, Subscription } from './events.ts';
import { missedEventsOldest } from './metrics.ts';

type Key = Pick<Delivery, 'consumer' | 'eventId'>;

/** Time for which a missing event is reserved for the replica that took it, s. */
const LEASE_S = 120;

/** Records every handled event in the inbox, also one without an effect, and every event that is given up. */
export const withInbox = (pool: pg.Pool, one: Subscription): Subscription => ({
  ...one,
  async handle(text, delivery) {
    await one.handle(text, delivery);
    await pool.query('INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      delivery.consumer,
      delivery.eventId,
    ]);
  },
  onGiveUp: (delivery) => recordGivenUp(pool, delivery),
});

export async function recordGivenUp(pool: pg.Pool, { consumer, eventId }: Key): Promise<void> {
  await pool.query(
    `INSERT INTO missed_events (consumer, event_id, given_up) VALUES ($1, $2, true)
     ON CONFLICT (consumer, event_id) DO UPDATE SET given_up = true`,
    [consumer, eventId],
  );
}

export async function readPosition(pool: pg.Pool, consumer: string): Promise<Position | undefined> {
  const { rows } = await pool.query<{ publishedUs: number; seq: number }>(
    'SELECT published_us AS "publishedUs", seq FROM consumer_positions WHERE consumer = $1',
    [consumer],
  );
  return rows[0];
}

/** Records ids absent from the inbox as missing and advances the feed position. Safe to run in several replicas. */
export async function recordMissing(
  pool: pg.Pool,
  consumer: string,
  ids: readonly string[],
  { publishedUs, seq }: Position,
): Promise<void> {
  await pool.query(
    `WITH moved AS (
       INSERT INTO consumer_positions AS p (consumer, published_us, seq) VALUES ($1, $2, $3)
       ON CONFLICT (consumer) DO UPDATE SET published_us = excluded.published_us, seq = excluded.seq
         WHERE (p.published_us, p.seq) < (excluded.published_us, excluded.seq))
     INSERT INTO missed_events (consumer, event_id)
     SELECT $1, id FROM unnest($4::uuid[]) AS id
     WHERE NOT EXISTS (SELECT FROM inbox i WHERE i.consumer = $1 AND i.event_id = id)
     ON CONFLICT DO NOTHING`,
    [consumer, publishedUs, seq, ids],
  );
}

/** Removes events that have arrived, then leases the oldest ones missing for `forSeconds`; returns their ids. */
export async function leaseMissing(
  pool: pg.Pool,
  consumer: string,
  forSeconds: number,
  limit: number,
): Promise<string[]> {
  await pool.query(
    `DELETE FROM missed_events m USING inbox i
     WHERE m.consumer = $1 AND NOT m.given_up AND i.consumer = m.consumer AND i.event_id = m.event_id`,
    [consumer],
  );
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE missed_events SET due_at = now() + ${LEASE_S} * interval '1 s'
     WHERE (consumer, event_id) IN (
       SELECT consumer, event_id FROM missed_events
       WHERE consumer = $1 AND NOT given_up AND due_at <= now() AND found_at <= now() - $2 * interval '1 s'
       ORDER BY found_at, event_id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING event_id AS id`,
    [consumer, forSeconds, limit],
  );
  return rows.map(({ id }) => id);
}

/** Sets the next attempt to handle a missing event to `waitMs` from now. */
export async function postponeMissing(
  pool: pg.Pool,
  { consumer, eventId }: Key,
  waitMs: number,
): Promise<void> {
  await pool.query(
    `UPDATE missed_events SET due_at = now() + $3 * interval '1 ms' WHERE consumer = $1 AND event_id = $2`,
    [consumer, eventId, waitMs],
  );
}

/** @returns false when another replica removed the event first */
export async function removeMissing(pool: pg.Pool, { consumer, eventId }: Key): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM missed_events WHERE consumer = $1 AND event_id = $2', [
    consumer,
    eventId,
  ]);
  return rowCount === 1;
}

export async function observeMissing(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ effect: string; seconds: number }>(
    `SELECT consumer AS effect, extract(epoch FROM now() - min(found_at))::float8 AS seconds
     FROM missed_events WHERE NOT given_up GROUP BY consumer`,
  );
  // A consumer that no longer misses an event must report 0 instead of its last value.
  for (const { labels } of (await missedEventsOldest.get()).values) missedEventsOldest.set(labels, 0);
  for (const { effect, seconds } of rows) missedEventsOldest.set({ effect }, seconds);
}
