import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { aStep, declined, details, order, paid, unfinished } from '../../../testing/payments.ts';
import { anAdmin, pageOf, paymentsPage } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, fits, press, toast, widen } from '../../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../../testing/server.ts';

const rows = page.getByRole('table', { name: 'Pagamentos' }).getByRole('row');
const cards = page.getByRole('list', { name: 'Pagamentos' }).getByRole('listitem');
const story = page.getByRole('list', { name: 'O que houve' }).getByRole('listitem');
const theDialog = page.getByRole('dialog', { name: /^Pagamento/ });
const refundForm = page.getByRole('dialog', { name: 'Devolver pagamento' });
const inAddress = () => Object.fromEntries(new URLSearchParams(location.search));
const paymentPath = `/admin/payments?open=${paid.id}`;

/** Axe reports the skip link as outside every region, because a dialog hides the page's regions. */
const violationsInDialog = async () => (await violations()).filter(([rule]) => rule !== 'region');

beforeEach(() => {
  document.documentElement.classList.remove('dark');
  answer('listWebhookEvents', pageOf([], 10));
  answer('listPayments', paymentsPage([paid, declined, unfinished]));
  answer('getPayment', details());
});

describe('a payment', () => {
  it('opens a payment from its row with the id in the URL, and Back closes it', async () => {
    open('/admin/payments', anAdmin());
    await rows.nth(1).getByText('02/03/2026 09:00').first().click();
    await expect.element(theDialog).toBeVisible();
    await expect.poll(() => inAddress()).toEqual({ open: paid.id });
    await expect.element(story.nth(0).getByText('Iniciado')).toBeVisible();
    // An unknown code has a generic Portuguese text.
    await expect.element(story.nth(1).getByText('O emissor recusou o cartão.')).toBeVisible();
    await expect.element(story.nth(2).getByText('02/03/2026 09:05')).toBeVisible();
    await expect.element(theDialog.getByText('pi_1')).toBeVisible();
    history.back();
    await expect.poll(inAddress).toEqual({});
    await expect.poll(() => dialog.elements()).toHaveLength(0);
  });

  it('refunds a payment with a reason after a confirmation, and then shows the refund', async () => {
    open(paymentPath, anAdmin());
    await press('Devolver R$ 3.499,00', theDialog);
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
    answer('refundPayment', order);
    answer(
      'getPayment',
      details({
        refundable: 0,
        refund: order,
        steps: [...details().steps, aStep('refund_ordered', { order, status: 'sent', amount: 349_900 })],
      }),
    );
    await press('Devolver R$ 3.499,00 agora', refundForm);
    await expect.element(toast.getByText('Reembolso enviado')).toBeVisible();
    const calls = callsOf('refundPayment');
    expect(calls.map(({ body }) => body)).toEqual([
      { reason: 'other', note: 'Acordo' },
      { reason: 'other', note: 'Acordo' },
    ]);
    // The first request had no response, so the retry must use the same idempotency key.
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    await expect.element(story.nth(3).getByText('Reembolso ordenado')).toBeVisible();
    await expect
      .element(story.nth(3).getByText(/por Rui Chefe · A pedido do cliente: Ligou ontem/))
      .toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /^Devolver/ }).elements()).toHaveLength(0);

    // State between two updates: the history already has the refund, the amount does not yet.
    const step = aStep('refund', { status: 'succeeded', amount: 349_900, reference: 're_1' });
    answer('getPayment', details({ refundable: 0, refund: order, steps: [step] }));
    await expect.element(story.nth(0).getByText(/concluído/)).toBeVisible();

    // The payment is polled again, and its change refetches the list.
    answer('listPayments', paymentsPage([{ ...paid, refundedAmount: 349_900, flag: 'refunded' }]));
    answer(
      'getPayment',
      details({
        refundable: 0,
        refund: order,
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
  ] as const)('shows the outcome of a refund that is %s', async (state, title) => {
    answer('refundPayment', { ...order, state });
    open(paymentPath, anAdmin());
    await press('Devolver R$ 3.499,00', theDialog);
    await refundForm.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'A pedido do cliente' }).click();
    await press('Continuar', refundForm);
    await press('Devolver R$ 3.499,00 agora', refundForm);
    await expect.element(toast.getByText(title)).toBeVisible();
  });

  it('refunds a payment once, even when the button is clicked several times', async () => {
    answer('refundPayment', order);
    open(paymentPath, anAdmin());
    await press('Devolver R$ 3.499,00', theDialog);
    await refundForm.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'A pedido do cliente' }).click();
    await press('Continuar', refundForm);
    const letGo = hold('refundPayment');
    const send = refundForm.getByRole('button', { name: 'Devolver R$ 3.499,00 agora' });
    await send.click();
    await expect.poll(() => callsOf('refundPayment')).toHaveLength(1);
    (send.element() as HTMLElement).click();
    letGo();
    await expect.element(toast.getByText('Reembolso enviado')).toBeVisible();
    expect(callsOf('refundPayment')).toHaveLength(1);
  });

  it('says that a payment is loading, failed to load, or does not exist', async () => {
    const letGo = hold('getPayment');
    open(paymentPath, anAdmin());
    await expect.element(page.getByRole('status', { name: 'Carregando o pagamento' })).toBeVisible();
    letGo();
    await expect.element(theDialog).toBeVisible();
    refuse('getPayment', 'unavailable');
    open(paymentPath, anAdmin());
    await expect.element(theDialog.getByText('Erro ao carregar o pagamento')).toBeVisible();
    refuse('getPayment', 'not-found');
    await press('Tentar novamente', theDialog);
    await expect.element(theDialog.getByText('Pagamento não encontrado')).toBeVisible();
    await press('Fechar', theDialog.getByRole('alert'));
    expect(location.search).toBe('');
  });
});

it.each([
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('payments have no accessibility violations, %i px wide, %s', async (width, scheme) => {
  await widen(width);
  const bad = { ...paid, refundedAmount: 100, flag: 'refunded' as const };
  answer('listPayments', paymentsPage([bad, declined, unfinished]));
  answer('getPayment', details({ steps: [...details().steps, aStep('refund_ordered', { order })] }));
  // As `public/theme.js` does before the first paint.
  document.documentElement.classList.toggle('dark', scheme === 'dark');
  open('/admin/payments', anAdmin());
  const first = width === 360 ? cards.first() : rows.nth(1);
  await expect.element(first.getByText('Reembolsado')).toBeVisible();
  expect(await violations()).toEqual([]);
  await expect.poll(() => fits()).toBe(true);
  await first.getByRole('button', { name: /^Ver detalhes/ }).click();
  await expect.element(story.nth(3)).toBeVisible();
  expect(await violationsInDialog()).toEqual([]);
  await press('Devolver R$ 3.499,00', theDialog);
  await expect.element(refundForm).toBeVisible();
  expect(await violationsInDialog()).toEqual([]);
  await expect.poll(() => fits()).toBe(true);
});
