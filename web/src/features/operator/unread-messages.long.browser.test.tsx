import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { answersOverview } from '../../testing/overview.ts';
import { anAdmin, aPayable, aUser, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { region } from '../../testing/screen.ts';
import { answer, mockApi } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const client = aUser();
const paid = (title: string, hash: string) =>
  aPayable({
    userId: client.id,
    title,
    sha256: hash.repeat(32),
    status: 'paid',
    canPay: false,
    canEdit: false,
  });
const [asked, quiet] = [paid('Frotas', 'ab'), paid('Estoque', 'cd')];
const header = page.getByRole('banner');
const link = header.getByRole('link', { name: '1 registro com mensagem não lida' });
const written = (registrationId: string) => ({
  id: crypto.randomUUID(),
  registrationId,
  authorId: client.id,
  side: 'client' as const,
  text: 'Quando fica pronto?',
  createdAt: asked.createdAt,
});

it('the header counts unread client messages until they are read, and links to them', async () => {
  const db = mockApi({ user: operator, users: [client], registrations: [asked, quiet] });
  openMocked('/operator/atendimentos', db);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  db.messages.push(written(asked.id));
  openMocked('/operator/atendimentos', db);
  await link.click();
  const view = region('Mensagens');
  await expect.element(view.getByText('Frotas').first()).toBeVisible();
  expect(view.getByText('Estoque').elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: /^Visão: Mensagens/ })).toBeVisible();
  await page
    .getByRole('link', { name: /^Ver Detalhes.*Frotas/ })
    .first()
    .click();
  await expect.element(page.getByText('Quando fica pronto?')).toBeVisible();
  await expect.poll(() => db.readCounts.get(`${asked.id} staff`)).toBe(1);
  openMocked('/operator?view=messages', db);
  await expect.element(page.getByText('Nenhum registro encontrado').first()).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

it('an admin sees the number of unread messages in the overview', async () => {
  answersOverview();
  answer('getQueueStats', queueStatsOf({ messages: 3 }));
  open('/admin', anAdmin());
  await expect
    .element(page.getByRole('link', { name: /^Mensagens não lidas 3/ }))
    .toHaveAttribute('href', '/operator?view=messages');
});
