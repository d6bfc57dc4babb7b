import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { type Expression, sql } from 'kysely';
import { announceAct } from '../announce.ts';
import { onCertificate } from '../domain/acts.ts';
import type { Database } from '../store-database.ts';
import type { Doubt } from './domain/doubt.ts';

/** Rows per request. */
const SHOWN = 50;

const unlessSame = <Value>(changed: Expression<Value>, kept: Expression<Value>) =>
  sql<Value>`CASE WHEN excluded.flag IS DISTINCT FROM doubts.flag THEN ${changed} ELSE ${kept} END`;

type Heard = { paymentId: string; registrationId: string; flag: string | null };

/** Keeps the latest flag of a payment, whatever the order of events. A changed flag needs a new decision. */
export const hearOf = (db: Database, heard: Heard, delivery: Delivery): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    const { version, time: toldAt } = delivery;
    await tx
      .insertInto('doubts')
      .values({ ...heard, version, toldAt })
      .onConflict((on) =>
        on
          .column('paymentId')
          .doUpdateSet((eb) => ({
            flag: eb.ref('excluded.flag'),
            version: eb.ref('excluded.version'),
            // An unchanged flag keeps its decision and its time.
            toldAt: unlessSame(eb.ref('excluded.toldAt'), eb.ref('doubts.toldAt')),
            keptAt: unlessSame(sql`NULL`, eb.ref('doubts.keptAt')),
            keptBy: unlessSame(sql`NULL`, eb.ref('doubts.keptBy')),
            reason: unlessSame(sql`NULL`, eb.ref('doubts.reason')),
          }))
          .where((eb) =>
            eb(
              eb.refTuple('excluded.version', 'excluded.toldAt'),
              '>',
              eb.refTuple('doubts.version', 'doubts.toldAt'),
            ),
          ),
      )
      .execute();
  });

export type Doubtful = {
  number: string;
  registrationId: string;
  title: string;
  flag: string;
  since: Date;
};

/** Valid certificates with an undecided payment flag, oldest first. */
export async function doubtful(db: Database): Promise<Doubtful[]> {
  const rows = await db
    .selectFrom('doubts')
    .innerJoin('certificates', 'certificates.registrationId', 'doubts.registrationId')
    .select(['number', 'certificates.registrationId', 'facts', 'flag', 'toldAt'])
    .$narrowType<{ facts: { title: string }; flag: string }>()
    .where('flag', 'is not', null)
    .where('keptAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('supersededBy', 'is', null)
    .orderBy('toldAt')
    .limit(SHOWN)
    .execute();
  return rows.map(({ number, registrationId, facts, flag, toldAt }) => ({
    number,
    registrationId,
    title: facts.title,
    flag,
    since: toldAt,
  }));
}

/** Records the admin's decision to keep the certificate despite the current flags. */
export const keep = (
  db: Database,
  { registrationId, number }: { registrationId: string; number: string },
  by: { adminId: string; reason: string; now: Date },
): Promise<void> =>
  db.tx(async (tx) => {
    const kept = await tx
      .updateTable('doubts')
      .set({ keptAt: by.now, keptBy: by.adminId, reason: by.reason })
      .where('registrationId', '=', registrationId)
      .where('flag', 'is not', null)
      .where('keptAt', 'is', null)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n) return;
    await emit(tx, [announceAct(onCertificate('certificate-kept', number, by.adminId))]);
  });

/** The oldest undecided flag of a registration's payments; undefined without one. */
export const openDoubt = (
  db: Database,
  registrationId: string,
): Promise<{ flag: string | null; since: Date } | undefined> =>
  db
    .selectFrom('doubts')
    .select(['flag', 'toldAt as since'])
    .where('registrationId', '=', registrationId)
    .where('flag', 'is not', null)
    .where('keptAt', 'is', null)
    .orderBy('toldAt')
    .limit(1)
    .executeTakeFirst();

/** Flags of a registration's payments. */
export const heardOf = (db: Database, registrationId: string): Promise<Doubt[]> =>
  db.selectFrom('doubts').select(['flag', 'keptAt']).where('registrationId', '=', registrationId).execute();
