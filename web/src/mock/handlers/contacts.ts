import { NO_CONTACT, type OwnContact, visitorContactForm } from '@g2/gateway/contract/contacts';
import { AppError } from '@g2/gateway/contract/errors';
import type { Db, StoredContact } from '../db.ts';
import { hasWords, paged } from '../lists.ts';
import type { Handlers } from './handler.ts';

const CHANGED_MESSAGE = 'Este atendimento mudou enquanto isso. Veja o que há de novo e tente de novo.';

function contactOf(db: Db, number: string, version?: number): StoredContact {
  const found = db.contacts.find((one) => one.number === number);
  if (found === undefined) throw new AppError('not-found', { message: NO_CONTACT });
  if (version !== undefined && version !== found.version) {
    throw new AppError('conflict', { message: CHANGED_MESSAGE });
  }
  return found;
}

function ownContactOf(db: Db, number: string): StoredContact {
  const found = contactOf(db, number);
  if (found.userId !== db.me.id) throw new AppError('not-found', { message: NO_CONTACT });
  return found;
}

function changeContact(db: Db, contact: StoredContact, given: Partial<StoredContact>): StoredContact {
  const closedAt = given.state === undefined || given.state === 'closed' ? contact.closedAt : null;
  return Object.assign(contact, { closedAt }, given, {
    version: contact.version + 1,
    changedAt: db.now(),
    answerCount: contact.answers.length,
  });
}

const closedFields = (db: Db): Partial<StoredContact> => ({
  state: 'closed',
  closedAt: db.now(),
  closedBy: db.person(db.me.id),
});

function addAnswer(db: Db, contact: StoredContact, text: string, fromStaff: boolean): void {
  const author = fromStaff ? db.person(db.me.id) : null;
  contact.answers.push({ id: db.nextId(), fromStaff, text, createdAt: db.now(), author });
}

const asOwner = ({ number, subject, message, registrationId, ...one }: StoredContact): OwnContact => ({
  number,
  subject,
  message,
  registrationId,
  state: one.state,
  version: one.version,
  isUnread: one.isUnread,
  canReply: true,
  createdAt: one.createdAt,
  closedAt: one.closedAt,
  answers: one.answers,
});

function newContact(db: Db, given: Partial<StoredContact>): StoredContact {
  const year = new Date(db.now()).getUTCFullYear();
  const now = db.now();
  return {
    number: `AT-${year}-${String(db.contacts.length + 1).padStart(6, '0')}`,
    userId: null,
    name: '',
    email: '',
    emailProven: false,
    subject: '',
    message: '',
    registrationId: null,
    registrationTitle: null,
    state: 'open',
    version: 1,
    answerCount: 0,
    assignee: null,
    createdAt: now,
    changedAt: now,
    closedAt: null,
    closedBy: null,
    answers: [],
    isUnread: false,
    ...given,
  };
}

export const contactHandlers: Handlers = {
  getSupport: () => ({ email: null, phone: null, hours: null }),
  openContact({ body }, db) {
    const me = db.sessionUserId === null ? undefined : db.me;
    if (me === undefined) visitorContactForm.parse(body);
    const registration = db.registrations.find(({ id }) => id === body.registrationId);
    const contact = newContact(db, {
      userId: me?.id ?? null,
      name: me === undefined ? (body.name ?? '') : `${me.firstName} ${me.lastName}`,
      email: me?.email ?? body.email ?? '',
      emailProven: me?.emailVerified ?? false,
      subject: body.subject,
      message: body.message,
      registrationId: registration?.id ?? null,
      registrationTitle: registration?.title ?? null,
    });
    db.contacts.push(contact);
    return { number: contact.number };
  },
  listOwnContacts({ query }, db) {
    const own = db.contacts.filter(
      (one) => one.userId === db.me.id && (query.unread === undefined || one.isUnread === query.unread),
    );
    return paged(own.toReversed().map(asOwner), query);
  },
  replyContact({ params, body: { text } }, db) {
    const contact = ownContactOf(db, params.number);
    addAnswer(db, contact, text, false);
    return asOwner(changeContact(db, contact, { state: 'open', closedBy: null }));
  },
  readContact({ params }, db) {
    ownContactOf(db, params.number).isUnread = false;
  },
  listContacts({ query }, db) {
    const { state, mine, search } = query;
    const found = db.contacts.filter(
      (one) =>
        (state === undefined || one.state === state) &&
        (mine !== true || one.assignee?.id === db.me.id) &&
        (search === undefined || hasWords(`${one.number} ${one.name} ${one.email} ${one.subject}`, search)),
    );
    return state === 'closed' ? paged(found.toReversed(), query) : paged(found, query);
  },
  getContact: ({ params }, db) => contactOf(db, params.number),
  answerContact({ params, body: { version, text, close } }, db) {
    const contact = contactOf(db, params.number, version);
    addAnswer(db, contact, text, true);
    const assignee = contact.assignee ?? db.person(db.me.id);
    return changeContact(db, contact, {
      assignee,
      isUnread: true,
      ...(close ? closedFields(db) : { state: 'answered' }),
    });
  },
  closeContact({ params, body: { version } }, db) {
    return changeContact(db, contactOf(db, params.number, version), closedFields(db));
  },
  reopenContact: ({ params, body: { version } }, db) =>
    changeContact(db, contactOf(db, params.number, version), { state: 'open', closedBy: null }),
  takeContact: ({ params, body: { version, take } }, db) =>
    changeContact(db, contactOf(db, params.number, version), { assignee: take ? db.person(db.me.id) : null }),
};
