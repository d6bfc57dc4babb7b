import { emit } from '@g2/kit/outbox';
import { type PageBounds, planPageRead } from '@g2/terms/pages';
import { sql } from 'kysely';
import { toEvents } from '../announce.ts';
import type { Caller } from '../domain/registration.ts';
import { notFound } from '../domain/registration.ts';
import { remindOfPayment } from '../domain/reminders.ts';
import { type Database, lockRegistration, type Tx } from '../store.ts';

// Must equal the condition of the partial index in the migrations; the list uses the order of that index.
const UNPAID = sql<boolean>`r.payment_paid_at IS NULL AND r.sha256 IS NOT NULL`;

/** Number of unpaid files and their total amount in cents. Both are exact, since triggers maintain them. */
export const unpaidTotals = (db: Database): Promise<{ total: number; totalCents: number }> =>
  db
    .selectFrom('unpaidFiles')
    .select([
      sql<number>`coalesce(sum(files), 0)::int8`.as('total'),
      sql<number>`coalesce(sum(cents), 0)::int8`.as('totalCents'),
    ])
    .executeTakeFirstOrThrow();

/** Newest files first, since their owners are the most likely to pay. `expiresAt`: null until the owner was warned. */
export async function listUnpaidFiles(db: Database, bounds: PageBounds) {
  const totals = await unpaidTotals(db);
  const { limit, offset, fromEnd } = await planPageRead(bounds, async () => ({
    ...totals,
    totalCapped: false,
  }));
  const direction = fromEnd ? 'asc' : 'desc';
  const rows = await db
    .selectFrom('registrations as r')
    .where(UNPAID)
    .leftJoin('unpaidFileWarnings as w', (on) =>
      on.onRef('w.registrationId', '=', 'r.id').onRef('w.attachedAt', '=', 'r.fileAttachedAt'),
    )
    .leftJoin('paymentReminders as p', 'p.registrationId', 'r.id')
    .select([
      'r.id',
      'r.title',
      'r.userId',
      'r.applicantName',
      'r.fileName',
      'r.fileAttachedAt',
      'r.paymentAmount',
      'w.expiresAt',
      'p.remindedAt',
    ])
    .orderBy('r.fileAttachedAt', direction)
    .orderBy('r.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { items: fromEnd ? rows.toReversed() : rows, ...totals };
}
export type UnpaidFile = Awaited<ReturnType<typeof listUnpaidFiles>>['items'][number];

/** @throws AppError not-found, and those of domain/reminders.ts */
export const recordReminder = (db: Database, id: string, caller: Caller, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const state = await lockRegistration(tx, id);
    if (!state) throw notFound();
    const decided = remindOfPayment(state, caller, await remindedAt(tx, id), now);
    await tx
      .insertInto('paymentReminders')
      .values({ registrationId: id, remindedAt: now, remindedBy: caller.id })
      .onConflict((on) => on.column('registrationId').doUpdateSet({ remindedAt: now, remindedBy: caller.id }))
      .execute();
    await emit(tx, toEvents(decided.next, decided));
  });

const remindedAt = async (tx: Tx, id: string): Promise<Date | null> => {
  const row = await tx
    .selectFrom('paymentReminders')
    .select('remindedAt')
    .where('registrationId', '=', id)
    .executeTakeFirst();
  return row?.remindedAt ?? null;
};
