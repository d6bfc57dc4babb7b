import { newId } from '@g2/kit/ids';
import { databaseBefore } from '@g2/kit/testing-upgrade';
import { expect, it } from 'vitest';
import { compareDays, countersOf } from './payments.ts';

/** The database before the migrations that add chargebacks and counters. */
const { db, upgrade } = await databaseBefore(
  'payment-credit',
  new URL('../prisma/migrations/', import.meta.url),
  '20261125',
);

it('the migrations count rows older than the counters and fill the shortfall of purchases', async () => {
  const [user, purchase] = [newId(), newId()];
  await db.query(
    `WITH bought AS (
       INSERT INTO credit_purchases (id, user_id, credits_amount, price_in_cents, package_type, status,
         refunded_amount, reversed_credits, completed_at, created_at)
       VALUES ($2, $1, 100, 100, 'custom', 'completed', 100, 100, now(), now())),
     account AS (INSERT INTO accounts (user_id, balance, owed, version) VALUES ($1, 0, 60, 3))
     INSERT INTO registration_payments (id, registration_id, user_id, method, status, amount, created_at,
       captured_at, settled_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), $1, 'credits', 'settled', 60, now(), now(), now())`,
    [user, purchase],
  );
  await db.query(
    `INSERT INTO credit_transactions (id, user_id, delta, balance_after, reason, operation_key, created_at)
     VALUES (gen_random_uuid(), $1, 100, 100, 'Compra', 'purchase:' || $2::text, now()),
       (gen_random_uuid(), $1, -60, 40, 'Pagamento', 'pay:x', now()),
       (gen_random_uuid(), $1, -40, 0, 'Estorno', 'reversal:' || $2::text || ':100', now())`,
    [user, purchase],
  );
  await upgrade();
  const { kept, counted } = await countersOf({ db });
  expect(kept).toEqual(counted);
  expect(kept).toContainEqual({ kind: 'owed', value: '60' });
  const days = await compareDays({ db });
  expect(days.kept).toEqual(days.counted);
  expect(days.kept).toHaveLength(2);
  const { rows } = await db.query('SELECT short_credits FROM credit_purchases');
  expect(rows).toEqual([{ short_credits: '60' }]);
});
