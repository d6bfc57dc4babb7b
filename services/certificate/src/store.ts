import { Database } from '@g2/kit/database';
import type { Delivery } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { sql } from 'kysely';
import type { DB } from '#tables';
import { announce } from './announce.ts';
import type { Decided } from './domain/certificate.ts';

export type Store = ReturnType<typeof openStore>;

/** The only user of the database. */
export function openStore(config: { DATABASE_URL: string; DATABASE_POOL: number }) {
  const db = new Database<DB>(config.DATABASE_URL, config.DATABASE_POOL);
  return {
    db,

    /** The bytes of a registration's certificate. */
    async findPdf(registrationId: string): Promise<Buffer | undefined> {
      const found = db.selectFrom('certificates').select('pdf').where('registrationId', '=', registrationId);
      return (await found.executeTakeFirst())?.pdf;
    },

    /** The registration whose certificate has a number, whole or without its last characters. */
    async findByNumber(number: string): Promise<string | undefined> {
      if (!/^G2-\d{4}-\d{6,}(-[0-9A-F]{4}(-[0-9A-Z])?)?$/.test(number)) return undefined;
      const found = db
        .selectFrom('certificates')
        .select('registrationId')
        .where((where) => where.or([where('number', '=', number), where('number', 'like', `${number}-%`)]))
        .limit(1);
      return (await found.executeTakeFirst())?.registrationId;
    },

    async nextSequence(): Promise<number> {
      const { rows } = await sql<{ next: number }>`SELECT nextval('certificate_numbers') AS next`.execute(db);
      return rows[0]?.next ?? 0;
    },

    /** Records a certificate and says so, unless the registration has one: then that one stays, and it is false. */
    issue: (decided: Decided, delivery?: Delivery): Promise<boolean> =>
      db.tx(async (tx) => {
        if (delivery && !(await firstTime(tx, delivery))) return false;
        const { number, statement, sha256, pdf } = decided.next;
        const { registrationId, userId, issuedAt } = statement;
        const row = { id: newId(), registrationId, userId, number, sha256, pdf, facts: statement, issuedAt };
        const inserted = await tx
          .insertInto('certificates')
          .values(row)
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows === 0n) return false;
        await emit(tx, announce(decided));
        return true;
      }),
  };
}
