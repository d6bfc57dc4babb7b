import type { Act } from '@g2/terms/acts';
import { civilDay } from '@g2/terms/civil-days';
import { CONTACT_NUMBER } from '@g2/terms/contact-number';
import { AppError, invalidField } from '@g2/terms/errors';
import {
  CONTACT_MESSAGE_MIN_LENGTH,
  CONTACT_REPLY_DAYS,
  MAX_CONTACT_ANSWERS,
  MAX_LENGTH,
} from '@g2/terms/limits';
import { FieldErrors, lengthOf } from '@g2/terms/text';
import { emailProblem } from './input.ts';

const DAY_MS = 24 * 3_600_000;

/** A thread between a person and the staff ('atendimento'). */
export type Contact = {
  number: string;
  /** Null when the author wrote without a session. */
  userId: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  registrationId: string | null;
  isOpen: boolean;
  /** True when the staff wrote last. Reopening the contact resets it. */
  isAnswered: boolean;
  /** True when the contact has an answer that the account has not seen. */
  isUnread: boolean;
  /** Member of staff in charge. */
  assigneeId: string | null;
  /** Grows with each message and each change of the contact. */
  version: number;
  createdAt: Date;
  changedAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
};

export type ContactAnswer = {
  id: string;
  authorId: string;
  fromStaff: boolean;
  text: string;
  createdAt: Date;
};

/** Filter of the contact list: waiting for the staff, waiting for the author, or closed. */
export type ContactState = 'open' | 'answered' | 'closed';

/** @throws AppError invalid-input */
export function contactState(given: string): ContactState | undefined {
  if (given === '') return undefined;
  if (given === 'open' || given === 'answered' || given === 'closed') return given;
  throw invalidField('state', 'Estado inválido');
}

export type ContactInput = { name: string; email: string; subject: string; message: string };

/** Validates and trims a message to the staff. @throws AppError invalid-input with all faulty fields */
export function checkContact(given: ContactInput): ContactInput {
  const problems = new FieldErrors();
  const name = problems.line('name', given.name, MAX_LENGTH.name, 'Informe o seu nome');
  const email = given.email.trim();
  problems.add('email', emailProblem(email));
  const subject = problems.line('subject', given.subject, MAX_LENGTH.contactSubject, 'Informe o assunto');
  const message = problems.text('message', given.message, MAX_LENGTH.contactMessage, 'Escreva a mensagem');
  if (lengthOf(message) < CONTACT_MESSAGE_MIN_LENGTH)
    problems.add('message', `Escreva pelo menos ${CONTACT_MESSAGE_MIN_LENGTH} caracteres`);
  problems.refuse();
  return { name, email, subject, message };
}

/** Current year in America/Sao_Paulo; contact numbers are counted per year. */
export const contactYear = (now: Date): number => Number(civilDay(now).slice(0, 4));

const conflict = (message: string): AppError => new AppError('conflict', { message });
const noSuchContact = (): AppError => new AppError('not-found', { message: 'Atendimento não encontrado' });

/** @throws AppError not-found for a malformed number */
export function checkContactNumber(number: string): string {
  if (!CONTACT_NUMBER.test(number)) throw noSuchContact();
  return number;
}

/** @throws AppError not-found */
export function requireContact<T>(contact: T | undefined): T {
  if (contact === undefined) throw noSuchContact();
  return contact;
}

export type ContactTransition = { next: Contact; acts: Act[]; answer?: ContactAnswer };

export type StaffAction = { actorId: string; version: number; now: Date };

/** @throws AppError conflict when the version has changed */
function refuseStale(contact: Contact, { version }: StaffAction): void {
  if (contact.version !== version)
    throw conflict('Este atendimento mudou enquanto isso. Veja o que há de novo e tente de novo.');
}

const withNewVersion = (contact: Contact, { now }: Pick<StaffAction, 'now'>): Contact => ({
  ...contact,
  version: contact.version + 1,
  changedAt: now,
});

const actOn = (contact: Contact, action: Act['action'], { actorId }: StaffAction): Act => ({
  action,
  actorId,
  subjectType: 'contact',
  subjectId: contact.number,
});

