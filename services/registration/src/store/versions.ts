import type { Delivery } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { claimDelivery } from '@g2/kit/inbox';
import type { PageBounds } from '@g2/terms/pages';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { type Caller, notFound, type Registration } from '../domain/registration.ts';
import { type PreviousVersion, startNextVersion } from '../domain/versions.ts';
import { type Database, insertRegistration, lockRegistration, type Tx } from '../store.ts';
import { listHolders } from './holders.ts';
import { findRegistration, isFlagged } from './reads.ts';
import { selectRegistrations, toRegistration } from './rows.ts';

/** The previous version's lock and a unique index prevent two successors. @throws AppError see domain/versions.ts */
export async function addVersion(
  tx: Tx,
  previousId: string,
  caller: Caller,
  { whatIsNew, now }: { whatIsNew: string; now: Date },
): Promise<Registration> {
  const previous = await lockRegistration(tx, previousId);
  const context = {
    newest: previous && (await newerThan(tx, previous)),
    isFlagged: previous !== null && (await isFlagged(tx, previous.paymentId)),
  };
  const decided = startNextVersion(previous, caller, context, { id: newId(), whatIsNew, now });
  if (!previous) throw notFound();
  await insertRegistration(tx, decided);
  await copyHolders(tx, previousId, decided.next.id, now);
  return { ...decided.next, holdersTotal: previous.holdersTotal };
}

/** Null for a first version. */
export async function previousVersionOf(
  db: Database,
  { lineage }: Registration,
): Promise<PreviousVersion | null> {
  if (lineage.previousId === null) return null;
  const previous = await findRegistration(db, lineage.previousId);
  return (
    previous && {
      certificateRevokedAt: previous.certificateRevokedAt,
      isFlagged: await isFlagged(db, previous.paymentId),
    }
  );
}

/** The newest version of the chain; null if the given version is the newest. */
async function newerThan(db: Kysely<DB>, { lineage }: Registration) {
  const newest = db
    .selectFrom('registrations')
    .select(['id', 'status'])
    .where('rootId', '=', lineage.rootId)
    .where('versionNumber', '>', lineage.number);
  return (await newest.orderBy('versionNumber', 'desc').limit(1).executeTakeFirst()) ?? null;
}

async function copyHolders(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  const holders = await listHolders(tx, from);
  if (holders.length === 0) return;
  const copies = holders.map((holder, place) => ({
    ...holder,
    id: newId(),
    registrationId: to,
    // Holders are sorted by creation time, so increasing times keep their order.
    createdAt: new Date(now.getTime() + place),
  }));
  await tx.insertInto('registrationHolders').values(copies).execute();
}

export async function listChain(
  db: Database,
  { lineage: { rootId } }: Registration,
  { limit, offset }: PageBounds,
): Promise<{ items: Registration[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    selectRegistrations(db)
      .where((eb) => eb.or([eb('r.id', '=', rootId), eb('r.rootId', '=', rootId)]))
      .orderBy('r.versionNumber')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('registrations')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where((eb) => eb.or([eb('id', '=', rootId), eb('rootId', '=', rootId)]))
      .executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(toRegistration), total };
}

export const recordRevocation = (db: Database, delivery: Delivery, registrationId: string): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    await tx
      .updateTable('registrations')
      .set({ certificateRevokedAt: delivery.time })
      .where('id', '=', registrationId)
      .where('certificateRevokedAt', 'is', null)
      .execute();
  });
