import type { Intent } from '../world.ts';
import type { Invariant } from './invariant.ts';

/** A payment or purchase by card. `kept`: cents that remain ours after refunds. */
type Row = { id: string; what: string; intent: string; kept: string };

const ROWS = `
  SELECT id::text, 'payment ' || id || ' (' || status || ')' AS what, stripe_payment_intent_id AS intent,
    -- No boleto is refunded there: an admin returns it by transfer, and the money stays with us.
    (CASE WHEN provider_method = 'boleto' AND status <> 'settled' AND captured_at IS NOT NULL THEN amount
      -- What an admin returned by transfer has not left the provider.
      ELSE (CASE WHEN status = 'settled' THEN amount - refunded_amount ELSE 0 END)
        + coalesce((SELECT t.amount FROM payment.transfers t WHERE t.payment_id = registration_payments.id), 0)
      END)::text AS kept
  FROM payment.registration_payments WHERE stripe_payment_intent_id IS NOT NULL
  UNION ALL
  SELECT id::text, 'purchase ' || id || ' (' || status || ')', payment_intent_id,
    (CASE WHEN status = 'completed' THEN price_in_cents - refunded_amount ELSE 0 END)::text
  FROM payment.credit_purchases WHERE payment_intent_id IS NOT NULL`;

const isOurs = ({ metadata }: Intent): boolean =>
  metadata.paymentId !== undefined || metadata.purchaseId !== undefined;

const providerCentsOf = (intent: Intent): number => intent.amountCaptured - intent.amountRefunded;

/** Compares our payments with those at Stripe, exact in cents (api-rules R7). */
export const providerInvariants: Invariant[] = [
  {
    name: 'the provider’s captured minus refunded is ours, intent by intent',
    async check({ sql, intents }) {
      if (intents === null) return { figures: 'skipped: no simulator to ask', breaches: [] };
      const rows = new Map((await sql<Row>(ROWS)).map((row) => [row.intent, row]));
      const known = new Map(intents.map((intent) => [intent.id, intent]));
      const breaches: string[] = [];
      for (const intent of intents.filter(isOurs)) {
        const row = rows.get(intent.id);
        const ours = Number(row?.kept ?? 0);
        if (ours !== providerCentsOf(intent)) {
          const providerState = `${intent.id} (${intent.status}): provider ${providerCentsOf(intent)}`;
          breaches.push(`${providerState}, ours ${ours} by ${row?.what ?? 'no row'}`);
        }
      }
      for (const [id, row] of rows) {
        if (!known.has(id) && row.kept !== '0') breaches.push(`${row.what}: the provider has no ${id}`);
      }
      const theirs = intents.filter(isOurs).reduce((sum, intent) => sum + providerCentsOf(intent), 0);
      const ours = [...rows.values()].reduce((sum, row) => sum + Number(row.kept), 0);
      return {
        figures: `${rows.size} intents; provider ${theirs} cents, ours ${ours} cents`,
        breaches,
      };
    },
  },
];
