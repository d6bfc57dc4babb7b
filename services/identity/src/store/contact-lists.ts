import { matchesWords } from '@g2/kit/text-search';
import { invalidField } from '@g2/terms/errors';
import type { PageBounds } from '@g2/terms/pages';
import { hasTrigram, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import type { ContactState } from '../domain/contacts.ts';
import type { Database } from '../store.ts';
import { answersTo, type ContactView, withDetails } from './contacts.ts';
import { type CappedCount, countToCap } from './counts.ts';

type ListedContacts = CappedCount & { items: ContactView[] };

/** `undefined` means no filter. */
type ContactQuery = PageBounds & {
  search: string;
  state: ContactState | undefined;
  assigneeId: string | undefined;
};

type Contacts = SelectQueryBuilder<DB, 'contacts', object>;

/** Contacts for the staff, without messages and answers. */
export async function listContacts(
  db: Database,
  { search, state, assigneeId, limit, offset }: ContactQuery,
): Promise<ListedContacts> {
  assertWithinCap(offset);
  let found = search ? searched(db, search) : db.selectFrom('contacts');
  if (state !== undefined) found = found.where(IN_STATE[state]);
  if (assigneeId !== undefined) found = found.where('contacts.assigneeId', '=', assigneeId);
  const page = withDetails(found).limit(limit).offset(offset);
  const ordered =
    state === 'closed'
      ? page.orderBy('contacts.closedAt', 'desc').orderBy('contacts.number', 'desc')
      : page.orderBy('contacts.isOpen', 'desc').orderBy('contacts.createdAt').orderBy('contacts.number');
  const [rows, counted] = await Promise.all([ordered.execute(), countToCap(db, found)]);
  return { items: rows.map((row) => ({ ...row, message: '', answers: [] })), ...counted };
}

const IN_STATE = {
  open: sql<boolean>`contacts.is_open AND NOT contacts.is_answered`,
  answered: sql<boolean>`contacts.is_open AND contacts.is_answered`,
  closed: sql<boolean>`NOT contacts.is_open`,
} as const;

/** A search text too short for trigrams has no index: it searches only the newest contacts. */
function searched(db: Database, search: string): Contacts {
  const has = matchesWords(sql`contacts.searched`, search);
  if (hasTrigram(search)) return db.selectFrom('contacts').where(has);
  const newest = db
    .selectFrom('contacts as c')
    .select('c.number')
    .orderBy('c.createdAt', 'desc')
    .limit(NEWEST_SEARCHED);
  return db.selectFrom('contacts').where('contacts.number', 'in', newest).where(has);
}

/** @throws AppError invalid-input beyond TOTAL_CAP */
function assertWithinCap(offset: number): void {
  if (offset > TOTAL_CAP) throw invalidField('page', 'Página longe demais: use os filtros ou a busca.');
}

/** Contacts of an account, newest first, with answers. @param unread true: only with an unread answer */
export async function listOwnContacts(
  db: Database,
  userId: string,
  { unread, limit, offset }: PageBounds & { unread: boolean },
): Promise<ListedContacts> {
  assertWithinCap(offset);
  const all = db.selectFrom('contacts').where('contacts.userId', '=', userId);
  const own = unread ? all.where('contacts.isUnread', '=', true) : all;
  const [rows, counted] = await Promise.all([
    withDetails(own)
      .orderBy('contacts.createdAt', 'desc')
      .orderBy('contacts.number', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countToCap(db, own),
  ]);
  const numbers = rows.map(({ number }) => number);
  const answers = await answersTo(db, numbers);
  return { items: rows.map((row) => ({ ...row, answers: answers.get(row.number) ?? [] })), ...counted };
}
