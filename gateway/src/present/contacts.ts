import type { ContactAnswer, Contact as ProtoContact } from '@g2/proto/identity';
import type { Contact, ContactRow, ContactState, OwnContact } from '../../contract/contacts.ts';
import { iso, isoOrNull, orNull } from './common.ts';
import { type Names, presentPerson } from './people.ts';

const presentAnswer = ({ id, fromStaff, text, createdAt }: ContactAnswer) => ({
  id,
  fromStaff,
  text,
  createdAt: iso(createdAt),
});

const stateOf = ({ isOpen, isAnswered }: ProtoContact): ContactState =>
  !isOpen ? 'closed' : isAnswered ? 'answered' : 'open';

export const presentOwnContact = (it: ProtoContact): OwnContact => ({
  number: it.number,
  subject: it.subject,
  message: it.message,
  registrationId: orNull(it.registrationId),
  state: stateOf(it),
  version: it.version,
  isUnread: it.isUnread,
  canReply: it.canReply,
  createdAt: iso(it.createdAt),
  closedAt: isoOrNull(it.closedAt),
  answers: it.answers.map(presentAnswer),
});

export const presentContactRow = (it: ProtoContact, names: Names): ContactRow => ({
  number: it.number,
  userId: orNull(it.userId),
  name: it.name,
  email: it.email,
  emailProven: it.emailProven,
  subject: it.subject,
  registrationId: orNull(it.registrationId),
  state: stateOf(it),
  version: it.version,
  answerCount: it.answerCount,
  assignee: presentPerson(it.assigneeId, names),
  createdAt: iso(it.createdAt),
  changedAt: iso(it.changedAt),
  closedAt: isoOrNull(it.closedAt),
});

/** @param title of the registration; null when deleted or unavailable */
export const presentContact = (it: ProtoContact, names: Names, title: string | null): Contact => ({
  ...presentContactRow(it, names),
  message: it.message,
  registrationTitle: title,
  closedBy: presentPerson(it.closedBy, names),
  answers: it.answers.map((answer) => ({
    ...presentAnswer(answer),
    author: presentPerson(answer.authorId, names),
  })),
});
