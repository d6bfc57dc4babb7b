import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { announce } from './announce.ts';
import { erase } from './domain/registration.ts';
import type { Database, Transaction } from './store.ts';
import { holdAccount } from './store-assignments.ts';
import { COLUMNS, type RegistrationRow, toRegistration } from './store-rows.ts';

/** What an event says of an account. */
export type AccountChange = {
  userId: string;
  isStaff: boolean;
  /** Deleted, by identity's own word. */
  isGone: boolean;
};

/**
 * Notes what was heard of an account; loops carry it out. An older version than the one last noted has no effect:
 * a late "demoted" takes nothing from somebody promoted again since.
 */
export const noteAccount = (
  db: Database,
  delivery: Delivery,
  { userId, isStaff, isGone }: AccountChange,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    await holdAccount(tx, userId);
    await tx.$executeRawUnsafe(
      `INSERT INTO account_changes AS a (user_id, version, changes, releasing, erasing_since)
       VALUES ($1::uuid, $2::int, $3::int, $4::boolean, $5::timestamptz)
       ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, changes = a.changes + excluded.changes,
         releasing = a.releasing OR excluded.releasing,
         erasing_since = coalesce(excluded.erasing_since, a.erasing_since)
       WHERE excluded.version > a.version OR excluded.erasing_since IS NOT NULL`,
      userId,
      delivery.version,
      isStaff ? 0 : 1,
      !isStaff,
      isGone ? now : null,
    );
  });

const BATCH = 50;
/** How long somebody's last token may still make a registration after their account went, ms; with a margin. */
const LAST_CALLS_MS = 5 * 60_000;

/**
 * Deletes a batch of what a deleted account never paid for, with holders, history and files (contract rule 9: what
 * was paid stays).
 * @returns true when there may be more
 */
export const eraseRegistrations = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const over = new Date(now.getTime() - LAST_CALLS_MS);
    const [account] = await tx.$queryRawUnsafe<{ user_id: string }[]>(
      `SELECT user_id FROM account_changes a WHERE erasing_since IS NOT NULL AND (erasing_since < $1::timestamptz
         OR EXISTS (SELECT FROM registrations r WHERE r.user_id = a.user_id AND r.payment_paid_at IS NULL))
       ORDER BY erasing_since LIMIT 1 FOR UPDATE SKIP LOCKED`,
      over,
    );
    if (!account) return false;
    const rows = await tx.$queryRawUnsafe<RegistrationRow[]>(
      `SELECT ${COLUMNS} FROM registrations r WHERE r.user_id = $1::uuid AND r.payment_paid_at IS NULL
       ORDER BY r.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      account.user_id,
    );
    if (rows.length === 0) return endErasure(tx, account.user_id, over);
    return eraseAll(tx, rows);
  });

async function eraseAll(tx: Transaction, rows: RegistrationRow[]): Promise<boolean> {
  const gone = rows.map(toRegistration).flatMap((state) => {
    const facts = erase(state);
    return facts ? [{ state, facts }] : [];
  });
  await tx.registration.deleteMany({ where: { id: { in: gone.map(({ state }) => state.id) } } });
  const events = gone.flatMap(({ state, facts }) =>
    announce({ ...state, version: state.version + 1 }, { next: state, facts }),
  );
  await emit(tx, events);
  return gone.length > 0;
}

/** Done, unless somebody holds one of them still, or may still make one. @returns true when it was the end */
async function endErasure(tx: Transaction, userId: string, over: Date): Promise<boolean> {
  const left = await tx.registration.findFirst({
    where: { userId, paymentPaidAt: null },
    select: { id: true },
  });
  if (left) return false;
  const { count } = await tx.accountChange.updateMany({
    where: { userId, erasingSince: { lt: over } },
    data: { erasingSince: null },
  });
  return count > 0;
}
