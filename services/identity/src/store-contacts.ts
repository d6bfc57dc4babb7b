import { contactNumber } from '@g2/terms/contact-number';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import {
  type Contact,
  type ContactAnswer,
  type ContactDeed,
  contactNumbered,
  contactYear,
  foundContact,
} from './domain/contacts.ts';
import type { Database, Tx } from './store.ts';
import { record } from './store-audit.ts';

const COLUMNS = [
  'contacts.number',
  'contacts.userId',
  'contacts.name',
  'contacts.email',
  'contacts.subject',
  'contacts.message',
  'contacts.registrationId',
  'contacts.isOpen',
  'contacts.version',
  'contacts.createdAt',
  'contacts.changedAt',
  'contacts.closedAt',
  'contacts.closedBy',
] as const;

const ANSWER_COLUMNS = ['id', 'authorId', 'text', 'createdAt'] as const;

/** One as its readers are shown it. */
export type SeenContact = Contact & {
  answerCount: number;
  answers: ContactAnswer[];
  /** It was written by an account whose address is proven: answers reach it. */
  emailProven: boolean;
};

type Opening = Pick<Contact, 'userId' | 'name' | 'email' | 'subject' | 'message' | 'registrationId'>;

/** Writes one under the next number of its year: the year's row is held until the transaction ends, so that none is left out. */
export async function insertContact(tx: Tx, opening: Opening, now: Date): Promise<string> {
  const year = contactYear(now);
  const { last } = await tx
    .insertInto('contactYears')
    .values({ year, last: 1 })
    .onConflict((on) => on.column('year').doUpdateSet({ last: sql`contact_years.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const number = contactNumber(year, last);
  const { name, email } = opening;
  await tx
    .insertInto('contacts')
    .values({
      ...opening,
      number,
      createdAt: now,
      changedAt: now,
      searched: sql<string>`folded(${`${number} ${name} ${email}`})`,
    })
    .execute();
  return number;
}

/**
 * Holds one until the transaction ends, its account's row before it, as whoever deletes the account does.
 * @throws AppError not-found
 */
export async function lockContact(tx: Tx, number: string): Promise<Contact> {
  const one = () => tx.selectFrom('contacts').where('number', '=', contactNumbered(number));
  const { userId } = foundContact(await one().select('userId').executeTakeFirst());
  if (userId !== null)
    await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  return foundContact(await one().select(COLUMNS).forUpdate().executeTakeFirst());
}

export const countAnswers = async (tx: Tx, number: string): Promise<number> => {
  const answers = tx.selectFrom('contactAnswers').where('number', '=', number);
  const { answered } = await answers
    .select(({ fn }) => fn.countAll<number>().as('answered'))
    .executeTakeFirstOrThrow();
  return answered;
};

/** Writes what one of the staff did: the contact, the answer, the trail. */
export async function saveDeed(tx: Tx, { next, acts, answer }: ContactDeed): Promise<void> {
  const { number, isOpen, version, changedAt, closedAt, closedBy } = next;
  await tx
    .updateTable('contacts')
    .set({ isOpen, version, changedAt, closedAt, closedBy })
    .where('number', '=', number)
    .execute();
  if (answer)
    await tx
      .insertInto('contactAnswers')
      .values({ ...answer, number })
      .execute();
  for (const act of acts) await record(tx, act, changedAt);
}

/** A contact with what is read beside it. */
export const withFacts = <O>(contacts: SelectQueryBuilder<DB, 'contacts', O>) =>
  contacts.select(COLUMNS).select([ANSWER_COUNT.as('answerCount'), PROVEN.as('emailProven')]);

const ANSWER_COUNT = sql<number>`(SELECT count(*)::int4 FROM contact_answers a WHERE a.number = contacts.number)`;
const PROVEN = sql<boolean>`EXISTS (SELECT FROM users u WHERE u.id = contacts.user_id AND u.email_verified_at IS NOT NULL)`;

/** One with its answers. @throws AppError not-found */
export async function getContact(db: Database, number: string): Promise<SeenContact> {
  const row = await withFacts(db.selectFrom('contacts'))
    .where('number', '=', contactNumbered(number))
    .executeTakeFirst();
  return { ...foundContact(row), answers: (await answersTo(db, [number])).get(number) ?? [] };
}

/** The answers to each of these, the first first. */
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
