import type { Contact as ProtoContact } from '@g2/proto/identity';
import type { Contact, ContactState, OwnContact } from '../../contract/contacts.ts';
import { present } from './common.ts';
import { type Names, presentPerson } from './people.ts';

const stateOf = ({ isOpen, isAnswered }: ProtoContact): ContactState =>
  !isOpen ? 'closed' : isAnswered ? 'answered' : 'open';

export const presentOwnContact = (it: ProtoContact): OwnContact => ({ ...present(it), state: stateOf(it) });

export const presentContactRow = (it: ProtoContact, names: Names) => ({
  ...present(it),
  state: stateOf(it),
  assignee: presentPerson(it.assigneeId, names),
});

/** @param title title of the registration; null if it is deleted or unavailable */
export const presentContact = (it: ProtoContact, names: Names, title: string | null): Contact => ({
  ...presentContactRow(it, names),
  registrationTitle: title,
  closedBy: presentPerson(it.closedBy, names),
  answers: it.answers.map((answer) => ({
    ...present(answer),
    author: presentPerson(answer.authorId, names),
  })),
});
