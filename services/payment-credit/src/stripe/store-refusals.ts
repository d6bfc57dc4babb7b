import { newId } from '@g2/kit/ids';
import { type Expression, sql } from 'kysely';
import type { Database } from '../store.ts';

// No id that Stripe gives begins so: what is not signed must never take the place of what will be.
const KEY = 'unverified:';

/** What came without Stripe's signature: why it was refused, and what it said of itself. */
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

/** What rows of refusals have in common. */
const refused = (at: Date) => ({
  objectId: '',
  status: 'failed' as const,
  occurredAt: at,
  receivedAt: at,
  processedAt: at,
  verified: false,
});

/** Adds refusals that got no row of their own to the one of their minute; `attempts` is their number. */
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

/** Keeps the newest rows of refusals; signed events are never dropped. */
export async function dropOldRefusals(db: Database, keep: number): Promise<void> {
  // Written out: the partial index on refusals is found by NOT verified, and it has this order.
  await sql`
    DELETE FROM payment_webhook_events WHERE NOT verified AND (received_at, id) <
      (SELECT received_at, id FROM payment_webhook_events WHERE NOT verified
       ORDER BY received_at DESC, id DESC OFFSET ${keep - 1} LIMIT 1)`.execute(db);
}
