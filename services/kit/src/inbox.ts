import { sql } from 'kysely';
import type { Delivery } from './events.ts';
import type { Tx } from './outbox.ts';

/** Records a delivery in the transaction of its effect; false if already handled. Writing handlers call it first. */
export async function claimDelivery(tx: Tx, { consumer, eventId }: Delivery): Promise<boolean> {
  const claim = sql`INSERT INTO inbox (consumer, event_id) VALUES (${consumer}, ${eventId}::uuid) ON CONFLICT DO NOTHING`;
  const { numAffectedRows } = await claim.execute(tx);
  return numAffectedRows === 1n;
}
