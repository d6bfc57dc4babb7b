import { AppError } from '@g2/terms/errors';
import { type Database, lockUser, type Tx } from '../store.ts';

export type StoredTotp = { secret: Buffer; enabledAt: Date | null; lastStep: number };

/** The caller holds the account's row lock. */
export const findTotp = (tx: Tx, userId: string): Promise<StoredTotp | undefined> =>
  tx
    .selectFrom('totp')
    .select(['secret', 'enabledAt', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Disabled until its first code; replaces an earlier disabled secret. @throws AppError factor-exists */
export const saveTotpSecret = (db: Database, userId: string, secret: Buffer, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    await lockUser(tx, userId);
    if ((await findTotp(tx, userId))?.enabledAt) throw new AppError('factor-exists');
    const fresh = { secret, createdAt: now, enabledAt: null, lastStep: 0 };
    await tx
      .insertInto('totp')
      .values({ userId, ...fresh })
      .onConflict((on) => on.column('userId').doUpdateSet(fresh))
      .execute();
  });

/** Records a used step. @param enabledAt given by the first code */
export async function recordTotpStep(
  tx: Tx,
  userId: string,
  lastStep: number,
  enabledAt?: Date,
): Promise<void> {
  await tx
    .updateTable('totp')
    .set({ lastStep, ...(enabledAt ? { enabledAt } : {}) })
    .where('userId', '=', userId)
    .execute();
}

export async function dropTotp(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('totp').where('userId', '=', userId).execute();
}
