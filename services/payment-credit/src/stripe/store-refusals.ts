import { newId } from '@g2/kit/ids';
import { type Expression, sql } from 'kysely';
import type { Database } from '../store.ts';

// Ids of Stripe's events never start with this, so an unsigned row cannot take the id of a signed event.
const KEY = 'unverified:';

/** `eventType` and `paymentIntentId` are unverified claims. */
export type Refusal = { reason: string; eventType: string; paymentIntentId: string | null };

export async function insertRefusal(db: Database, it: Refusal, now: Date): Promise<void> {
  const id = newId();
  await db
    .insertInto('paymentWebhookEvents')
    .values({
      ...refused(now),
      id,
      stripeEventId: KEY + id,
      eventType: it.eventType,
      paymentIntentId: it.paymentIntentId,
      errorMessage: it.reason,
      attempts: 1,
    })
    .execute();
}

const refused = (at: Date) => ({
  objectId: '',
  status: 'failed' as const,
  occurredAt: at,
  receivedAt: at,
  processedAt: at,
  verified: false,
});

/** Adds refusals to the row that they share in a minute; `attempts` is their number. */
export async function countRefusals(db: Database, key: string, count: number, minute: Date): Promise<void> {
  await db
    .insertInto('paymentWebhookEvents')
    .values({
      ...refused(minute),
      id: newId(),
      stripeEventId: KEY + key,
      eventType: 'unknown',
      errorMessage: moreRefusals(sql`${count}::integer`),
      attempts: count,
    })
    .onConflict((on) =>
      on.column('stripeEventId').doUpdateSet((row) => {
        const attempts = row('paymentWebhookEvents.attempts', '+', row.ref('excluded.attempts'));
        return { attempts, errorMessage: moreRefusals(attempts) };
      }),
    )
    .execute();
}

const moreRefusals = (count: Expression<number>) =>
  sql<string>`'Mais ' || (${count}) || ' avisos sem assinatura válida no mesmo minuto'`;

/** Keeps the newest `keep` refusals. Never deletes signed events. */
export async function dropOldRefusals(db: Database, keep: number): Promise<void> {
  // The condition is a literal, so that PostgreSQL can use the partial index (NOT verified).
  await sql`
    DELETE FROM payment_webhook_events WHERE NOT verified AND (received_at, id) <
      (SELECT received_at, id FROM payment_webhook_events WHERE NOT verified
       ORDER BY received_at DESC, id DESC OFFSET ${keep - 1} LIMIT 1)`.execute(db);
}
