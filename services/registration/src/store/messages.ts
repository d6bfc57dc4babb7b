import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { MESSAGE_PAGE_SIZE, MESSAGES_PER_HOUR } from '@g2/terms/limits';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { toEvents } from '../announce.ts';
import { addMessage, type Message, markRead, NO_THREAD, type Side, type Thread } from '../domain/messages.ts';
import { type Caller, notFound, type Registration } from '../domain/registration.ts';
import { type Database, lockRegistration, type Tx } from '../store.ts';

const THREAD = Object.keys(NO_THREAD) as (keyof Thread)[];

const selectThread = (db: Kysely<DB>, registrationId: string) =>
  db.selectFrom('registrationThreads').select(THREAD).where('registrationId', '=', registrationId);

/** Newest messages, oldest first. Counts are read first, so that they never count a message that the page lacks. */
export async function readMessages(
  db: Database,
  registrationId: string,
  before: number | undefined,
): Promise<{ thread: Thread; messages: Message[] }> {
  const thread = (await selectThread(db, registrationId).executeTakeFirst()) ?? NO_THREAD;
  let page = db
    .selectFrom('registrationMessages')
    .select(['id', 'number', 'authorId', 'authorSide', 'text', 'createdAt'])
    .where('registrationId', '=', registrationId);
  if (before !== undefined) page = page.where('number', '<', before);
  const newest = await page.orderBy('number', 'desc').limit(MESSAGE_PAGE_SIZE).execute();
  return { thread, messages: newest.toReversed() };
}

/** The registration's lock serializes writers. @throws AppError not-found, and those of domain/messages.ts */
export async function writeMessage(
  tx: Tx,
  registrationId: string,
  caller: Caller,
  text: string,
  now: Date,
): Promise<Message> {
  const state = await lockRegistration(tx, registrationId);
  if (!state) throw notFound();
  const thread = (await selectThread(tx, registrationId).forUpdate().executeTakeFirst()) ?? NO_THREAD;
  const thirtiethAt = await thirtiethNewest(tx, registrationId, caller.id);
  const decided = addMessage(state, caller, text, { thread, thirtiethAt }, newId(), now);
  await saveThread(tx, registrationId, decided.thread);
  await tx
    .insertInto('registrationMessages')
    .values({ registrationId, ...decided.message })
    .execute();
  await emit(tx, toEvents(decided.next, decided));
  return decided.message;
}

async function thirtiethNewest(tx: Tx, registrationId: string, authorId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('registrationMessages')
    .select('createdAt')
    .where('registrationId', '=', registrationId)
    .where('authorId', '=', authorId)
    .orderBy('number', 'desc')
    .offset(MESSAGES_PER_HOUR - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

const saveThread = (tx: Tx, registrationId: string, thread: Thread) =>
  tx
    .insertInto('registrationThreads')
    .values({ registrationId, ...thread })
    .onConflict((on) => on.column('registrationId').doUpdateSet(thread))
    .execute();

/** Marks messages as read; emits an event only if something changed. */
export const markMessagesRead = (
  db: Database,
  state: Registration,
  side: Side,
  received: number,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    const thread = await selectThread(tx, state.id).forUpdate().executeTakeFirst();
    const next = thread ? markRead(thread, side, received, now) : null;
    if (!next) return;
    await saveThread(tx, state.id, next);
    await emit(
      tx,
      toEvents(state, { next: state, facts: [{ kind: 'messages-read', byStaff: side === 'staff' }] }),
    );
  });
