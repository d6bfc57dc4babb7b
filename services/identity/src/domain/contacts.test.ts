import { describe, expect, it } from 'vitest';
import {
  answerContact,
  assignContact,
  type Contact,
  checkContact,
  checkContactNumber,
  closeContact,
  contactState,
  contactYear,
  reopenContact,
  requireContact,
} from './contacts.ts';

const now = new Date('2026-11-25T12:00:00Z');
const before = new Date('2026-11-24T12:00:00Z');
const contact: Contact = {
  number: 'AT-2026-000001',
  userId: 'ana',
  name: 'Ana Lima',
  email: 'ana@example.com',
  subject: 'Prazo',
  message: 'Quando fica pronto?',
  registrationId: null,
  isOpen: true,
  isAnswered: false,
  isUnread: false,
  assigneeId: null,
  version: 4,
  createdAt: before,
  changedAt: before,
  closedAt: null,
  closedBy: null,
};
const closed: Contact = { ...contact, isOpen: false, isAnswered: true, closedAt: before, closedBy: 'rui' };
const doing = { actorId: 'paula', version: 4, now };
const moved = { version: 5, changedAt: now };
const end = { isOpen: false, closedAt: now, closedBy: 'paula' };
const act = (action: string) => ({
  action,
  actorId: 'paula',
  subjectType: 'contact',
  subjectId: contact.number,
});
const refusing = (code: string, message: string, fields?: object) =>
  expect.objectContaining({ code, detail: fields ? { message, fields } : { message } });

describe('a message to the staff', () => {
  const given = { name: ' Ana ', email: ' ana@example.com ', subject: ' S ', message: ' 1234567890 ' };

  it('is trimmed', () => {
    const kept = { name: 'Ana', email: 'ana@example.com', subject: 'S', message: '1234567890' };
    expect(checkContact(given)).toEqual(kept);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Informe o seu nome'],
    [{ email: 'ana' }, 'email', 'Email inválido'],
    [{ subject: '' }, 'subject', 'Informe o assunto'],
    [{ subject: 'x'.repeat(121) }, 'subject', 'O texto não pode exceder 120 caracteres'],
    [{ message: '' }, 'message', 'Escreva a mensagem'],
    [{ message: '123456789' }, 'message', 'Escreva pelo menos 10 caracteres'],
    [{ message: 'x'.repeat(4_001) }, 'message', 'O texto não pode exceder 4000 caracteres'],
  ])('is refused when a field is missing or invalid: %o', (wrong, field, message) => {
    expect(() => checkContact({ ...given, ...wrong })).toThrow(
      refusing('invalid-input', message, { [field]: message }),
    );
  });
});

it('uses the year in São Paulo for contact numbers and treats malformed numbers as not found', () => {
  expect(contactYear(new Date('2027-01-01T02:59:59Z'))).toBe(2026);
  expect(checkContactNumber(contact.number)).toBe(contact.number);
  expect(requireContact(contact)).toBe(contact);
  const gone = refusing('not-found', 'Atendimento não encontrado');
  expect(() => checkContactNumber('AT-1')).toThrow(gone);
  expect(() => requireContact(undefined)).toThrow(gone);
});

it('parses the state filter of the contact list', () => {
  expect(['', 'open', 'answered', 'closed'].map(contactState)).toEqual([
    undefined,
    'open',
    'answered',
    'closed',
  ]);
  expect(() => contactState('x')).toThrow(
    refusing('invalid-input', 'Estado inválido', { state: 'Estado inválido' }),
  );
});

describe('a staff answer', () => {
  const given = { text: ' Amanhã ', close: false, answered: 99, id: 'a1' };
  const answer = { id: 'a1', authorId: 'paula', fromStaff: true, text: 'Amanhã', createdAt: now };
  const next = { ...contact, ...moved, assigneeId: 'paula', isAnswered: true, isUnread: true };

  it('marks the contact as unread for the account and closes it if requested', () => {
    expect(answerContact(contact, given, doing)).toEqual({
      next,
      answer,
      acts: [act('contact-taken'), act('contact-answered')],
    });
    expect(answerContact({ ...contact, userId: null }, given, doing).next.isUnread).toBe(false);
    const ending = answerContact(contact, { ...given, close: true }, doing);
    const acts = [act('contact-taken'), act('contact-answered'), act('contact-closed')];
    expect(ending).toEqual({ next: { ...next, ...end }, answer, acts });
    const again = answerContact(closed, { ...given, close: true }, doing);
    expect(again.next.closedAt).toBe(before);
    expect(again.acts).toEqual([act('contact-taken'), act('contact-answered')]);
  });

  it('assigns the contact to its author if the contact has no assignee', () => {
    expect(answerContact(contact, given, doing).next.assigneeId).toBe('paula');
    const ruis = answerContact({ ...contact, assigneeId: 'rui' }, given, doing);
    expect([ruis.next.assigneeId, ruis.acts]).toEqual(['rui', [act('contact-answered')]]);
  });

  it('is refused without text and beyond 100 answers', () => {
    const missing = refusing('invalid-input', 'Escreva a resposta', { text: 'Escreva a resposta' });
    expect(() => answerContact(contact, { ...given, text: ' ' }, doing)).toThrow(missing);
    const full = refusing('conflict', 'Este atendimento já tem 100 respostas, o máximo.');
    expect(() => answerContact(contact, { ...given, answered: 100 }, doing)).toThrow(full);
  });
});

it('refuses to close, reopen, assign or release a contact twice', () => {
  expect(closeContact(contact, doing)).toEqual({
    next: { ...contact, ...moved, ...end },
    acts: [act('contact-closed')],
  });
  expect(reopenContact(closed, doing)).toEqual({
    next: { ...closed, ...moved, isOpen: true, isAnswered: false, closedAt: null, closedBy: null },
    acts: [act('contact-reopened')],
  });
  const own = { ...contact, assigneeId: 'paula' };
  expect(assignContact({ ...contact, assigneeId: 'rui' }, true, doing)).toEqual({
    next: { ...own, ...moved },
    acts: [act('contact-taken')],
  });
  expect(assignContact(own, false, doing)).toEqual({
    next: { ...contact, ...moved },
    acts: [act('contact-left')],
  });
  for (const [work, message] of [
    [() => closeContact(closed, doing), 'Este atendimento já está encerrado.'],
    [() => reopenContact(contact, doing), 'Este atendimento já está aberto.'],
    [() => assignContact(own, true, doing), 'Este atendimento já está com você.'],
    [() => assignContact(contact, false, doing), 'Este atendimento já não está com ninguém.'],
  ] as const)
    expect(work).toThrow(refusing('conflict', message));
});

it('refuses every change of a contact based on an outdated version', () => {
  const late = { ...doing, version: 3 };
  const given = { text: 'x', close: false, answered: 0, id: 'a' };
  for (const work of [
    () => answerContact(contact, given, late),
    () => closeContact(contact, late),
    () => reopenContact(closed, late),
    () => assignContact(contact, true, late),
  ])
    expect(work).toThrow('Este atendimento mudou enquanto isso. Veja o que há de novo e tente de novo.');
});
