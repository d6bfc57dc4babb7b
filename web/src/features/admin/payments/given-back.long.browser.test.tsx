import type { PaymentTransfer } from '@g2/gateway/contract/payment-admin';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { aPaymentStep, paidPayment, paymentDetails, refundOrder } from '../../../testing/payments.ts';
import { anAdmin, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { hasNoHorizontalScroll, press, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const lateBoleto = {
  ...paidPayment,
  method: 'boleto' as const,
  status: 'giving_back' as const,
  settledAt: null,
  toTransfer: 349_900,
};
const transfer: PaymentTransfer = {
  amount: 349_900,
  transferredOn: '2026-03-04',
  reference: 'E123',
  note: '',
  recordedBy: refundOrder.orderedBy,
  recordedByName: 'Rui Chefe',
  recordedAt: '2026-03-05T12:00:00.000Z',
};
const paymentDialog = page.getByRole('dialog', { name: /^Pagamento/ });
const transferForm = page.getByRole('dialog', { name: 'Registrar devolução' });
const historyItems = page.getByRole('list', { name: 'O que houve' }).getByRole('listitem');

beforeEach(() => {
  answer('listWebhookEvents', pageOf([], 10));
  answer('listPayments', paymentsPage([lateBoleto]));
  answer('getPayment', paymentDetails({ ...lateBoleto, refundable: 0, transferable: 349_900 }));
});

it('[boleto-given-back] records the return of a boleto by bank transfer once, with date and reference', async () => {
  open('/admin/payments', anAdmin());
  await expect.element(page.getByText('Boleto a devolver').first()).toBeVisible();
  open(`/admin/payments?open=${paidPayment.id}`, anAdmin());
  await expect.element(paymentDialog.getByText(/transfira R\$ 3\.499,00 à conta do pagador/)).toBeVisible();
  await press('Registrar devolução por transferência', paymentDialog);
  await press('Registrar devolução', transferForm);
  await expect.element(transferForm.getByText('Data da transferência é obrigatória')).toBeVisible();
  await expect.element(transferForm.getByText('Identificação da transferência é obrigatória')).toBeVisible();
  expect(callsOf('recordTransfer')).toEqual([]);
  await transferForm.getByLabelText(/^Data da transferência/).fill('2026-03-04');
  await transferForm.getByLabelText(/^Identificação da transferência/).fill(' E123 ');

  refuse('recordTransfer', 'outcome-unknown');
  await press('Registrar devolução', transferForm);
  await expect.element(toast.getByText('Erro ao registrar a devolução')).toBeVisible();
  answer('recordTransfer', transfer);
  answer(
    'getPayment',
    paymentDetails({
      ...lateBoleto,
      status: 'given_back',
      toTransfer: 0,
      refundable: 0,
      refundedAmount: 349_900,
      transfer,
      steps: [aPaymentStep('transferred', { amount: 349_900, reference: 'E123' })],
    }),
  );
  await press('Registrar devolução', transferForm);
  await expect.element(toast.getByText('Devolução registrada')).toBeVisible();
  const calls = callsOf('recordTransfer');
  expect(calls.at(-1)?.body).toEqual({
    amount: 349_900,
    transferredOn: '2026-03-04',
    reference: 'E123',
    note: null,
  });
  // The outcome of the first request is unknown, so the retry must use the same idempotency key.
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  await expect.element(paymentDialog.getByText('em 04/03/2026, registrado por Rui Chefe')).toBeVisible();
  await expect.element(historyItems.nth(0).getByText('Devolvido por transferência')).toBeVisible();
  await expect.element(paymentDialog.getByText('Boleto a devolver')).not.toBeInTheDocument();
});

it.each([360, 1280])(
  '[boleto-given-back-axe] the form for the return of a boleto fits %i px without accessibility violations',
  async (width) => {
    await setViewport(width);
    open(`/admin/payments?open=${paidPayment.id}`, anAdmin());
    await press('Registrar devolução por transferência', paymentDialog);
    await expect.element(transferForm.getByLabelText(/^Data da transferência/)).toBeVisible();
    expect((await violations()).filter(([rule]) => rule !== 'region')).toEqual([]);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  },
);
