import type { ContactAnswer, Contact as ProtoContact } from '@g2/proto/identity';
import type { Contact, ContactRow, OwnContact } from '../../contract/contacts.ts';
import { iso, isoOrNull, orNull } from './common.ts';
import { type Names, presentPerson } from './people.ts';

const presentAnswer = ({ id, text, createdAt }: ContactAnswer) => ({ id, text, createdAt: iso(createdAt) });

/** What somebody wrote, as they themselves are shown it. */
export const presentOwnContact = (it: ProtoContact): OwnContact => ({
  number: it.number,
  subject: it.subject,
  message: it.message,
  registrationId: orNull(it.registrationId),
  isOpen: it.isOpen,
  createdAt: iso(it.createdAt),
  closedAt: isoOrNull(it.closedAt),
  answers: it.answers.map(presentAnswer),
});

/** A row of the staff's list. */
export const presentContactRow = (it: ProtoContact): ContactRow => ({
  number: it.number,
  userId: orNull(it.userId),
  name: it.name,
  email: it.email,
  emailProven: it.emailProven,
  subject: it.subject,
  registrationId: orNull(it.registrationId),
  isOpen: it.isOpen,
  version: it.version,
  answerCount: it.answerCount,
  createdAt: iso(it.createdAt),
  changedAt: iso(it.changedAt),
  closedAt: isoOrNull(it.closedAt),
});

/** One as the staff see it. @param title of its registration; null where it is not there, or cannot be asked for */
export const presentContact = (it: ProtoContact, names: Names, title: string | null): Contact => ({
  ...presentContactRow(it),
  message: it.message,
  registrationTitle: title,
  closedBy: presentPerson(it.closedBy, names),
  answers: it.answers.map((answer) => ({
    ...presentAnswer(answer),
    author: presentPerson(answer.authorId, names),
  })),
});
