import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { type Expression, sql } from 'kysely';
import { toAuditEvent } from '../announce.ts';
import { certificateAct } from '../domain/acts.ts';
import type { Database } from '../store/database.ts';
import type { PaymentFlag } from './domain/doubt.ts';

const PAGE_SIZE = 50;

const ifFlagChanged = <Value>(changed: Expression<Value>, kept: Expression<Value>) =>
  sql<Value>`CASE WHEN excluded.flag IS DISTINCT FROM doubts.flag THEN ${changed} ELSE ${kept} END`;

type FlagChange = { paymentId: string; registrationId: string; flag: string | null };

/** Stores the latest flag of a payment; events may arrive in any order. A changed flag needs a new decision. */
export const savePaymentFlag = (db: Database, change: FlagChange, delivery: Delivery): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    const { version, time: toldAt } = delivery;
    await tx
      .insertInto('doubts')
      .values({ ...change, version, toldAt })
      .onConflict((on) =>
        on
          .column('paymentId')
          .doUpdateSet((eb) => ({
            flag: eb.ref('excluded.flag'),
            version: eb.ref('excluded.version'),
            // An unchanged flag keeps its first time and the admin's decision.
            toldAt: ifFlagChanged(eb.ref('excluded.toldAt'), eb.ref('doubts.toldAt')),
            keptAt: ifFlagChanged(sql`NULL`, eb.ref('doubts.keptAt')),
            keptBy: ifFlagChanged(sql`NULL`, eb.ref('doubts.keptBy')),
            reason: ifFlagChanged(sql`NULL`, eb.ref('doubts.reason')),
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

/** Valid certificates with an undecided payment flag, oldest first. */
export async function undecidedCertificates(db: Database) {
  const rows = await db
    .selectFrom('doubts')
    .innerJoin('certificates', 'certificates.registrationId', 'doubts.registrationId')
    .select(['number', 'certificates.registrationId', 'facts', 'flag', 'toldAt as since'])
    .$narrowType<{ facts: { title: string }; flag: string }>()
    .where('flag', 'is not', null)
    .where('keptAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('supersededBy', 'is', null)
    .orderBy('toldAt')
    .limit(PAGE_SIZE)
    .execute();
  return rows.map(({ facts: { title }, ...row }) => ({ ...row, title }));
}

/** Records the admin's decision to keep the certificate despite the current flags. */
export const keepCertificate = (
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
    await emit(tx, [toAuditEvent(certificateAct('certificate-kept', number, by.adminId))]);
  });

/** The oldest undecided flag of a registration's payments; undefined without one. */
export const undecidedFlag = (
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

export const paymentFlagsOf = (db: Database, registrationId: string): Promise<PaymentFlag[]> =>
  db.selectFrom('doubts').select(['flag', 'keptAt']).where('registrationId', '=', registrationId).execute();
