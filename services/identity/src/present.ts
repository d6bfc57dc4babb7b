import { withoutNulls } from '@g2/kit/nulls';
import type { Contact, LinkedAccount, User } from '@g2/proto/identity';
import { canReply } from './domain/contacts.ts';
import type { UserState } from './domain/user.ts';
import type { Providers } from './providers/providers.ts';
import type { ContactView } from './store/contacts.ts';
import type { LinkedAccountRow } from './store/linked-accounts.ts';

export const toMessage = (user: UserState): User => ({
  ...withoutNulls(user),
  emailVerified: user.emailVerifiedAt !== null,
});

export const toLinkedAccount = (
  link: LinkedAccountRow,
  { nameOf }: Pick<Providers, 'nameOf'>,
): LinkedAccount => ({
  ...withoutNulls(link),
  name: nameOf(link.provider),
});

export const toContact = (it: ContactView, now: Date): Contact => ({
  ...withoutNulls(it),
  canReply: canReply(it, now),
});

/** Contact as its author sees it, without the ids of the staff who acted. */
export const toOwnContact = (it: ContactView, now: Date): Contact => ({
  ...toContact(it, now),
  closedBy: undefined,
  assigneeId: undefined,
  answers: it.answers.map((answer) => ({ ...answer, authorId: undefined })),
});
