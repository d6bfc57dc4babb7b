import type { Message } from '@g2/gateway/contract/messages';
import type { Db, StoredMessage, StoredRegistration } from '../db.ts';
import { visibleRegistration } from '../registrations.ts';
import type { Handlers } from './handler.ts';

const PAGE_SIZE = 50;

const threadOf = (db: Db, id: string): StoredMessage[] =>
  db.messages.filter(({ registrationId }) => registrationId === id);
const sideOf = (db: Db, row: StoredRegistration) => (row.userId === db.me.id ? 'client' : 'staff');

/** A message as the user may see it: clients do not see the names of staff. */
function messageFor(db: Db, thread: readonly StoredMessage[], one: StoredMessage): Message {
  const isHidden = !db.isStaff && one.side === 'staff';
  return {
    id: one.id,
    number: thread.indexOf(one) + 1,
    side: one.side,
    mine: one.authorId === db.me.id,
    authorName: isHidden ? null : db.nameOf(one.authorId),
    text: one.text,
    createdAt: one.createdAt,
  };
}

export const messageHandlers: Handlers = {
  listMessages({ params, query: { before } }, db) {
    const row = visibleRegistration(db, params.id);
    const thread = threadOf(db, row.id);
    const end = before === undefined ? thread.length : before - 1;
    const start = Math.max(0, end - PAGE_SIZE);
    const side = sideOf(db, row);
    return {
      items: thread.slice(start, end).map((one) => messageFor(db, thread, one)),
      total: thread.length,
      older: start === 0 ? null : start + 1,
      received: thread.filter((one) => one.side !== side).length,
      receivedRead: db.readCounts.get(`${row.id} ${side}`) ?? 0,
    };
  },
  writeMessage({ params, body: { text } }, db) {
    const row = visibleRegistration(db, params.id);
    const made = { id: db.nextId(), authorId: db.me.id, side: sideOf(db, row), createdAt: db.now() } as const;
    const message = { ...made, registrationId: row.id, text };
    db.messages.push(message);
    return messageFor(db, threadOf(db, row.id), message);
  },
  readMessages({ params, body: { received } }, db) {
    const row = visibleRegistration(db, params.id);
    const key = `${row.id} ${sideOf(db, row)}`;
    db.readCounts.set(key, Math.max(received, db.readCounts.get(key) ?? 0));
    row.unreadMessages = 0;
  },
  markViewing({ params }, db) {
    visibleRegistration(db, params.id);
    return { viewers: [] };
  },
};
