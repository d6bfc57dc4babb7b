import type { Act } from '@g2/terms/acts';
import { civilDay } from '@g2/terms/civil-days';
import { CONTACT_NUMBER } from '@g2/terms/contact-number';
import { AppError } from '@g2/terms/errors';
import { CONTACT_MESSAGE_MIN_LENGTH, MAX_CONTACT_ANSWERS, MAX_LENGTH } from '@g2/terms/limits';
import { lengthOf, Problems } from '@g2/terms/text';
import { emailProblem } from './input.ts';

/** What somebody wrote to the staff ('atendimento'), as it stands now. */
export type Contact = {
  number: string;
  /** Null of somebody who was not signed in. */
  userId: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  registrationId: string | null;
  isOpen: boolean;
  /** Open, and the staff wrote last; of what has ended, whether they did. */
  isAnswered: boolean;
  /** An answer that its account has not seen. */
  isUnread: boolean;
  /** Of the staff, who looks after it. */
  assigneeId: string | null;
  /** Grows by what either side writes, and by each change. */
  version: number;
  createdAt: Date;
  changedAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
};

/** What was written after the first message, by either side. */
export type ContactAnswer = {
  id: string;
  authorId: string;
  fromStaff: boolean;
  text: string;
  createdAt: Date;
};

/** What a list is narrowed to: those waiting for the staff, for whoever wrote, or ended. */
export type ContactState = 'open' | 'answered' | 'closed';

/** @throws AppError invalid-input */
export function contactState(given: string): ContactState | undefined {
  if (given === '') return undefined;
  if (given === 'open' || given === 'answered' || given === 'closed') return given;
  throw new AppError('invalid-input', { message: 'Estado inválido', fields: { state: 'Estado inválido' } });
}

export type Written = { name: string; email: string; subject: string; message: string };

/**
 * What is written, each text trimmed.
 * @throws AppError invalid-input with every field's message
 */
export function checkContact(given: Written): Written {
  const problems = new Problems();
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

/** The year that a number is counted in. */
export const contactYear = (now: Date): number => Number(civilDay(now).slice(0, 4));

const noSuchContact = (): AppError => new AppError('not-found', { message: 'Atendimento não encontrado' });

/** What can be no number names nothing. @throws AppError not-found */
export function contactNumbered(number: string): string {
  if (!CONTACT_NUMBER.test(number)) throw noSuchContact();
  return number;
}

/** @throws AppError not-found */
export function foundContact<T>(contact: T | undefined): T {
  if (contact === undefined) throw noSuchContact();
  return contact;
}

/** What somebody does with it. */
export type ContactDeed = { next: Contact; acts: Act[]; answer?: ContactAnswer };

/** Who does it, seeing which version, when. */
export type Doing = { actorId: string; version: number; now: Date };

/** @throws AppError conflict when somebody else was quicker */
function refuseStale(contact: Contact, { version }: Doing): void {
  if (contact.version === version) return;
  throw new AppError('conflict', {
    message: 'Este atendimento mudou enquanto isso. Veja o que há de novo e tente de novo.',
  });
}

/** A change of it, at this moment. */
export const moved = (contact: Contact, { now }: Pick<Doing, 'now'>): Contact => ({
  ...contact,
  version: contact.version + 1,
  changedAt: now,
});

const actOn = (contact: Contact, action: Act['action'], { actorId }: Doing): Act => ({
  action,
  actorId,
  subjectType: 'contact',
  subjectId: contact.number,
});

/**
 * Answers it, and closes it with that where asked. Who answers what nobody has looks after it from now on.
 * @param answered how many answers of the staff there are
 * @throws AppError invalid-input, conflict
 */
export function answerContact(
  contact: Contact,
  given: { text: string; close: boolean; answered: number; id: string },
  doing: Doing,
): ContactDeed {
  const problems = new Problems();
  const text = problems.text('text', given.text, MAX_LENGTH.contactMessage, 'Escreva a resposta');
  problems.refuse();
  refuseStale(contact, doing);
  if (given.answered >= MAX_CONTACT_ANSWERS) {
    const message = `Este atendimento já tem ${MAX_CONTACT_ANSWERS} respostas, o máximo.`;
    throw new AppError('conflict', { message });
  }
  const answer = { id: given.id, authorId: doing.actorId, fromStaff: true, text, createdAt: doing.now };
  const takes = contact.assigneeId === null;
  const acts = [
    ...(takes ? [actOn(contact, 'contact-taken', doing)] : []),
    actOn(contact, 'contact-answered', doing),
  ];
  const next = {
    ...moved(contact, doing),
    assigneeId: contact.assigneeId ?? doing.actorId,
    isAnswered: true,
    isUnread: contact.userId !== null,
  };
  if (!given.close || !contact.isOpen) return { next, acts, answer };
  return { next: closed(next, doing), acts: [...acts, actOn(contact, 'contact-closed', doing)], answer };
}

const closed = (contact: Contact, { actorId, now }: Doing): Contact => ({
  ...contact,
  isOpen: false,
  closedAt: now,
  closedBy: actorId,
});

/** @throws AppError conflict, also where it is closed already */
export function closeContact(contact: Contact, doing: Doing): ContactDeed {
  refuseStale(contact, doing);
  if (!contact.isOpen) throw new AppError('conflict', { message: 'Este atendimento já está encerrado.' });
  return { next: closed(moved(contact, doing), doing), acts: [actOn(contact, 'contact-closed', doing)] };
}

/** @throws AppError conflict, also where it is open */
export function reopenContact(contact: Contact, doing: Doing): ContactDeed {
  refuseStale(contact, doing);
  if (contact.isOpen) throw new AppError('conflict', { message: 'Este atendimento já está aberto.' });
  const next = { ...moved(contact, doing), ...OPEN };
  return { next, acts: [actOn(contact, 'contact-reopened', doing)] };
}

/** Opened again it waits for the staff, whoever wrote last. */
export const OPEN = { isOpen: true, isAnswered: false, closedAt: null, closedBy: null } as const;

/**
 * Takes it over, from whoever has it, or leaves it to all.
 * @throws AppError conflict, also where nothing would change
 */
export function takeContact(contact: Contact, take: boolean, doing: Doing): ContactDeed {
  refuseStale(contact, doing);
  const { assigneeId } = contact;
  if (take && assigneeId === doing.actorId)
    throw new AppError('conflict', { message: 'Este atendimento já está com você.' });
  if (!take && assigneeId === null)
    throw new AppError('conflict', { message: 'Este atendimento já não está com ninguém.' });
  const next = { ...moved(contact, doing), assigneeId: take ? doing.actorId : null };
  return { next, acts: [actOn(contact, take ? 'contact-taken' : 'contact-left', doing)] };
}
