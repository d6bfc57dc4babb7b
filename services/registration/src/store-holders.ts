import { newId } from '@g2/kit/ids';
import type { Holder, HolderInput } from './domain/holders.ts';
import { canResubmit, type Registration } from './domain/registration.ts';
import { type Database, lock, type Transaction } from './store.ts';

/**
 * Adds a holder under the registration's lock, so that shares are summed one after another; a trigger and a CHECK
 * on the sum are the database's own defence.
 * @param allow throws when the holder may not join
 */
export async function addHolder(
  tx: Transaction,
  registrationId: string,
  holder: HolderInput,
  now: Date,
  allow: (state: Registration | null, count: number) => void,
): Promise<Holder> {
  const state = await lock(tx, registrationId);
  const count = await tx.holder.count({ where: { registrationId } });
  allow(state, count);
  await tellCorrected(tx, state);
  return tx.holder.create({ data: { id: newId(), registrationId, ...holder, createdAt: now } });
}

/** @returns false when the registration has no such holder */
export const removeHolder = (
  db: Database,
  registrationId: string,
  holderId: string,
  allow: (state: Registration | null) => void,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const state = await lock(tx, registrationId);
    allow(state);
    const { count } = await tx.holder.deleteMany({ where: { id: holderId, registrationId } });
    if (count === 1) await tellCorrected(tx, state);
    return count === 1;
  });

/** Holders stand apart from the row: it is told that they changed. */
async function tellCorrected(tx: Transaction, state: Registration | null): Promise<void> {
  if (!state || state.changedSinceCorrection || !canResubmit(state)) return;
  await tx.registration.update({ where: { id: state.id }, data: { changedSinceCorrection: true } });
}

type HolderRow = {
  id: string;
  registration_id: string;
  holder_name: string;
  holder_tax_id: string;
  ownership_percentage: number;
  created_at: Date;
};

/** In the order they joined; at most as many as a registration may have. */
export async function listHolders(db: Database, registrationId: string): Promise<Holder[]> {
  const rows = await db.sql<HolderRow>(
    'list-holders',
    `SELECT id, registration_id, holder_name, holder_tax_id, ownership_percentage, created_at
     FROM registration_holders WHERE registration_id = $1 ORDER BY created_at, id`,
    [registrationId],
  );
  return rows.map((row) => ({
    id: row.id,
    registrationId: row.registration_id,
    holderName: row.holder_name,
    holderTaxId: row.holder_tax_id,
    ownershipPercentage: row.ownership_percentage,
    createdAt: row.created_at,
  }));
}
