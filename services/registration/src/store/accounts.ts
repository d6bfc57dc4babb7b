import { eraseTexts } from '@g2/kit/event-texts';
import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import type { Selectable } from 'kysely';
import type { DB } from '#tables';
import { toEvents } from '../announce.ts';
import { eraseRegistration, type Registration } from '../domain/registration.ts';
import { type Database, deleteDroppedOf, type Tx } from '../store.ts';
import { lockAccount } from './assignments.ts';
import { anyOf, selectRegistrations, toRegistration } from './rows.ts';
import { dropViewing } from './viewing.ts';

export type AccountChange = {
  userId: string;
  isStaff: boolean;
  /** Whether identity reports the account as deleted. */
  isGone: boolean;
};

/** An older version has no effect, so that a late demotion cannot undo a promotion. */
export const recordAccountChange = (
  db: Database,
  delivery: Delivery,
  { userId, isStaff, isGone }: AccountChange,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    await lockAccount(tx, userId);
    if (!isStaff) await dropViewing(tx, userId);
    if (isGone) await eraseTexts(tx, 'userId', [userId]);
    await upsertChange(tx, {
      userId,
      version: delivery.version,
      changes: isStaff ? 0 : 1,
      releasing: !isStaff,
      erasingSince: isGone ? now : null,
    });
  });

/** Merges the change with pending work for the account. A deletion counts even if its event arrives late. */
async function upsertChange(tx: Tx, change: Selectable<DB['accountChanges']>): Promise<void> {
  await tx
    .insertInto('accountChanges')
    .values(change)
    .onConflict((on) =>
      on
        .column('userId')
        .doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          changes: eb('accountChanges.changes', '+', eb.ref('excluded.changes')),
          releasing: eb
            .or([eb.ref('accountChanges.releasing'), eb.ref('excluded.releasing')])
            .$castTo<boolean>(),
          erasingSince: eb.fn.coalesce('excluded.erasingSince', 'accountChanges.erasingSince'),
        }))
        .where((eb) =>
          eb.or([
            eb('excluded.version', '>', eb.ref('accountChanges.version')),
            eb('excluded.erasingSince', 'is not', null),
          ]),
        ),
    )
    .execute();
}

const BATCH = 50;
/** How long the last access token of a deleted account may still create registrations, ms, with a margin. */
const LAST_TOKEN_MS = 5 * 60_000;

/** Deletes a batch of never-paid registrations; paid ones stay (api-rules R9). @returns true if there may be more */
export const eraseRegistrations = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const over = new Date(now.getTime() - LAST_TOKEN_MS);
    const userId = await takeErased(tx, over);
    if (userId === undefined) return false;
    const rows = await selectRegistrations(tx)
      .where('r.userId', '=', userId)
      .where('r.paymentPaidAt', 'is', null)
      .orderBy('r.id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    await deletePersonalData(tx, userId);
    if (rows.length === 0) return endErasure(tx, userId, over);
    return eraseAll(tx, rows.map(toRegistration));
  });

/** Deletes personal data outside the registrations: file names, stored responses, saved views, dropped assignments. */
async function deletePersonalData(tx: Tx, userId: string): Promise<void> {
  // Open tickets are needed to clean up storage; they expire within a day.
  await tx.deleteFrom('uploadTickets').where('userId', '=', userId).where('state', '<>', 'open').execute();
  await tx.deleteFrom('queueViews').where('userId', '=', userId).execute();
  await tx.deleteFrom('idempotencyKeys').where('scope', 'like', `${userId}:%`).execute();
  await tx.deleteFrom('droppedAssignments').where('operatorId', '=', userId).execute();
}

/** Locks a deleted account: with registrations to delete, or deleted at least LAST_TOKEN_MS ago. Skips locked ones. */
async function takeErased(tx: Tx, over: Date): Promise<string | undefined> {
  const account = await tx
    .selectFrom('accountChanges as a')
    .select('a.userId')
    .where('a.erasingSince', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('a.erasingSince', '<', over),
        eb.exists(
          eb
            .selectFrom('registrations as r')
            .whereRef('r.userId', '=', 'a.userId')
            .where('r.paymentPaidAt', 'is', null),
        ),
      ]),
    )
    .orderBy('a.erasingSince')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return account?.userId;
}

async function eraseAll(tx: Tx, states: Registration[]): Promise<boolean> {
  const gone = states.map(eraseRegistration).filter((decided) => decided !== null);
  const ids = gone.map(({ next }) => next.id);
  await tx.deleteFrom('registrations').where('id', '=', anyOf(ids)).execute();
  await deleteDroppedOf(tx, ids);
  await eraseTexts(tx, 'registrationId', ids);
  await emit(
    tx,
    gone.flatMap((decided) => toEvents(decided.next, decided)),
  );
  return gone.length > 0;
}

/** Ends the erasure unless registrations are left or may still be created. @returns true if it ended */
async function endErasure(tx: Tx, userId: string, over: Date): Promise<boolean> {
  const left = await tx
    .selectFrom('registrations')
    .select('id')
    .where('userId', '=', userId)
    .where('paymentPaidAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (left) return false;
  const ended = await tx
    .updateTable('accountChanges')
    .set({ erasingSince: null })
    .where('userId', '=', userId)
    .where('erasingSince', '<', over)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}
