import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  declinedPayment,
  PAYER_ID,
  paidPayment,
  paymentDetails,
  REGISTRATION_ID,
  unfinishedPayment,
} from '../../../testing/payments.ts';
import { anAdmin, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { main, press, region, toast } from '../../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../../testing/server.ts';

const rows = page.getByRole('table', { name: 'Pagamentos' }).getByRole('row');
const totals = region('Totais do que está filtrado');
const lastQuery = () => callsOf('listPayments').at(-1)?.query;
const urlParams = () => Object.fromEntries(new URLSearchParams(location.search));

beforeEach(() => {
  answer('listWebhookEvents', pageOf([], 10));
  answer('listPayments', paymentsPage([paidPayment, declinedPayment, unfinishedPayment]));
  answer('getPayment', paymentDetails());
});

describe('the list of payments', () => {
  it('shows payer and registration, and distinguishes a declined card from an abandoned payment', async () => {
    open('/admin/payments', anAdmin());
    await expect
      .element(rows.nth(1).getByRole('link', { name: 'Conceição Araújo' }))
      .toHaveAttribute('href', `/admin/users/${PAYER_ID}`);
    await expect
      .element(rows.nth(1).getByRole('link', { name: 'Gestão de Frotas' }))
      .toHaveAttribute('href', `/operator/registrations/${REGISTRATION_ID}`);
    await expect.element(rows.nth(2).getByText('Recusado')).toBeVisible();
    await expect.element(rows.nth(2).getByText('Saldo insuficiente.')).toBeVisible();
    await expect.element(rows.nth(3).getByText('Em aberto')).toBeVisible();
    await expect.element(rows.nth(3).getByRole('link', { name: 'Ver conta' })).toBeVisible();
  });

  it('shows the columns for refunds and alerts only if a payment has one', async () => {
    open('/admin/payments', anAdmin());
    await expect.element(rows.nth(1)).toBeVisible();
    const columnNames = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map((header) => header.textContent);
    expect(columnNames()).not.toContain('Devolvido');
    expect(columnNames()).not.toContain('Alerta');
    answer('listPayments', paymentsPage([{ ...paidPayment, refundedAmount: 100, flag: 'refunded' }]));
    open('/admin/payments', anAdmin());
    await expect.element(rows.nth(1).getByText('Reembolsado')).toBeVisible();
    await expect.poll(() => columnNames()).toEqual(expect.arrayContaining(['Devolvido', 'Alerta']));
  });

  it('reads filters and page from the URL, and shows the totals of the filtered payments', async () => {
    answer('listPayments', ({ query }) =>
      paymentsPage(
        [paidPayment],
        { received: 500_000, refunded: 900, withCredits: 349_900 },
        { total: 30, page: query.page },
      ),
    );
    open('/admin/payments?status=settled&from=2026-01-01&to=ontem&page=2', anAdmin());
    await expect.element(totals.getByText('R$ 5.000,00')).toBeVisible();
    await expect.element(totals.getByText('R$ 9,00')).toBeVisible();
    await expect.element(totals.getByText('30', { exact: true })).toBeVisible();
    await expect
      .poll(() => callsOf('listPayments')[0]?.query)
      .toMatchObject({
        status: ['settled'],
        from: '2026-01-01',
        page: 2,
      });
    expect(lastQuery()?.to).toBeUndefined();
    await page.getByLabelText('Até').fill('2026-01-31');
    await expect.poll(() => lastQuery()?.to).toBe('2026-01-31');
    await page.getByLabelText('Buscar pagamentos').fill('conceição');
    await expect.poll(() => lastQuery()?.search).toBe('conceição');
    await expect.poll(() => lastQuery()?.page).toBe(1);
    await expect
      .poll(() => urlParams())
      .toEqual({
        status: 'settled',
        from: '2026-01-01',
        to: '2026-01-31',
        search: 'conceição',
      });
  });

  it('shows a note if the search or the totals cover only a part of the payments', async () => {
    answer('listPayments', paymentsPage([paidPayment], {}, { totalCapped: true, searchCapped: true }));
    open('/admin/payments?search=a', anAdmin());
    await expect.element(main.getByText(/os totais são dos 10\.000 mais novos/)).toBeVisible();
    await expect.element(main.getByText(/mais pessoas ou registros do que cabem/)).toBeVisible();
  });

  it('exports the filtered payments as a file, and reports success or failure', async () => {
    answerWith('exportPayments', () => new Response('a;b\r\n', { headers: { 'content-type': 'text/csv' } }));
    open('/admin/payments?kind=registration&search=ana', anAdmin());
    await press('Exportar CSV');
    await expect.element(toast.getByText('Pagamentos exportados')).toBeVisible();
    await expect
      .poll(() => callsOf('exportPayments').map(({ body }) => body))
      .toMatchObject([{ kind: ['registration'], search: 'ana' }]);
    refuse('exportPayments', 'unavailable');
    await press('Exportar CSV');
    await expect.element(toast.getByText('Erro ao exportar pagamentos')).toBeVisible();
  });
});
