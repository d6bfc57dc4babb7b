import type { CheckSnapshot, Intent } from '../world.ts';
import { type Invariant, rowInvariant } from './invariant.ts';

/** A payment or purchase by Pix or boleto. `amount` in cents. */
type Row = {
  what: string;
  intent: string | null;
  method: 'pix' | 'boleto';
  /**
   * `waits`: unpaid; `done`: paid and fulfilled; `over`: ended unpaid; `going_back`, `gone_back`: being or
   * already refunded.
   */
  state: 'waits' | 'done' | 'over' | 'going_back' | 'gone_back';
  amount: string;
  captured: boolean;
  refunded: string;
};

const ROWS = `
  SELECT 'payment ' || id AS what, stripe_payment_intent_id AS intent, provider_method AS method,
    CASE status WHEN 'settled' THEN 'done' WHEN 'cancelled' THEN 'over' WHEN 'failed' THEN 'over'
      WHEN 'giving_back' THEN 'going_back' WHEN 'given_back' THEN 'gone_back' ELSE 'waits' END AS state,
    amount::text, captured_at IS NOT NULL AS captured, refunded_amount::text AS refunded
  FROM payment.registration_payments WHERE provider_method IN ('pix', 'boleto')
  UNION ALL
  SELECT 'purchase ' || id, payment_intent_id, provider_method,
    CASE status WHEN 'completed' THEN 'done' WHEN 'pending' THEN 'waits' ELSE 'over' END,
    price_in_cents::text, completed_at IS NOT NULL, refunded_amount::text
  FROM payment.credit_purchases WHERE provider_method IN ('pix', 'boleto')`;

const vouchersOf = ({ sql }: CheckSnapshot): Promise<Row[]> => sql<Row>(ROWS);

/** The simulator's payment intents by id; null without a simulator, because real Stripe is not queried. */
const intentsById = ({ intents }: CheckSnapshot): Map<string, Intent> | null =>
  intents && new Map(intents.map((intent) => [intent.id, intent]));

const isOpen = ({ status }: Intent): boolean => status === 'processing' || status.startsWith('requires_');

/** Invariants of payments by Pix and boleto (api-rules R6 and R7). */
export const voucherInvariants: Invariant[] = [
  {
    name: 'each code that brought what it is for was paid, once, with the amount asked',
    async check(look) {
      const known = intentsById(look);
      const done = (await vouchersOf(look)).filter((row) => row.state === 'done');
      const breaches = done.flatMap(({ what, intent, amount, captured }) => {
        if (intent === null || !captured) return [`${what}: never paid`];
        const providerIntent = known?.get(intent);
        if (
          known === null ||
          (providerIntent?.status === 'succeeded' && providerIntent.amountCaptured === Number(amount))
        )
          return [];
        return [
          `${what}: asked ${amount}, the provider took ${providerIntent?.amountCaptured ?? 'nothing'} (${providerIntent?.status})`,
        ];
      });
      return { figures: `${done.length} codes`, breaches };
    },
  },
  {
    name: 'a code that is over unpaid leaves nothing paid',
    async check(look) {
      const known = intentsById(look);
      const over = (await vouchersOf(look)).filter((row) => row.state === 'over');
      const breaches = over.flatMap(({ what, intent, captured, refunded }) => {
        if (captured || refunded !== '0') return [`${what}: over, but captured or refunded`];
        const providerIntent = intent === null ? undefined : known?.get(intent);
        const kept = providerIntent ? providerIntent.amountCaptured - providerIntent.amountRefunded : 0;
        return kept === 0 ? [] : [`${what}: over, but the provider holds ${kept} cents`];
      });
      return { figures: `${over.length} codes`, breaches };
    },
  },
  {
    name: 'a Pix that came too late was refunded whole',
    async check(look) {
      const known = intentsById(look);
      const back = (await vouchersOf(look)).filter(
        (row) => row.method === 'pix' && row.state === 'gone_back',
      );
      const breaches = back.flatMap(({ what, intent, amount, refunded }) => {
        if (refunded !== amount) return [`${what}: given back ${refunded} of ${amount}`];
        const providerIntent = known?.get(intent ?? '');
        if (known === null || providerIntent?.amountRefunded === Number(amount)) return [];
        return [`${what}: the provider refunded ${providerIntent?.amountRefunded ?? 'nothing'} of ${amount}`];
      });
      return { figures: `${back.length} payments`, breaches };
    },
  },
  // The outbox keeps events for a week, so the alert of an older payment can no longer be found.
  rowInvariant(
    'a boleto that came too late is a case that admins got an alert of',
    'to be given back by transfer',
    `SELECT 'payment ' || p.id || ': no alert' AS what, p.captured_at >= now() - interval '6 days' AND NOT EXISTS (
       SELECT FROM payment.outbox o WHERE o.type = 'payment.alert'
         -- One of an earlier release has it in its text alone.
         AND (o.data ->> 'paymentId' = p.id::text OR o.data ->> 'text' LIKE '%' || p.id || '%')) AS wrong
     FROM payment.registration_payments p WHERE provider_method = 'boleto' AND status = 'giving_back'`,
  ),
  rowInvariant(
    'what was given back by transfer is whole, and each boleto given back has its transfer',
    'transfers',
    `SELECT 'payment ' || coalesce(p.id, t.payment_id) AS what, (p.id IS NOT NULL AND t.payment_id IS NOT NULL
       AND p.refunded_amount = p.amount AND t.amount <= p.amount
       AND (p.status = 'settled' OR t.amount = p.amount)) IS NOT TRUE AS wrong
     FROM payment.registration_payments p FULL JOIN payment.transfers t ON t.payment_id = p.id
     WHERE t.payment_id IS NOT NULL OR p.provider_method = 'boleto' AND p.status = 'given_back'`,
  ),
  {
    name: 'a registration has one payment open at most, here and at the provider',
    async check(look) {
      const localRows = await look.sql<{ id: string; n: string }>(
        `SELECT registration_id::text AS id, count(*)::text AS n FROM payment.registration_payments
         WHERE status = 'open' GROUP BY 1`,
      );
      const breaches = localRows
        .filter((row) => row.n !== '1')
        .map((row) => `registration ${row.id}: ${row.n} open payments`);
      for (const [id, open] of await openAtProvider(look)) {
        if (open.length > 1) breaches.push(`registration ${id}: open at the provider ${open.join(', ')}`);
      }
      return { figures: `${localRows.length} open payments`, breaches };
    },
  },
];

/** Payable intents by registration; without boletos that only we cancelled, because Stripe cannot cancel one. */
async function openAtProvider({ sql, intents }: CheckSnapshot): Promise<Map<string, string[]>> {
  const left = await sql<{ intent: string }>(
    `SELECT stripe_payment_intent_id AS intent FROM payment.registration_payments
     WHERE provider_method = 'boleto' AND status = 'cancelled' AND stripe_payment_intent_id IS NOT NULL`,
  );
  const ended = new Set(left.map((row) => row.intent));
  const found = new Map<string, string[]>();
  for (const { id, metadata, ...intent } of (intents ?? []).filter(isOpen)) {
    const registration = metadata.registrationId;
    if (registration === undefined || ended.has(id)) continue;
    found.set(registration, [...(found.get(registration) ?? []), `${id} (${intent.status})`]);
  }
  return found;
}
