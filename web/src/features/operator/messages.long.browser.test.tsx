import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import {
  aMessage,
  anEvidence,
  aStaffRegistration,
  aUser,
  noMessages,
  pageOf,
  queueStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const registration = aStaffRegistration({ status: 'paid', paymentPaidAt: '2026-11-13T15:00:00.000Z' });
const unreadRegistration = { ...registration, unreadMessages: 2 };
const row = page.getByRole('row').filter({ hasText: registration.title });
const messageField = page.getByRole('textbox', { name: 'Mensagem ao cliente' });
const messageLog = page.getByRole('log', { name: 'Mensagens trocadas' });

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 1, awaitingReview: 1 }));
  answer('listQueue', pageOf([registration], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', registration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
  answer('readMessages');
});

describe('messages between staff and a client', () => {
  it('[messages-queue] a queue row shows the number of unread client messages, updated live', async () => {
    open('/operator', operator);
    await expect.element(row).toBeVisible();
    expect(row.getByText(/do cliente$/).elements()).toEqual([]);
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    answer('listQueue', pageOf([{ ...registration, unreadMessages: 1 }], 10));
    tell('queue', { id: registration.id });
    await expect.element(row.getByText('Mensagem do cliente')).toBeVisible();
    answer('listQueue', pageOf([unreadRegistration], 10));
    tell('queue', { id: registration.id });
    await expect.element(row.getByText('2 mensagens do cliente')).toBeVisible();
    answer('getStaffRegistration', unreadRegistration);
    answer('listMessages', {
      items: [
        aMessage({ side: 'client', authorName: 'Ana Lima', text: 'Segue o contrato' }),
        aMessage({ number: 2, authorName: 'Paula Reis', text: 'Obrigada' }),
        aMessage({ number: 3, mine: true, authorName: 'Olga Lima', text: 'Recebido' }),
        aMessage({ number: 4, side: 'client', authorName: null, text: 'E agora?' }),
      ],
      total: 4,
      older: null,
      received: 2,
      receivedRead: 0,
    });
    await keys('j');
    await keys('{Enter}');
    const authorNames = () =>
      messageLog
        .getByRole('listitem')
        .elements()
        .map((element) => element.querySelector('strong')?.textContent);
    await expect.poll(authorNames).toEqual(['Ana Lima (cliente)', 'Paula Reis', 'Você', 'Cliente']);
    // Messages outside the viewport are not marked as read.
    expect(callsOf('readMessages')).toEqual([]);
    answer('listQueue', pageOf([registration], 10));
    answer('getStaffRegistration', registration);
    await keys('e');
    await expect.element(messageField).toHaveFocus();
    await expect.poll(() => callsOf('readMessages').map(({ body }) => body.received)).toEqual([2]);
    await expect.element(row.getByText(/do cliente$/)).not.toBeInTheDocument();
  });

  it.each([
    ['panel', `/operator?open=${registration.id}`],
    ['page', `/operator/registrations/${registration.id}`],
  ])(
    '[messages-staff] on the %s, key E focuses the message field; there, letter keys type text',
    async (_where, path) => {
      answer('writeMessage', ({ body }) => aMessage({ mine: true, authorName: 'Olga', text: body.text }));
      open(path, operator);
      await expect
        .element(region('Mensagens').getByText(/^Nenhuma mensagem ainda\. O cliente lê/))
        .toBeVisible();
      await expect.element(messageField).toHaveAttribute('aria-keyshortcuts', 'e');
      await keys('e');
      await expect.element(messageField).toHaveFocus();
      await keys('acne');
      await expect.element(messageField).toHaveValue('acne');
      expect(dialog.elements()).toEqual([]);
      await keys('{Control>}{Enter}{/Control}');
      await expect.element(messageLog.getByText('acne')).toBeVisible();
      await expect
        .poll(() => callsOf('writeMessage').map(({ params, body }) => [params.id, body.text]))
        .toEqual([[registration.id, 'acne']]);
    },
  );

  it('[messages-shortcut] the help dialog lists the shortcut for the message field', async () => {
    open(`/operator/registrations/${registration.id}`, operator);
    await press(/Atalhos/);
    await expect.element(dialog.getByText('Escrever mensagem ao cliente')).toBeVisible();
  });

  it('[messages-own] staff who own a registration write in it as the client', async () => {
    const ownRegistration = { ...registration, userId: operator.id, unreadMessages: 1 };
    answer('getStaffRegistration', ownRegistration);
    answer('listMessages', noMessages);
    open(`/operator/registrations/${registration.id}`, operator);
    await expect.element(region('Mensagens').getByText('1 mensagem nova')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Mensagem à equipe' })).toBeVisible();
  });
});
