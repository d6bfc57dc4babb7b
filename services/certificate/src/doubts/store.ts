import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { announceAct } from '../announce.ts';
import { onCertificate } from '../domain/acts.ts';
import type { Database } from '../store-database.ts';
import type { Doubt } from './domain/doubt.ts';

/** More than an admin decides in a sitting. */
const SHOWN = 50;

type Heard = { paymentId: string; registrationId: string; flag: string | null };

/** Keeps the last word about a payment, whatever the order they come in; another word asks for another decision. */
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
            toldAt: eb.ref('excluded.toldAt'),
            keptAt: null,
            keptBy: null,
            reason: null,
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

/** Certificates that stand although the money behind them moved, the oldest doubt first. */
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

/** The registration's certificate stays, by an admin's word: what was heard so far asks for nothing more. */
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

/** What was heard of a registration's payments. */
export const heardOf = (db: Database, registrationId: string): Promise<Doubt[]> =>
  db.selectFrom('doubts').select(['flag', 'keptAt']).where('registrationId', '=', registrationId).execute();
