import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { FEE, type User, type World } from './world.ts';

export type PaymentRow = {
  id: string;
  method: string;
  status: string;
  refunded_amount: string;
  title: string;
};

export const paymentsOf = async (world: World, registrationId: string): Promise<PaymentRow[]> =>
  (
    await world.db.query<PaymentRow>(
      'SELECT id, method, status, refunded_amount, title FROM registration_payments WHERE registration_id = $1 ORDER BY created_at',
      [registrationId],
    )
  ).rows;

export const statusOf = async (world: World, owner: User, id: string): Promise<string> =>
  (await world.registrations.getRegistration({ id }, { token: owner.token })).status;

export const paymentsBecome = (world: World, registrationId: string, ...wanted: string[]) =>
  eventually(`payments are ${wanted.join()}`, async () => {
    const rows = await paymentsOf(world, registrationId);
    return rows.map((row) => `${row.method}:${row.status}`).join() === wanted.join() && rows;
  });

/** Creates a user with a payable registration and an open card intent. */
export async function openCardPayment(world: World) {
  const owner = await world.user();
  const as = { token: owner.token };
  const id = await world.payable(owner);
  return { owner, as, id, intent: await world.rpc.createRegistrationIntent({ id }, as) };
}

/** Creates a registration paid by card; returns its payment and intent, too. */
export async function paidByCard(world: World) {
  const { owner, id: registration, intent } = await openCardPayment(world);
  await world.confirm(intent);
  const [payment] = await paymentsBecome(world, registration, 'card:settled');
  return { owner, registration, id: payment?.id ?? '', intent: intent.paymentIntentId };
}

export const startPurchase = (world: World, { token }: User, cents = 10_000) =>
  world.rpc.createPurchaseIntent({ choice: { $case: 'customAmount', value: cents } }, { token });

/** Buys credits by card and waits until the balance has them. */
export async function buyCredits(world: World, user: User, cents = 10_000) {
  const intent = await startPurchase(world, user, cents);
  const before = await world.balance(user);
  await world.confirm(intent);
  await eventually('credits came', async () => (await world.balance(user)) > before);
  return intent;
}

/** The user's ledger entries, oldest first. */
export const ledgerOf = async (world: World, { token }: User) =>
  (await world.rpc.listOwnTransactions({ page: 1, limit: 100 }, { token })).items.reverse();

export const deltasOf = async (world: World, user: User): Promise<number[]> =>
  (await ledgerOf(world, user)).map(({ delta }) => delta);

export const intentAtStripe = async (world: World, paymentIntentId: string) =>
  (await world.intents()).find((one) => one.id === paymentIntentId);

/**
 * Pays a registration with credits up to `captured`, as the service does. The task to settle is due after
 * `dueMs`.
 * @returns the payment id
 */
export async function insertCapturedPayment(
  world: World,
  payer: User,
  registrationId: string,
  dueMs = 3_600_000,
): Promise<string> {
  await world.credit(payer, FEE);
  const payment = newId();
  await world.db.query(
    `WITH attempt AS (
       INSERT INTO registration_payments
         (id, registration_id, user_id, method, status, amount, created_at, captured_at)
       VALUES ($1, $2, $3, 'credits', 'captured', $4, now(), now())),
     waits AS (INSERT INTO due (id, task, due_at) VALUES ($1, 'settle', now() + $5 * interval '1 ms')),
     moved AS (UPDATE accounts SET balance = balance - $4 WHERE user_id = $3 RETURNING balance)
     INSERT INTO credit_transactions (id, user_id, delta, balance_after, reason, operation_key, created_at)
     SELECT $1, $3, -$4::bigint, balance, 'Pagamento', 'pay:' || $1::text, now() FROM moved`,
    [payment, registrationId, payer.id, FEE, dueMs],
  );
  return payment;
}

