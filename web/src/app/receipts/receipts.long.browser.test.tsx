import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { aRegistration, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, press, region, setViewport, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const paid = aRegistration({
  title: 'Agenda da clínica',
  status: 'submitted',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const registrations = region('Registros pagos');

it.each([360, 1280])('[receipts] the receipts of all payments are on one page, %i px wide', async (width) => {
  await setViewport(width);
  answer('listRegistrations', pageOf([paid]));
  answer('listCreditPurchases', pageOf([]));
  open('/recibos');
  await expect.element(registrations.getByText('Pago em 02/03/2026 09:00')).toBeVisible();
  await expect.poll(() => callsOf('listRegistrations').map(({ query }) => query.paid)).toEqual([true]);
  await expect
    .element(registrations.getByRole('link', { name: paid.title }))
    .toHaveAttribute('href', `/registros/${paid.id}`);
  await expect
    .element(region('Compras de créditos').getByText('Nenhuma compra de créditos encontrada'))
    .toBeVisible();
  refuse('getReceipt', 'unavailable', { message: 'Volta em instantes.' });
  await press(`Baixar recibo de ${paid.title}`, registrations);
  await expect.element(toast.getByText('Volta em instantes.')).toBeVisible();
  expect(await violations()).toEqual([]);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('[receipts-refund] says that the bank refused to return a payment', async () => {
  answer('listRegistrations', pageOf([{ ...paid, refundFailed: true }]));
  answer('listCreditPurchases', pageOf([]));
  open('/recibos');
  await expect.element(registrations.getByText(/^Devolução não aceita pelo banco/)).toBeVisible();
});

it('[receipts-states] each section reports separately that it is empty or could not be loaded', async () => {
  refuse('listRegistrations', 'unavailable');
  answer('listCreditPurchases', pageOf([]));
  open('/recibos');
  await expect.element(page.getByText('Não foi possível carregar os registros pagos.')).toBeVisible();
  await expect.element(page.getByText('Nenhuma compra de créditos encontrada')).toBeVisible();
  answer('listRegistrations', pageOf([]));
  await press('Tentar novamente', registrations);
  await expect.element(registrations.getByText('Nenhum recibo ainda')).toBeVisible();
});
