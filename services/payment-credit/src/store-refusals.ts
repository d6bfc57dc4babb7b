import { newId } from '@g2/kit/ids';
import type { Database } from './store.ts';

// No id that Stripe gives begins so: what is not signed must never take the place of what will be.
const KEY = 'unverified:';

/** What came without Stripe's signature: why it was refused, and what it said of itself. */
export type Refusal = { reason: string; eventType: string; paymentIntentId: string | null };

export async function insertRefusal(db: Database, it: Refusal, now: Date): Promise<void> {
  const id = newId();
  await db.sql(
    'insert-refusal',
    `INSERT INTO payment_webhook_events (id, stripe_event_id, event_type, object_id, payment_intent_id, status,
       error_message, attempts, occurred_at, received_at, processed_at, verified)
     VALUES ($1, $2, $3, '', $4, 'failed', $5, 1, $6, $6, $6, false)`,
    [id, KEY + id, it.eventType, it.paymentIntentId, it.reason, now],
  );
}

/** Adds refusals that got no row of their own to the one of their minute; `attempts` is their number. */
export async function countRefusals(db: Database, key: string, count: number, minute: Date): Promise<void> {
  const text = (number: string) =>
    `'Mais ' || (${number}) || ' avisos sem assinatura válida no mesmo minuto'`;
  await db.sql(
    'count-refusals',
    `INSERT INTO payment_webhook_events AS e (id, stripe_event_id, event_type, object_id, status,
       error_message, attempts, occurred_at, received_at, processed_at, verified)
     VALUES ($1, $2, 'unknown', '', 'failed', ${text('$3::integer')}, $3::integer, $4, $4, $4, false)
     ON CONFLICT (stripe_event_id) DO UPDATE SET attempts = e.attempts + excluded.attempts,
       error_message = ${text('e.attempts + excluded.attempts')}`,
    [newId(), KEY + key, count, minute],
  );
}

/** Keeps the newest rows of refusals; signed events are never dropped. */
export async function dropOldRefusals(db: Database, keep: number): Promise<void> {
  await db.sql(
    'drop-refusals',
    `DELETE FROM payment_webhook_events WHERE NOT verified AND (received_at, id) <
       (SELECT received_at, id FROM payment_webhook_events WHERE NOT verified
        ORDER BY received_at DESC, id DESC OFFSET $1 LIMIT 1)`,
    [keep - 1],
  );
}
