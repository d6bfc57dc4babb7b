import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { answersOverview } from '../../testing/overview.ts';
import { anAdmin, aPayableRegistration, aUser, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { region } from '../../testing/screen.ts';
import { answer, mockApi } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const client = aUser();
const aPaidRegistration = (title: string, hash: string) =>
  aPayableRegistration({
    userId: client.id,
    title,
    sha256: hash.repeat(32),
    status: 'paid',
    canPay: false,
    canEdit: false,
  });
const withMessage = aPaidRegistration('Frotas', 'ab');
const withoutMessage = aPaidRegistration('Estoque', 'cd');
const header = page.getByRole('banner');
const unreadLink = header.getByRole('link', { name: '1 registro com mensagem não lida' });
const aMessageIn = (registrationId: string) => ({
  id: crypto.randomUUID(),
  registrationId,
  authorId: client.id,
  side: 'client' as const,
  text: 'Quando fica pronto?',
  createdAt: withMessage.createdAt,
});

it('the header links to the registrations with unread client messages, until staff read them', async () => {
  const db = mockApi({
    user: operator,
    users: [client],
    registrations: [withMessage, withoutMessage],
  });
  openMocked('/operator/atendimentos', db);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(unreadLink).not.toBeInTheDocument();
  db.messages.push(aMessageIn(withMessage.id));
  openMocked('/operator/atendimentos', db);
  await unreadLink.click();
  const messagesView = region('Mensagens');
  await expect.element(messagesView.getByText('Frotas').first()).toBeVisible();
  expect(messagesView.getByText('Estoque').elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: /^Visão: Mensagens/ })).toBeVisible();
  await page
    .getByRole('link', { name: /^Ver Detalhes.*Frotas/ })
    .first()
    .click();
  await expect.element(page.getByText('Quando fica pronto?')).toBeVisible();
  await expect.poll(() => db.readCounts.get(`${withMessage.id} staff`)).toBe(1);
  openMocked('/operator?view=messages', db);
  await expect.element(page.getByText('Nenhum registro encontrado').first()).toBeVisible();
  await expect.element(unreadLink).not.toBeInTheDocument();
});

it('the admin overview shows the number of unread client messages', async () => {
  answersOverview();
  answer('getQueueStats', queueStatsOf({ messages: 3 }));
  open('/admin', anAdmin());
  await expect
    .element(page.getByRole('link', { name: /^Mensagens não lidas 3/ }))
    .toHaveAttribute('href', '/operator?view=messages');
});
