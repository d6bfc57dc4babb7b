import type { Message } from '@g2/gateway/contract/messages';
import type { Db, StoredMessage, StoredRegistration } from '../db.ts';
import { visibleRegistration } from '../registrations.ts';
import type { Handlers } from './handler.ts';

const PAGE_SIZE = 50;

const messagesOf = (db: Db, id: string): StoredMessage[] =>
  db.messages.filter(({ registrationId }) => registrationId === id);
const sideOf = (db: Db, { userId }: StoredRegistration) => (userId === db.me.id ? 'client' : 'staff');

/** A message as the signed-in user may see it: clients do not see the names of staff. */
function messageFor(db: Db, thread: readonly StoredMessage[], message: StoredMessage): Message {
  const isNameHidden = !db.isStaff && message.side === 'staff';
  return {
    id: message.id,
    number: thread.indexOf(message) + 1,
    side: message.side,
    mine: message.authorId === db.me.id,
    authorName: isNameHidden ? null : db.nameOf(message.authorId),
    text: message.text,
    createdAt: message.createdAt,
  };
}

export const messageHandlers: Handlers = {
  listMessages({ params, query: { before } }, db) {
    const registration = visibleRegistration(db, params.id);
    const thread = messagesOf(db, registration.id);
    const end = before === undefined ? thread.length : before - 1;
    const start = Math.max(0, end - PAGE_SIZE);
    const side = sideOf(db, registration);
    return {
      items: thread.slice(start, end).map((message) => messageFor(db, thread, message)),
      total: thread.length,
      older: start === 0 ? null : start + 1,
      received: thread.filter((message) => message.side !== side).length,
      receivedRead: db.readCounts.get(`${registration.id} ${side}`) ?? 0,
    };
  },
  writeMessage({ params, body: { text } }, db) {
    const registration = visibleRegistration(db, params.id);
    const message = {
      id: db.nextId(),
      registrationId: registration.id,
      authorId: db.me.id,
      side: sideOf(db, registration),
      text,
      createdAt: db.now(),
    } as const;
    db.messages.push(message);
    return messageFor(db, messagesOf(db, registration.id), message);
  },
  readMessages({ params, body: { received } }, db) {
    const registration = visibleRegistration(db, params.id);
    const key = `${registration.id} ${sideOf(db, registration)}`;
    db.readCounts.set(key, Math.max(received, db.readCounts.get(key) ?? 0));
    registration.unreadMessages = 0;
  },
  markViewing({ params }, db) {
    visibleRegistration(db, params.id);
    return { viewers: [] };
  },
};
