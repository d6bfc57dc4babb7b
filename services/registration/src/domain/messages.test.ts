import { describe, expect, it } from 'vitest';
import {
  addMessage,
  checkMessage,
  markRead,
  NO_THREAD,
  receivedBy,
  sideOf,
  type Thread,
} from './messages.ts';
import { now, owner, refusal, registration } from './test-samples.ts';

const operator = { id: 'operator', role: 'operator' as const };
const state = registration();
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const written = (caller: typeof owner, thread: Partial<Thread> = {}, thirtiethAt: Date | null = null) =>
  addMessage(state, caller, 'Oi', { thread: { ...NO_THREAD, ...thread }, thirtiethAt }, 'm1', now);
const kinds = (thread: Partial<Thread>) => written(operator, thread).facts.map(({ kind }) => kind);

it('accepts a message of 1 to 2,000 characters, trims it and keeps its line breaks', () => {
  expect(checkMessage('  Oi,\n\ntudo bem? ')).toBe('Oi,\n\ntudo bem?');
  expect(checkMessage('😀'.repeat(2_000))).toHaveLength(4_000);
  expect(refusal(() => checkMessage(' \n ')).detail.fields).toEqual({ text: 'Escreva a mensagem' });
  expect(refusal(() => checkMessage('x'.repeat(2_001))).detail.fields).toEqual({
    text: 'O texto não pode exceder 2000 caracteres',
  });
  expect(refusal(() => checkMessage('a\0b')).code).toBe('invalid-input');
});

it('treats the owner of a registration as client, whatever their role', () => {
  expect([sideOf(state, owner), sideOf(state, operator)]).toEqual(['client', 'staff']);
  expect(sideOf({ userId: operator.id }, operator)).toBe('client');
});

describe('a message', () => {
  it('gets the next number and counts for the author’s side', () => {
    const made = written(owner, { byClient: 2, byStaff: 3 });
    expect(made.next).toBe(state);
    expect(made.message).toEqual({
      id: 'm1',
      number: 6,
      authorId: owner.id,
      authorSide: 'client',
      text: 'Oi',
      createdAt: now,
    });
    expect(made.thread).toEqual({ ...NO_THREAD, byClient: 3, byStaff: 3, staffMailedAt: now });
    expect(made.facts[0]).toEqual({ kind: 'message-written', fromStaff: false });
  });

  it.each([
    ['the first', {}, true],
    ['one of an hour later', { mailedAt: ago(60) }, true],
    ['one before that', { mailedAt: ago(59) }, false],
    ['one after they have read', { mailedAt: ago(10), clientReadAt: ago(5) }, true],
    ['one after they had read before', { mailedAt: ago(5), clientReadAt: ago(10) }, false],
  ])('of the staff is mailed to the owner at most hourly, unless read: %s', (_which, thread, isMailed) => {
    expect(kinds(thread)).toEqual(['message-written', ...(isMailed ? ['message-waiting'] : [])]);
    expect(written(operator, thread).thread.mailedAt).toEqual(
      isMailed ? now : ((thread as Partial<Thread>).mailedAt ?? null),
    );
  });

  it.each([
    ['the first', {}, true],
    ['one of an hour later', { staffMailedAt: ago(60) }, true],
    ['one before that', { staffMailedAt: ago(59) }, false],
    ['one after the staff have read', { staffMailedAt: ago(10), staffReadAt: ago(5) }, true],
    ['one after they had read before', { staffMailedAt: ago(5), staffReadAt: ago(10) }, false],
    ['one after the owner was mailed', { mailedAt: ago(5) }, true],
  ])('of the owner is mailed to the staff at most hourly, unless read: %s', (_which, thread, isMailed) => {
    const made = written(owner, thread);
    const kindsOf = made.facts.map(({ kind }) => kind);
    expect(kindsOf).toEqual(['message-written', ...(isMailed ? ['staff-message-waiting'] : [])]);
    expect(made.thread.staffMailedAt).toEqual(
      isMailed ? now : ((thread as Partial<Thread>).staffMailedAt ?? null),
    );
    expect(made.thread.mailedAt).toEqual((thread as Partial<Thread>).mailedAt ?? null);
  });

  it('is refused after thirty in an hour, with the time to wait', () => {
    expect(written(owner, {}, ago(60)).message.number).toBe(1);
    const refused = refusal(() => written(owner, {}, ago(59)));
    expect([refused.code, refused.detail.retryAfter]).toEqual(['too-many-requests', 60]);
    expect(refused.message).toContain('30 mensagens');
  });

  it('is refused after five hundred in one thread', () => {
    expect(written(owner, { byClient: 250, byStaff: 249 }).message.number).toBe(500);
    expect(refusal(() => written(owner, { byClient: 250, byStaff: 250 })).code).toBe('conflict');
  });
});

describe('marking as read', () => {
  const thread: Thread = { ...NO_THREAD, byClient: 4, byStaff: 2, staffRead: 1 };

  it('considers only messages of the other side', () => {
    expect(receivedBy(thread, 'client')).toEqual({ received: 2, read: 0 });
    expect(receivedBy(thread, 'staff')).toEqual({ received: 4, read: 1 });
  });

  it('never decreases the number of read messages nor exceeds the number received', () => {
    expect(markRead(thread, 'client', 2, now)).toEqual({ ...thread, clientRead: 2, clientReadAt: now });
    expect(markRead(thread, 'staff', 3, now)).toEqual({ ...thread, staffRead: 3, staffReadAt: now });
    expect(markRead(thread, 'staff', 99, now)?.staffRead).toBe(4);
    expect(markRead(thread, 'staff', 1, now)).toBeNull();
    expect(markRead(NO_THREAD, 'client', 5, now)).toBeNull();
  });
});
