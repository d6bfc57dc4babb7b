import { preparedQuery } from '@g2/kit/prepared';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '#tables';
import type { Registration } from '../domain/registration.ts';
import type { Database } from '../store.ts';
import {
  anyOf,
  type ListedRow,
  type NoteRow,
  ownsHash,
  selectForStaff,
  selectListed,
  selectRegistrations,
  toRegistration,
} from './rows.ts';

/** A registration as staff see it; lists have only the number of notes. */
export type StaffRegistration = { state: Registration; notes: NoteRow[] } & Pick<
  ListedRow,
  'noteCount' | 'government' | 'paymentFlag'
>;

const byId = preparedQuery('find-registration', (db: Kysely<DB>, id: string) =>
  selectRegistrations(db).where('r.id', '=', id),
);
const notedById = preparedQuery('find-noted', (db: Kysely<DB>, id: string) =>
  selectForStaff(db).where('r.id', '=', id),
);

/** Hot path: one statement, by primary key. */
export async function findRegistration(db: Database, id: string): Promise<Registration | null> {
  const [row] = await byId(db, id);
  return row ? toRegistration(row) : null;
}

/** Finds a registration with its newest internal notes, for staff only. */
export async function findForStaff(db: Database, id: string): Promise<StaffRegistration | null> {
  const [found] = await notedById(db, id);
  if (!found) return null;
  const { internalNotes: notes, ...row } = found;
  return { ...toStaffRegistration(row), notes };
}

export const toStaffRegistration = ({
  noteCount,
  government,
  paymentFlag,
  ...row
}: ListedRow): StaffRegistration => ({
  state: toRegistration(row),
  notes: [],
  noteCount,
  government,
  paymentFlag,
});

/** Missing ids are left out. */
export const findListed = async (db: Database, ids: readonly string[]): Promise<StaffRegistration[]> =>
  (await selectListed(db).where('r.id', '=', anyOf(ids)).execute()).map(toStaffRegistration);

export type HistoryRow = Selectable<DB['registrationStatusHistory']>;

/** Maximum bytes of history text in a response; gRPC allows 4 MiB. */
const HISTORY_BYTES = 3 * 1_048_576;
/** Bytes of this row and all newer ones. */
const bytesSince = sql<number>`sum(octet_length(coalesce(reason, '')) + octet_length(coalesce(notes, '')) + 300)
  OVER (ORDER BY created_at DESC, id DESC)`;

/** Status history, oldest first. Of a very long history, only the newest rows that fit are returned. */
export const statusHistory = (db: Database, registrationId: string): Promise<HistoryRow[]> =>
  db
    .selectFrom((of) =>
      of
        .selectFrom('registrationStatusHistory')
        .selectAll()
        .select(bytesSince.as('bytes'))
        .where('registrationId', '=', registrationId)
        .as('newest'),
    )
    .selectAll()
    .where('bytes', '<=', HISTORY_BYTES)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** True if the payment is refunded or disputed. */
export async function isFlagged(db: Kysely<DB>, paymentId: string | null): Promise<boolean> {
  if (!paymentId) return false;
  const flagsOfPayment = db.selectFrom('paymentFlags').select('paymentId').where('paymentId', '=', paymentId);
  return (await flagsOfPayment.where('flag', 'is not', null).executeTakeFirst()) !== undefined;
}

/** Most registrations of one file that are named. A payment of another one is given back. */
const MAX_FILE_TAKEN = 500;

/** Unpaid registrations with the file of this one, if it is paid and its case is open. */
export async function fileTakenBy(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations as r')
    .innerJoin('registrations as o', 'o.sha256', 'r.sha256')
    .select('o.id')
    .where('r.id', '=', id)
    .where(ownsHash('r'))
    .where('o.paymentPaidAt', 'is', null)
    .limit(MAX_FILE_TAKEN)
    .execute();
  return rows.map((row) => row.id);
}

/** Users with a paid registration without certificate; their accounts may not be deleted. */
export async function unfinishedPaid(db: Database, userIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('userId')
    .distinct()
    .where('userId', '=', anyOf(userIds))
    .where('paymentPaidAt', 'is not', null)
    .where('status', '<>', 'certificate_issued')
    .where('closedAt', 'is', null)
    .execute();
  return rows.map((row) => row.userId);
}

/** Missing ids are left out. */
export const titlesOf = (db: Database, ids: string[]): Promise<{ id: string; title: string }[]> =>
  db.selectFrom('registrations').select(['id', 'title']).where('id', '=', anyOf(ids)).execute();

export const applicantsOf = (
  db: Database,
  ids: string[],
): Promise<{ id: string; name: string; taxId: string }[]> =>
  db
    .selectFrom('registrations')
    .select(['id', 'applicantName as name', 'applicantTaxId as taxId'])
    .where('id', '=', anyOf(ids))
    .execute();
