import { describe, expect, it } from 'vitest';
import { type Contact, canReply, replyContact } from './contacts.ts';

const DAY_MS = 24 * 3_600_000;
const now = new Date('2026-11-25T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const contact: Contact = {
  number: 'AT-2026-000001',
  userId: 'ana',
  name: 'Ana Lima',
  email: 'ana@example.com',
  subject: 'Prazo',
  message: 'Quando fica pronto?',
  registrationId: null,
  isOpen: false,
  isAnswered: true,
  isUnread: true,
  assigneeId: 'paula',
  version: 4,
  createdAt: ago(90 * DAY_MS),
  changedAt: ago(30 * DAY_MS),
  closedAt: ago(30 * DAY_MS),
  closedBy: 'paula',
};
const reply = (of: Contact, more: object = {}, actorId = 'ana') =>
  replyContact(of, { text: ' E agora? ', replied: 0, id: 'reply', ...more }, { actorId, now });

describe('a reply of an account to the staff in a contact', () => {
  it('reopens a contact closed up to 30 days ago and keeps its assignee', () => {
    const { next, answer, acts } = reply(contact);
    expect(next).toMatchObject({
      isOpen: true,
      isAnswered: false,
      isUnread: false,
      closedAt: null,
      version: 5,
    });
    expect(next.assigneeId).toBe('paula');
    expect(answer).toEqual({
      id: 'reply',
      authorId: 'ana',
      fromStaff: false,
      text: 'E agora?',
      createdAt: now,
    });
    expect(acts).toEqual([]);
    const over = { ...contact, closedAt: ago(30 * DAY_MS + 1) };
    expect(canReply(over, now)).toBe(false);
    expect(() => reply(over)).toThrow(/há mais de 30 dias/);
  });

  it('is refused from other accounts and in contacts without an account', () => {
    expect(() => reply(contact, {}, 'rui')).toThrow('Atendimento não encontrado');
    const visitors = { ...contact, userId: null };
    expect(() => reply(visitors)).toThrow('Atendimento não encontrado');
    expect(canReply({ ...visitors, closedAt: null }, now)).toBe(false);
  });

  it('has a maximum length and is limited to 100 per contact', () => {
    expect(() => reply(contact, { text: ' ' })).toThrow();
    expect(() => reply(contact, { text: 'x'.repeat(4_001) })).toThrow();
    expect(reply(contact, { replied: 99 }).next.version).toBe(5);
    expect(() => reply(contact, { replied: 100 })).toThrow(/100 vezes/);
  });
});
