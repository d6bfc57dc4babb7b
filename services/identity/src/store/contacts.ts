import { emit } from '@g2/kit/outbox';
import { contactNumber } from '@g2/terms/contact-number';
import { AppError } from '@g2/terms/errors';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import { contactChanged } from '../announce.ts';
import {
  type Contact,
  type ContactAnswer,
  type ContactTransition,
  checkContactNumber,
  contactYear,
  requireContact,
} from '../domain/contacts.ts';
import type { Database, Tx } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { countRows } from './counts.ts';

const COLUMNS = [
  'contacts.number',
  'contacts.userId',
  'contacts.name',
  'contacts.email',
  'contacts.subject',
  'contacts.message',
  'contacts.registrationId',
  'contacts.isOpen',
  'contacts.isAnswered',
  'contacts.isUnread',
  'contacts.assigneeId',
  'contacts.version',
  'contacts.createdAt',
  'contacts.changedAt',
  'contacts.closedAt',
  'contacts.closedBy',
] as const;

const ANSWER_COLUMNS = ['id', 'authorId', 'fromStaff', 'text', 'createdAt'] as const;

export type ContactView = Contact & {
  answerCount: number;
  answers: ContactAnswer[];
  /** True when the author's account has a proven e-mail address: answers reach it by mail. */
  emailProven: boolean;
};

type NewContact = Pick<Contact, 'userId' | 'name' | 'email' | 'subject' | 'message' | 'registrationId'>;

/** Inserts a contact under the next number of the year. The lock on the year's counter row prevents gaps. */
export async function insertContact(tx: Tx, opening: NewContact, now: Date): Promise<string> {
  const year = contactYear(now);
  const { last } = await tx
    .insertInto('contactYears')
    .values({ year, last: 1 })
    .onConflict((on) => on.column('year').doUpdateSet({ last: sql`contact_years.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const number = contactNumber(year, last);
  const { name, email, subject, message } = opening;
  await tx
    .insertInto('contacts')
    .values({
      ...opening,
      number,
      createdAt: now,
      changedAt: now,
      searched: sql<string>`folded(${`${number} ${name} ${email} ${subject} ${message}`})`,
    })
    .execute();
  await emit(tx, [contactChanged({ number, userId: opening.userId })]);
  return number;
}

/** Locks the row of the account, then the contact: the same order as account deletion. @throws AppError not-found */
export async function lockContact(tx: Tx, number: string): Promise<Contact> {
  const one = () => tx.selectFrom('contacts').where('number', '=', checkContactNumber(number));
  const { userId } = requireContact(await one().select('userId').executeTakeFirst());
  if (userId !== null)
    await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  return requireContact(await one().select(COLUMNS).forUpdate().executeTakeFirst());
}

/** @throws AppError forbidden when the caller is no longer active staff */
export async function assertActiveStaff(tx: Tx, actorId: string): Promise<void> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', actorId)
    .where('isActive', '=', true)
    .where('role', 'in', ['operator', 'admin'])
    .executeTakeFirst();
  if (!found) throw new AppError('forbidden');
}

export const countAnswers = (tx: Tx, number: string, fromStaff: boolean): Promise<number> =>
  countRows(tx.selectFrom('contactAnswers').where('number', '=', number).where('fromStaff', '=', fromStaff));

export async function saveContactChange(tx: Tx, { next, acts, answer }: ContactTransition): Promise<void> {
  const { number, isOpen, isAnswered, isUnread, assigneeId, version, changedAt, closedAt, closedBy } = next;
  const searchedText = answer
    ? sql<string>`searched || ' ' || folded(${answer.text})`
    : sql<string>`searched`;
  const set = { isOpen, isAnswered, isUnread, assigneeId, version, changedAt, closedAt, closedBy };
  await tx
    .updateTable('contacts')
    .set({ ...set, searched: searchedText })
    .where('number', '=', number)
    .execute();
  if (answer)
    await tx
      .insertInto('contactAnswers')
      .values({ ...answer, number })
      .execute();
  for (const act of acts) await recordAuditAct(tx, act, changedAt);
  await emit(tx, [contactChanged(next)]);
}

/** Marks a contact as read if `version` is current: a later answer stays unread. @throws AppError not-found */
export async function markRead(db: Database, number: string, userId: string, version: number): Promise<void> {
  const own = await db
    .selectFrom('contacts')
    .select(['version', 'isUnread'])
    .where('number', '=', checkContactNumber(number))
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!requireContact(own).isUnread) return;
  await db
    .updateTable('contacts')
    .set({ isUnread: false })
    .where('number', '=', number)
    .where('version', '=', version)
    .execute();
}

export const withDetails = <O>(contacts: SelectQueryBuilder<DB, 'contacts', O>) =>
  contacts.select(COLUMNS).select([ANSWER_COUNT.as('answerCount'), PROVEN.as('emailProven')]);

const ANSWER_COUNT = sql<number>`(SELECT count(*)::int4 FROM contact_answers a WHERE a.number = contacts.number AND a.from_staff)`;
const PROVEN = sql<boolean>`EXISTS (SELECT FROM users u WHERE u.id = contacts.user_id AND u.email_verified_at IS NOT NULL)`;

/** @throws AppError not-found */
export async function getContact(db: Database, number: string): Promise<ContactView> {
  const row = await withDetails(db.selectFrom('contacts'))
    .where('number', '=', checkContactNumber(number))
    .executeTakeFirst();
  return { ...requireContact(row), answers: (await answersTo(db, [number])).get(number) ?? [] };
}

export async function answersTo(db: Database, numbers: string[]): Promise<Map<string, ContactAnswer[]>> {
  const rows = await db
    .selectFrom('contactAnswers')
    .select([...ANSWER_COLUMNS, 'number'])
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ number }) => number);
}