/** Locks the registration's row until `release`, so that the registration service cannot decide about a payment. */
export async function lockRegistration(
  world: World,
  registrationId: string,
): Promise<{ release(): Promise<void> }> {
  const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM registration.registrations WHERE id = $1 FOR UPDATE', [registrationId]);
  let held = true;
  return {
    async release() {
      if (!held) return;
      held = false;
      await client.query('COMMIT');
      client.release();
    },
  };
}

/** Runs two queries in one snapshot of the database. */
async function queryInSnapshot({ db }: Pick<World, 'db'>, kept: string, counted: string) {
  const client = await db.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const both = { kept: (await client.query(kept)).rows, counted: (await client.query(counted)).rows };
    await client.query('COMMIT');
    return both;
  } finally {
    client.release();
  }
}

/** Counters as triggers maintain them (`kept`) and as counted from the rows; they must be equal. */
export function countersOf(world: Pick<World, 'db'>): Promise<{ kept: object; counted: object }> {
  const kept =
    'SELECT kind, sum(value)::bigint::text AS value FROM payment_counters GROUP BY kind HAVING sum(value) <> 0 ORDER BY 1';
  const counted = `SELECT * FROM (
       SELECT 'payments:registration:' || shown_status(status, decline_code) AS kind, count(*)::text AS value FROM registration_payments GROUP BY 1
       UNION ALL SELECT 'payments:credit_purchase:' || shown_status(status, decline_code), count(*)::text FROM credit_purchases GROUP BY 1
       UNION ALL SELECT 'events:' || status, count(*)::text FROM payment_webhook_events GROUP BY 1
       UNION ALL SELECT 'money:' || method, sum(amount)::text FROM registration_payments
         WHERE captured_at IS NOT NULL GROUP BY 1
       UNION ALL SELECT 'money:purchase', sum(price_in_cents)::text FROM credit_purchases
         WHERE completed_at IS NOT NULL
       UNION ALL SELECT 'money:refund', (
         (SELECT coalesce(sum(refunded_amount), 0) FROM registration_payments WHERE captured_at IS NOT NULL)
         + (SELECT coalesce(sum(refunded_amount + disputed_amount), 0) FROM credit_purchases
            WHERE completed_at IS NOT NULL))::text
       UNION ALL SELECT 'owed', sum(owed)::text FROM accounts
       UNION ALL SELECT 'credits', sum(balance)::text FROM accounts
       UNION ALL SELECT 'credits:gifts', sum(delta)::text FROM credit_gifts) all_of_it
     WHERE value IS NOT NULL AND value <> '0' ORDER BY 1`;
  return queryInSnapshot(world, kept, counted);
}

/** Daily sums as triggers maintain them (`kept`) and as summed from the rows; they must be equal. */
export function compareDays(world: Pick<World, 'db'>): Promise<{ kept: object; counted: object }> {
  const columns = 'day::text, kind, method, status';
  const kept = `SELECT ${columns}, sum(payments)::int AS payments, sum(received)::int AS received, sum(refunded)::int AS refunded
     FROM payment_days GROUP BY 1, 2, 3, 4 HAVING sum(payments) <> 0 OR sum(received) <> 0 OR sum(refunded) <> 0
     ORDER BY 1, 2, 3, 4`;
  const counted = `SELECT ${columns}, count(*)::int AS payments, sum(received)::int AS received, sum(refunded)::int AS refunded
     FROM (
       SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, 'registration' AS kind, method,
         shown_status(status, decline_code) AS status,
         CASE WHEN captured_at IS NULL THEN 0 ELSE amount END AS received,
         CASE WHEN captured_at IS NULL THEN 0 ELSE refunded_amount END AS refunded
       FROM registration_payments
       UNION ALL
       SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date, 'credit_purchase', 'card',
         CASE shown_status(status, decline_code) WHEN 'pending' THEN 'open' WHEN 'completed' THEN 'settled'
           ELSE shown_status(status, decline_code) END,
         CASE WHEN completed_at IS NULL THEN 0 ELSE price_in_cents END,
         CASE WHEN completed_at IS NULL THEN 0 ELSE refunded_amount END
       FROM credit_purchases) rows GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
  return queryInSnapshot(world, kept, counted);
}
