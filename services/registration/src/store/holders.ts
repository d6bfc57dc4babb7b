import { newId } from '@g2/kit/ids';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { Holder, HolderInput } from '../domain/holders.ts';
import { canResubmit, type Registration } from '../domain/registration.ts';
import { type Database, lockRegistration, type Tx } from '../store.ts';
import { countOf, rowCount } from './pages.ts';

/** The registration's row lock serializes changes of the total share, which a trigger and a CHECK also limit. */
export async function addHolder(
  tx: Tx,
  registrationId: string,
  holder: HolderInput,
  now: Date,
  allow: (state: Registration | null, count: number) => void,
): Promise<Holder> {
  const state = await lockRegistration(tx, registrationId);
  const holders = tx.selectFrom('registrationHolders').where('registrationId', '=', registrationId);
  allow(state, await countOf(holders.select(rowCount)));
  await markCorrected(tx, state);
  return tx
    .insertInto('registrationHolders')
    .values({ id: newId(), registrationId, ...holder, createdAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param edit receives null if the holder does not exist; throws to refuse; returns `before` for no change */
export const updateHolder = (
  db: Database,
  registrationId: string,
  holderId: string,
  edit: (state: Registration | null, before: Holder | null) => Holder,
): Promise<Holder> =>
  db.tx(async (tx) => {
    const state = await lockRegistration(tx, registrationId);
    const before = await tx
      .selectFrom('registrationHolders')
      .selectAll()
      .where('id', '=', holderId)
      .where('registrationId', '=', registrationId)
      .executeTakeFirst();
    const after = edit(state, before ?? null);
    if (after === before) return after;
    const { holderName, holderTaxId, ownershipPercentage } = after;
    await tx
      .updateTable('registrationHolders')
      .set({ holderName, holderTaxId, ownershipPercentage })
      .where('id', '=', holderId)
      .execute();
    await markCorrected(tx, state);
    return after;
  });

/** @returns false if there is no such holder */
export const removeHolder = (
  db: Database,
  registrationId: string,
  holderId: string,
  allow: (state: Registration | null) => void,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const state = await lockRegistration(tx, registrationId);
    allow(state);
    const { numDeletedRows } = await tx
      .deleteFrom('registrationHolders')
      .where('id', '=', holderId)
      .where('registrationId', '=', registrationId)
      .executeTakeFirst();
    if (numDeletedRows === 1n) await markCorrected(tx, state);
    return numDeletedRows === 1n;
  });

/** Sets `changedSinceCorrection`, since holders are in another table than the registration. */
async function markCorrected(tx: Tx, state: Registration | null): Promise<void> {
  if (!state || state.changedSinceCorrection || !canResubmit(state)) return;
  await tx
    .updateTable('registrations')
    .set({ changedSinceCorrection: true })
    .where('id', '=', state.id)
    .execute();
}

export const listHolders = (db: Kysely<DB>, registrationId: string): Promise<Holder[]> =>
  db
    .selectFrom('registrationHolders')
    .selectAll()
    .where('registrationId', '=', registrationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
