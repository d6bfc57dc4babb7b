import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import type { Tx } from '../store.ts';
import type { Transfer } from './domain/transfer.ts';

type Reader = Pick<Kysely<DB>, 'selectFrom'>;

export const insertTransfer = async (tx: Tx, { transferredOn, ...transfer }: Transfer): Promise<void> => {
  const day = sql<Date>`${transferredOn}::date`;
  await tx
    .insertInto('transfers')
    .values({ ...transfer, transferredOn: day })
    .execute();
};

export const findTransfer = (db: Reader, paymentId: string): Promise<Transfer | undefined> =>
  db
    .selectFrom('transfers')
    .select(['paymentId', 'amount', 'reference', 'note', 'recordedBy', 'recordedAt'])
    .select(sql<string>`transferred_on::text`.as('transferredOn'))
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
