import { NO_CONTACT, type OwnContact, visitorContactForm } from '@g2/gateway/contract/contacts';
import { AppError } from '@g2/gateway/contract/errors';
import type { Db, StoredContact } from '../db.ts';
import { hasWords, paginate } from '../lists.ts';
import type { Handlers } from './handler.ts';

const CHANGED_MESSAGE = 'Este atendimento mudou enquanto isso. Veja o que há de novo e tente de novo.';

function contactOf(db: Db, number: string, version?: number): StoredContact {
  const contact = db.contacts.find((item) => item.number === number);
  if (contact === undefined) throw new AppError('not-found', { message: NO_CONTACT });
  if (version !== undefined && version !== contact.version) {
    throw new AppError('conflict', { message: CHANGED_MESSAGE });
  }
  return contact;
}

function ownContactOf(db: Db, number: string): StoredContact {
  const contact = contactOf(db, number);
  if (contact.userId !== db.me.id) throw new AppError('not-found', { message: NO_CONTACT });
  return contact;
}

function changeContact(db: Db, contact: StoredContact, changes: Partial<StoredContact>): StoredContact {
  const closedAt = changes.state === undefined || changes.state === 'closed' ? contact.closedAt : null;
  return Object.assign(contact, { closedAt }, changes, {
    version: contact.version + 1,
    changedAt: db.now(),
    answerCount: contact.answers.length,
  });
}

const closedFields = (db: Db): Partial<StoredContact> => ({
  state: 'closed',
  closedAt: db.now(),
  closedBy: db.personOf(db.me.id),
});

function addAnswer(db: Db, contact: StoredContact, text: string, fromStaff: boolean): void {
  const author = fromStaff ? db.personOf(db.me.id) : null;
  contact.answers.push({ id: db.nextId(), fromStaff, text, createdAt: db.now(), author });
}

const asOwner = ({ number, subject, message, registrationId, ...rest }: StoredContact): OwnContact => ({
  number,
  subject,
  message,
  registrationId,
  state: rest.state,
  version: rest.version,
  isUnread: rest.isUnread,
  canReply: true,
  createdAt: rest.createdAt,
  closedAt: rest.closedAt,
  answers: rest.answers,
});

function newContact(db: Db, changes: Partial<StoredContact>): StoredContact {
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
    ...changes,
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
    const ownContacts = db.contacts.filter(
      ({ userId, isUnread }) =>
        userId === db.me.id && (query.unread === undefined || isUnread === query.unread),
    );
    return paginate(ownContacts.toReversed().map(asOwner), query);
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
    const contacts = db.contacts.filter(
      (item) =>
        (state === undefined || item.state === state) &&
        (mine !== true || item.assignee?.id === db.me.id) &&
        (search === undefined ||
          hasWords(`${item.number} ${item.name} ${item.email} ${item.subject}`, search)),
    );
    return state === 'closed' ? paginate(contacts.toReversed(), query) : paginate(contacts, query);
  },
  getContact: ({ params }, db) => contactOf(db, params.number),
  answerContact({ params, body: { version, text, close } }, db) {
    const contact = contactOf(db, params.number, version);
    addAnswer(db, contact, text, true);
    const assignee = contact.assignee ?? db.personOf(db.me.id);
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
    changeContact(db, contactOf(db, params.number, version), {
      assignee: take ? db.personOf(db.me.id) : null,
    }),
};
