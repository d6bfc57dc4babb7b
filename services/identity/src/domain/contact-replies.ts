import { AppError } from '@g2/terms/errors';
import { CONTACT_REPLY_DAYS, MAX_CONTACT_ANSWERS, MAX_LENGTH } from '@g2/terms/limits';
import { FieldErrors } from '@g2/terms/text';
import {
  type Contact,
  type ContactTransition,
  REOPENED,
  requireContact,
  withNewVersion,
} from './contacts.ts';

const DAY_MS = 24 * 3_600_000;

/** The account may reply while the contact is open, and for 30 days after it is closed. */
export const canReply = ({ userId, closedAt }: Contact, now: Date): boolean =>
  userId !== null && (closedAt === null || now.getTime() - closedAt.getTime() <= CONTACT_REPLY_DAYS * DAY_MS);

/** Another account's contact counts as absent. @throws AppError not-found */
export function checkOwner(contact: Contact, userId: string): Contact {
  return requireContact(contact.userId === userId ? contact : undefined);
}

/** Reopens a closed contact. @param replied replies so far @throws AppError invalid-input, not-found, conflict */
export function replyContact(
  contact: Contact,
  given: { text: string; replied: number; id: string },
  { actorId, now }: { actorId: string; now: Date },
): ContactTransition & { answer: NonNullable<ContactTransition['answer']> } {
  const problems = new FieldErrors();
  const text = problems.text('text', given.text, MAX_LENGTH.contactMessage, 'Escreva a mensagem');
  problems.refuse();
  checkOwner(contact, actorId);
  if (!canReply(contact, now)) {
    const message = `Este atendimento foi encerrado há mais de ${CONTACT_REPLY_DAYS} dias. Escreva um novo e cite o número.`;
    throw new AppError('conflict', { message });
  }
  if (given.replied >= MAX_CONTACT_ANSWERS) {
    const message = `Você já escreveu ${MAX_CONTACT_ANSWERS} vezes neste atendimento, o máximo. Escreva um novo e cite o número.`;
    throw new AppError('conflict', { message });
  }
  const answer = { id: given.id, authorId: actorId, fromStaff: false, text, createdAt: now };
  // The author has seen the answers before replying.
  return { next: { ...withNewVersion(contact, { now }), ...REOPENED, isUnread: false }, acts: [], answer };
}
