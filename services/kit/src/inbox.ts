import type { Delivery } from './events.ts';
import { execute, type Tx } from './statement.ts';

/**
 * Claims a delivery in the transaction of its effect: false means it took effect before, and there is nothing to
 * do. Every event handler that writes begins with it.
 */
export async function firstTime(tx: Tx, delivery: Delivery): Promise<boolean> {
  const inserted = await execute(
    tx,
    'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2::uuid) ON CONFLICT DO NOTHING',
    delivery.consumer,
    delivery.eventId,
  );
  return inserted === 1;
}
