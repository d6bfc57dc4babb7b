import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, aPayment, aWebhookEvent, pageOf } from '../../../testing/records.ts';
import { press, query, toast } from '../../../testing/screen.ts';
import { answer, callsOf, hold, mockApi } from '../../../testing/server.ts';

const EVENTS_PATH = '/admin/payments?view=events';
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const expectAbsent = (text: string) => expect.element(row(text)).not.toBeInTheDocument();
const choose = async (filter: string, option: string) => {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const decline = { code: 'generic_decline', message: 'Your card was declined.' };
const failedEvent = (n: number) =>
  aWebhookEvent({
    id: `evt_${n}`,
    paymentIntentId: `pi_${n}`,
    status: 'failed',
    errorMessage: 'livemode diferente',
    processedAt: null,
  });

let db: Db;
beforeEach(() => {
  const registration = { kind: 'registration', registrationTitle: 'Agenda', amount: 349_900 } as const;
  db = mockApi({
    user: anAdmin(),
    payments: [
      aPayment({ ...registration, stripePaymentIntentId: 'pi_disputed', flag: 'disputed' }),
      aPayment({
        ...registration,
        stripePaymentIntentId: 'pi_refunded',
        flag: 'refunded',
        refundedAmount: 100_000,
      }),
      aPayment({ stripePaymentIntentId: 'pi_bought' }),
      aPayment({ stripePaymentIntentId: 'pi_declined', status: 'declined', settledAt: null, decline }),
    ],
  });
});

it('[admin-payments-filters] filters payments by kind and status, and keeps the filters in the URL', async () => {
  openMocked('/admin/payments', db);
  const cells = (text: string) =>
    [...row(text).element().children].map((cell) => cell.textContent).join(' | ');
  await expect.poll(() => cells('pi_disputed')).toMatch(/Liquidado \| R\$ 3\.499,00 \| — \| Contestado/);
  expect(cells('pi_refunded')).toMatch(/R\$ 3\.499,00 \| R\$ 1\.000,00 \| Reembolsado/);
  expect(cells('pi_declined')).toMatch(/RecusadoO emissor recusou o cartão sem dizer por quê\./);
  await choose('Filtrar por tipo', 'Compra de créditos');
  await expectAbsent('pi_refunded');
  await expect.poll(() => query()).toBe('?kind=credit_purchase');
  expect(cells('pi_bought')).toMatch(/Compra de créditos.*Liquidado \| R\$ 123,45/);
  await choose('Filtrar por situação', 'Liquidado');
  await expectAbsent('pi_declined');
  openMocked(`/admin/payments${query()}`, db);
  await expect.element(row('pi_bought')).toBeVisible();
  await expect.poll(() => query()).toBe('?kind=credit_purchase&status=settled');
  await choose('Filtrar por situação', 'Em devolução');
  await expect.element(page.getByText('Nenhum pagamento corresponde aos filtros.')).toBeVisible();
  window.history.back();
  await expect.element(row('pi_bought')).toBeVisible();
});

it('[events-filter] shows only failed events, and keeps filter and page in the URL', async () => {
  const declined = aWebhookEvent({
    id: 'evt_d',
    eventType: 'payment_intent.payment_failed',
    paymentIntentId: 'pi_d',
    decline: { code: 'insufficient_funds', message: '' },
  });
  const failures = Array.from({ length: 11 }, (_, n) => failedEvent(n + 1));
  answer('listWebhookEvents', ({ query: { status, page: pageNumber, limit } }) => {
    const matching = status?.includes('failed') ? failures : [declined, ...failures];
    const items = matching.slice((pageNumber - 1) * limit, pageNumber * limit);
    return pageOf(items, limit, matching.length, pageNumber);
  });
  openMocked(EVENTS_PATH, db);
  await expect.element(row('pi_d').getByText('Cartão recusado')).toBeVisible();
  await expect.element(row('pi_d').getByText('Saldo insuficiente.')).toBeVisible();
  await choose('Filtrar por situação', 'Falhou');
  await expectAbsent('pi_d');
  await press('Página 2');
  await expect.element(row('pi_11')).toBeVisible();
  await expect.poll(() => query()).toBe('?view=events&status=failed&page=2');
  openMocked(`/admin/payments${query()}`, db);
  await expect
    .element(page.getByRole('button', { name: 'Página 2' }))
    .toHaveAttribute('aria-current', 'page');
  window.history.back();
  await expect.poll(query).toBe('?view=events&status=failed');
});

it('[admin-payments-replay] shows a failed replay in the row of the event, and removes applied events', async () => {
  let events = [failedEvent(1), failedEvent(2)];
  const failureReason = 'payment intent desconhecido no Stripe';
  answer('listWebhookEvents', ({ query: { limit } }) => pageOf(events, limit));
  answer('replayWebhookEvent', { ...failedEvent(1), errorMessage: failureReason });
  openMocked(`${EVENTS_PATH}&status=failed`, db);
  await expect.element(row('pi_1').getByText('02/03/2026 09:00')).toBeVisible();
  const release = hold('replayWebhookEvent');
  await press(/^Reprocessar/, row('pi_1'));
  await expect.element(row('pi_1').getByText('Reprocessando…')).toBeVisible();
  release();
  await expect.element(row('pi_1').getByText(`Falhou de novo: ${failureReason}`)).toBeVisible();
  await expect.element(toast.getByText('O aviso falhou de novo')).toBeVisible();
  answer('replayWebhookEvent', () => {
    events = [failedEvent(1)];
    return { ...failedEvent(2), status: 'processed', errorMessage: null };
  });
  await press(/^Reprocessar/, row('pi_2'));
  await expect.element(toast.getByText('Aviso reprocessado')).toBeVisible();
  await expectAbsent('pi_2');
  await expect
    .poll(() => callsOf('replayWebhookEvent').map(({ params }) => params.id))
    .toEqual(['evt_1', 'evt_2']);
});
