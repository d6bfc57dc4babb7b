import type pg from 'pg';
import { vi } from 'vitest';
import { type Client, confirmCard } from './client.ts';
import { makeSourceZip } from './files.ts';
import { details } from './journey.ts';
import { type CodeIntent, createCode, createCreditsCode, settleCode } from './vouchers.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };

const statusesBecome = (db: pg.Client, table: string, column: string, id: string, wanted: string[]) =>
  vi.waitUntil(async () => {
    const { rows } = await db.query<{ status: string }>(
      `SELECT status FROM payment.${table} WHERE ${column} = $1 ORDER BY created_at, id`,
      [id],
    );
    return rows.map((row) => row.status).join() === wanted.join();
  }, PATIENCE);

async function payable(api: Client): Promise<string> {
  const { id } = await api.post<{ id: string }>('/api/registrations', details);
  const { bytes } = await makeSourceZip();
  const raw = { bytes, type: 'application/zip' };
  const headers = { 'x-file-name': 'fonte.zip' };
  await api.ok(`/api/registrations/${id}/upload`, { method: 'POST', raw, headers });
  return id;
}

async function payCard(api: Client, id: string): Promise<void> {
  const intent = await api.post<CodeIntent>(`/api/registrations/${id}/payment-intent`, { method: 'card' });
  await confirmCard(api, intent);
  await api.post(`/api/payments/${intent.paymentIntentId}/sync`);
}

/**
 * Cancels a payment attempt only in the database, as after a crash between two steps. Its voucher can still be paid.
 */
async function cancelInDatabase(db: pg.Client, paymentIntentId: string): Promise<void> {
  // Enables triggers so that they update the counters.
  await db.query('SET session_replication_role = origin');
  const ofIntent = 'SELECT id FROM payment.registration_payments WHERE stripe_payment_intent_id = $1';
  await db.query(`DELETE FROM payment.due WHERE id IN (${ofIntent})`, [paymentIntentId]);
  await db.query(
    `UPDATE payment.registration_payments SET status = 'cancelled', version = version + 1 WHERE stripe_payment_intent_id = $1`,
    [paymentIntentId],
  );
  await db.query('SET session_replication_role = replica');
}

type Vouchers = Record<'paid' | 'expired' | 'latePix' | 'lateBoleto', string>;

/** Pays a registration by boleto before the due date. @returns the id of the payment */
export async function payBoleto(db: pg.Client, api: Client): Promise<string> {
  const registrationId = await payable(api);
  await settleCode(api, (await createCode(api, registrationId, 'boleto')).paymentIntentId, 'pay');
  await statusesBecome(db, 'registration_payments', 'registration_id', registrationId, ['settled']);
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM payment.registration_payments WHERE registration_id = $1',
    [registrationId],
  );
  return rows[0]?.id ?? '';
}

/**
 * Creates vouchers that are paid, expired, paid late, paid while a card payment runs, or open, for fees and
 * for credits.
 */
export async function createVoucherPayments(db: pg.Client, api: Client, user: string): Promise<Vouchers> {
  const code = async (id: string, method: 'pix' | 'boleto' = 'pix') =>
    (await createCode(api, id, method)).paymentIntentId;
  const attempts = (id: string, ...wanted: string[]) =>
    statusesBecome(db, 'registration_payments', 'registration_id', id, wanted);
  const [paid, expired, latePix, lateBoleto, raced, open] = [
    await payable(api),
    await payable(api),
    await payable(api),
    await payable(api),
    await payable(api),
    await payable(api),
  ];
  await settleCode(api, await code(paid), 'pay');
  await attempts(paid, 'settled');
  await settleCode(api, await code(expired), 'expire');
  await attempts(expired, 'cancelled');

  const late = await code(latePix);
  await cancelInDatabase(db, late);
  await payCard(api, latePix);
  await attempts(latePix, 'cancelled', 'settled');
  await settleCode(api, late, 'pay');
  await attempts(latePix, 'given_back', 'settled');

  const boleto = await code(lateBoleto, 'boleto');
  await payCard(api, lateBoleto);
  await attempts(lateBoleto, 'cancelled', 'settled');
  await settleCode(api, boleto, 'pay');
  await attempts(lateBoleto, 'giving_back', 'settled');

  const race = await code(raced);
  await Promise.allSettled([payCard(api, raced), settleCode(api, race, 'pay')]);
  await code(open, 'boleto');

  await settleCode(api, (await createCreditsCode(api, 'update', 'pix')).paymentIntentId, 'pay');
  await settleCode(api, (await createCreditsCode(api, 'update', 'boleto')).paymentIntentId, 'expire');
  await statusesBecome(db, 'credit_purchases', 'user_id', user, ['completed', 'cancelled']);
  return { paid, expired, latePix, lateBoleto };
}
