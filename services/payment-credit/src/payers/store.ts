import type { PageBounds } from '@g2/terms/pages';
import { sql } from 'kysely';
import { type Database, readPage, type Tx } from '../store.ts';
import type { Payer } from './domain/payer.ts';

export type EnteredPayer = Payer & { paymentId: string; toldAt: Date };

export async function savePayer(
  tx: Tx,
  { paymentId, userId, payer, now }: { paymentId: string; userId: string; payer: Payer; now: Date },
): Promise<void> {
  const { name, taxId, email, address } = payer;
  const row = { name, taxId, email, address: address && JSON.stringify(address), toldAt: now };
  await sql`
    INSERT INTO payers (payment_id, user_id, name, tax_id, email, address, told_at)
    VALUES (${paymentId}, ${userId}, ${row.name}, ${row.taxId}, ${row.email}, ${row.address}::jsonb, ${now})
    ON CONFLICT (payment_id) DO UPDATE SET name = excluded.name, tax_id = excluded.tax_id, email = excluded.email,
      address = excluded.address, told_at = excluded.told_at`.execute(tx);
}

const payers = (db: Database | Tx) =>
  db.selectFrom('payers').select(['paymentId', 'name', 'taxId', 'email', 'address', 'toldAt']);

export const findPayer = (db: Database | Tx, paymentId: string): Promise<EnteredPayer | undefined> =>
  payers(db).where('paymentId', '=', paymentId).executeTakeFirst();

export const latestPayer = (db: Database, userId: string): Promise<EnteredPayer | undefined> =>
  newest(db, userId).limit(1).executeTakeFirst();

export const listPayers = (db: Database, userId: string, page: PageBounds) =>
  readPage(newest(db, userId), page);

const newest = (db: Database, userId: string) =>
  payers(db).where('userId', '=', userId).orderBy('toldAt', 'desc').orderBy('paymentId', 'desc');

/** Deletes the payers that an account entered, except those of captured payments, which receipts need. */
export async function deletePayers(tx: Tx, userId: string): Promise<void> {
  await sql`
    DELETE FROM payers WHERE user_id = ${userId} AND NOT EXISTS (
      SELECT FROM registration_payments p WHERE p.id = payers.payment_id AND p.captured_at IS NOT NULL)`.execute(
    tx,
  );
}
