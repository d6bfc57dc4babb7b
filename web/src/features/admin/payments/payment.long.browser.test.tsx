import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import {
  aPaymentStep,
  declinedPayment,
  paidPayment,
  paymentDetails,
  refundOrder,
  unfinishedPayment,
} from '../../../testing/payments.ts';
import { anAdmin, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../../testing/server.ts';

const rows = page.getByRole('table', { name: 'Pagamentos' }).getByRole('row');
const cards = page.getByRole('list', { name: 'Pagamentos' }).getByRole('listitem');
const historyItems = page.getByRole('list', { name: 'O que houve' }).getByRole('listitem');
const paymentDialog = page.getByRole('dialog', { name: /^Pagamento/ });
const refundForm = page.getByRole('dialog', { name: 'Devolver pagamento' });
const urlParams = () => Object.fromEntries(new URLSearchParams(location.search));
const paymentPath = `/admin/payments?open=${paidPayment.id}`;

/** Without the rule `region`: a dialog hides the regions of the page, so Axe reports the skip link. */
const violationsInDialog = async () => (await violations()).filter(([rule]) => rule !== 'region');

beforeEach(() => {
  document.documentElement.classList.remove('dark');
  answer('listWebhookEvents', pageOf([], 10));
  answer('listPayments', paymentsPage([paidPayment, declinedPayment, unfinishedPayment]));
  answer('getPayment', paymentDetails());
});

describe('a payment', () => {
  it('opens a payment from its row, with its id in the URL, and closes it on Back', async () => {
    open('/admin/payments', anAdmin());
    await rows.nth(1).getByText('02/03/2026 09:00').first().click();
    await expect.element(paymentDialog).toBeVisible();
    await expect.poll(() => urlParams()).toEqual({ open: paidPayment.id });
    await expect.element(historyItems.nth(0).getByText('Iniciado')).toBeVisible();
    // An unknown decline code is shown as a generic Portuguese text.
    await expect.element(historyItems.nth(1).getByText('O emissor recusou o cartão.')).toBeVisible();
    await expect.element(historyItems.nth(2).getByText('02/03/2026 09:05')).toBeVisible();
    await expect.element(paymentDialog.getByText('pi_1')).toBeVisible();
    history.back();
    await expect.poll(urlParams).toEqual({});
    await expect.poll(() => dialog.elements()).toHaveLength(0);
  });

  it('refunds a payment after a reason and a confirmation, and then shows the refund', async () => {
    open(paymentPath, anAdmin());
    await press('Devolver R$ 3.499,00', paymentDialog);
    await press('Continuar', refundForm);
    await expect.element(refundForm.getByText('Motivo é obrigatório')).toBeVisible();
    await refundForm.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'Outro motivo' }).click();
    await press('Continuar', refundForm);
    await expect.element(refundForm.getByText('Diga qual é o motivo')).toBeVisible();
    await refundForm.getByLabelText('Qual é o motivo').fill(' Acordo ');
    await press('Continuar', refundForm);
    await expect.element(refundForm.getByText('Devolver R$ 3.499,00 a Conceição Araújo?')).toBeVisible();
    await expect.element(refundForm.getByText(/o certificado dele, retido/)).toBeVisible();
    expect(callsOf('refundPayment')).toHaveLength(0);

    refuse('refundPayment', 'outcome-unknown');
    await press('Devolver R$ 3.499,00 agora', refundForm);
    await expect.element(toast.getByText('Erro ao devolver')).toBeVisible();
    answer('refundPayment', refundOrder);
    answer(
      'getPayment',
      paymentDetails({
        refundable: 0,
        refund: refundOrder,
        steps: [
          ...paymentDetails().steps,
          aPaymentStep('refund_ordered', { order: refundOrder, status: 'sent', amount: 349_900 }),
        ],
      }),
    );
    await press('Devolver R$ 3.499,00 agora', refundForm);
    await expect.element(toast.getByText('Reembolso enviado')).toBeVisible();
    const calls = callsOf('refundPayment');
    expect(calls.map(({ body }) => body)).toEqual([
      { reason: 'other', note: 'Acordo' },
      { reason: 'other', note: 'Acordo' },
    ]);
    // The outcome of the first request is unknown, so the retry must use the same idempotency key.
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    await expect.element(historyItems.nth(3).getByText('Reembolso ordenado')).toBeVisible();
    await expect
      .element(historyItems.nth(3).getByText(/por Rui Chefe · A pedido do cliente: Ligou ontem/))
      .toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /^Devolver/ }).elements()).toHaveLength(0);

    // The history already has the refund, but the refunded amount is not updated yet.
    const step = aPaymentStep('refund', { status: 'succeeded', amount: 349_900, reference: 're_1' });
    answer('getPayment', paymentDetails({ refundable: 0, refund: refundOrder, steps: [step] }));
    await expect.element(historyItems.nth(0).getByText(/concluído/)).toBeVisible();

    // The payment is polled again, and its change refetches the list.
    answer('listPayments', paymentsPage([{ ...paidPayment, refundedAmount: 349_900, flag: 'refunded' }]));
    answer(
      'getPayment',
      paymentDetails({
        refundable: 0,
        refund: refundOrder,
        refundedAmount: 349_900,
        flag: 'refunded',
        steps: [step],
      }),
    );
    await expect.poll(() => document.querySelector('table')?.textContent).toContain('Reembolsado');
  });

  it.each([
    ['asked', 'Reembolso registrado'],
    ['refused', 'O provedor recusou o reembolso'],
  ] as const)('shows a toast for a refund in the state %s', async (state, title) => {
    answer('refundPayment', { ...refundOrder, state });
    open(paymentPath, anAdmin());
    await press('Devolver R$ 3.499,00', paymentDialog);
    await refundForm.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'A pedido do cliente' }).click();
    await press('Continuar', refundForm);
    await press('Devolver R$ 3.499,00 agora', refundForm);
    await expect.element(toast.getByText(title)).toBeVisible();
  });

  it('refunds a payment only once if the button is clicked several times', async () => {
    answer('refundPayment', refundOrder);
    open(paymentPath, anAdmin());
    await press('Devolver R$ 3.499,00', paymentDialog);
    await refundForm.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'A pedido do cliente' }).click();
    await press('Continuar', refundForm);
    const release = hold('refundPayment');
    const confirmButton = refundForm.getByRole('button', { name: 'Devolver R$ 3.499,00 agora' });
    await confirmButton.click();
    await expect.poll(() => callsOf('refundPayment')).toHaveLength(1);
    (confirmButton.element() as HTMLElement).click();
    release();
    await expect.element(toast.getByText('Reembolso enviado')).toBeVisible();
    expect(callsOf('refundPayment')).toHaveLength(1);
  });

  it('shows that a payment is loading, failed to load, or does not exist', async () => {
    const release = hold('getPayment');
    open(paymentPath, anAdmin());
    await expect.element(page.getByRole('status', { name: 'Carregando o pagamento' })).toBeVisible();
    release();
    await expect.element(paymentDialog).toBeVisible();
    refuse('getPayment', 'unavailable');
    open(paymentPath, anAdmin());
    await expect.element(paymentDialog.getByText('Erro ao carregar o pagamento')).toBeVisible();
    refuse('getPayment', 'not-found');
    await press('Tentar novamente', paymentDialog);
    await expect.element(paymentDialog.getByText('Pagamento não encontrado')).toBeVisible();
    await press('Fechar', paymentDialog.getByRole('alert'));
    expect(location.search).toBe('');
  });
});

it.each([
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('payments have no accessibility violations, %i px wide, %s scheme', async (width, scheme) => {
  await setViewport(width);
  const refunded = { ...paidPayment, refundedAmount: 100, flag: 'refunded' as const };
  answer('listPayments', paymentsPage([refunded, declinedPayment, unfinishedPayment]));
  const steps = [...paymentDetails().steps, aPaymentStep('refund_ordered', { order: refundOrder })];
  answer('getPayment', paymentDetails({ steps }));
  // Sets the colour scheme as `public/theme.js` does before the first paint.
  document.documentElement.classList.toggle('dark', scheme === 'dark');
  open('/admin/payments', anAdmin());
  const firstItem = width === 360 ? cards.first() : rows.nth(1);
  await expect.element(firstItem.getByText('Reembolsado')).toBeVisible();
  expect(await violations()).toEqual([]);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  await firstItem.getByRole('button', { name: /^Ver detalhes/ }).click();
  await expect.element(historyItems.nth(3)).toBeVisible();
  expect(await violationsInDialog()).toEqual([]);
  await press('Devolver R$ 3.499,00', paymentDialog);
  await expect.element(refundForm).toBeVisible();
  expect(await violationsInDialog()).toEqual([]);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});