/** An unassigned contact goes to the author. `answered`: staff answers. @throws AppError invalid-input, conflict */
export function answerContact(
  contact: Contact,
  given: { text: string; close: boolean; answered: number; id: string },
  staffAction: StaffAction,
): ContactTransition {
  const problems = new FieldErrors();
  const text = problems.text('text', given.text, MAX_LENGTH.contactMessage, 'Escreva a resposta');
  problems.refuse();
  refuseStale(contact, staffAction);
  if (given.answered >= MAX_CONTACT_ANSWERS)
    throw conflict(`Este atendimento já tem ${MAX_CONTACT_ANSWERS} respostas, o máximo.`);
  const { actorId, now } = staffAction;
  const answer = { id: given.id, authorId: actorId, fromStaff: true, text, createdAt: now };
  const takes = contact.assigneeId === null;
  const closes = given.close && contact.isOpen;
  const acts = [
    ...(takes ? [actOn(contact, 'contact-taken', staffAction)] : []),
    actOn(contact, 'contact-answered', staffAction),
    ...(closes ? [actOn(contact, 'contact-closed', staffAction)] : []),
  ];
  const next = {
    ...withNewVersion(contact, staffAction),
    assigneeId: contact.assigneeId ?? actorId,
    isAnswered: true,
    isUnread: contact.userId !== null,
  };
  return { next: closes ? closed(next, staffAction) : next, acts, answer };
}

const closed = (contact: Contact, { actorId, now }: StaffAction): Contact => ({
  ...contact,
  isOpen: false,
  closedAt: now,
  closedBy: actorId,
});

/** @throws AppError conflict, also when already closed */
export function closeContact(contact: Contact, staffAction: StaffAction): ContactTransition {
  refuseStale(contact, staffAction);
  if (!contact.isOpen) throw conflict('Este atendimento já está encerrado.');
  return {
    next: closed(withNewVersion(contact, staffAction), staffAction),
    acts: [actOn(contact, 'contact-closed', staffAction)],
  };
}

/** @throws AppError conflict, also when already open */
export function reopenContact(contact: Contact, staffAction: StaffAction): ContactTransition {
  refuseStale(contact, staffAction);
  if (contact.isOpen) throw conflict('Este atendimento já está aberto.');
  const next = { ...withNewVersion(contact, staffAction), ...REOPENED };
  return { next, acts: [actOn(contact, 'contact-reopened', staffAction)] };
}

/** Fields of a reopened contact: it waits for the staff, whichever side wrote last. */
const REOPENED = { isOpen: true, isAnswered: false, closedAt: null, closedBy: null } as const;

/** Takes over from a colleague too. @param take false: unassigns @throws AppError conflict, also without a change */
export function assignContact(contact: Contact, take: boolean, staffAction: StaffAction): ContactTransition {
  refuseStale(contact, staffAction);
  const { assigneeId } = contact;
  if (take && assigneeId === staffAction.actorId) throw conflict('Este atendimento já está com você.');
  if (!take && assigneeId === null) throw conflict('Este atendimento já não está com ninguém.');
  const next = { ...withNewVersion(contact, staffAction), assigneeId: take ? staffAction.actorId : null };
  return { next, acts: [actOn(contact, take ? 'contact-taken' : 'contact-left', staffAction)] };
}

/** The account may reply while the contact is open, and for 30 days after it is closed. */
export const canReply = ({ userId, closedAt }: Contact, now: Date): boolean =>
  userId !== null && (closedAt === null || now.getTime() - closedAt.getTime() <= CONTACT_REPLY_DAYS * DAY_MS);

/** Checks that the account wrote the contact. Another account's contact counts as absent. @throws AppError not-found */
export function checkOwner(contact: Contact, userId: string): Contact {
  return requireContact(contact.userId === userId ? contact : undefined);
}

/** Reopens a closed contact. `replied` counts replies so far. @throws AppError invalid-input, not-found, conflict */
export function replyContact(
  contact: Contact,
  given: { text: string; replied: number; id: string },
  { actorId, now }: { actorId: string; now: Date },
): ContactTransition & { answer: NonNullable<ContactTransition['answer']> } {
  const problems = new FieldErrors();
  const text = problems.text('text', given.text, MAX_LENGTH.contactMessage, 'Escreva a mensagem');
  problems.refuse();
  checkOwner(contact, actorId);
  if (!canReply(contact, now))
    throw conflict(
      `Este atendimento foi encerrado há mais de ${CONTACT_REPLY_DAYS} dias. Escreva um novo e cite o número.`,
    );
  if (given.replied >= MAX_CONTACT_ANSWERS)
    throw conflict(
      `Você já escreveu ${MAX_CONTACT_ANSWERS} vezes neste atendimento, o máximo. Escreva um novo e cite o número.`,
    );
  const answer = { id: given.id, authorId: actorId, fromStaff: false, text, createdAt: now };
  // The author of a reply has seen the answers before it.
  return { next: { ...withNewVersion(contact, { now }), ...REOPENED, isUnread: false }, acts: [], answer };
}
