import { beforeEach, describe, expect, it } from 'vitest';
import { CARD, sendCard, serveCards } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { anIntent } from '../../testing/payments.ts';
import { aTransaction, aUser, creditPackages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold } from '../../testing/server.ts';

const balanceCard = region('Saldo de créditos');
const amountField = dialog.getByLabelText('Valor personalizado', { exact: false });
const proceedButton = dialog.getByRole('button', { name: 'Continuar para Pagamento' });
const packageRadios = dialog.getByRole('radio');
const cardNumberField = dialog.getByLabelText('Número do cartão');
const expectInDialog = (text: string | RegExp) =>
  expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
const user = aUser({ credits: 0 });

beforeEach(() => {
  serveCards();
  answer('listCreditTransactions', pageOf([]));
  answer('listCreditPurchases', pageOf([]));
  answer('listCreditPackages', creditPackages);
  answer('createPurchaseIntent', ({ body: { customAmount = 349_900 } }) => ({
    ...anIntent({ amount: customAmount }),
    credits: customAmount,
  }));
});

describe('the buy-credits dialog', () => {
  const openDialog = async () => {
    open('/creditos', user);
    await press('Comprar Créditos', balanceCard);
    await expect.element(packageRadios.first()).toBeVisible();
  };

  it('[buy-credits-package] sells a package by card, with a card form in Portuguese', async () => {
    await openDialog();
    await expect.element(proceedButton).toBeDisabled();
    for (const text of ['R$ 3.499,00', 'R$ 1.499,99', 'Mais Popular'])
      await expect
        .element(dialog.getByRole('group', { name: 'Pacotes' }).getByText(text, { exact: true }))
        .toBeVisible();
    await packageRadios.first().click();
    await proceedButton.click();
    for (const label of ['Número do cartão', 'Validade (MM/AA)', 'CVC'])
      await expect.element(dialog.getByLabelText(label)).toBeVisible();
    await expectInDialog('Você recebe 3.499,00 créditos');
    await press('Pagar R$ 3.499,00', dialog);
    await expectInDialog('Número de cartão inválido');
    // No event reports the new balance, so the page must refetch the user.
    answer('getCurrentUser', { ...user, credits: 349_900 });
    await sendCard(CARD.good);
    await expectInDialog('Pagamento Aprovado!');
    await expect.element(toast.getByText('3.499,00 créditos foram adicionados à sua conta.')).toBeVisible();
    await press('Continuar', dialog);
    await expect.element(balanceCard.getByText('3.499,00 créditos', { exact: true })).toBeVisible();
    await expect.element(balanceCard.getByText('1 registro possível')).toBeVisible();
    await expect
      .poll(() => callsOf('createPurchaseIntent').map(({ body }) => body))
      .toEqual([{ packageId: 'registration' }]);
  });

  it('[custom-amount-step] the arrow keys change a custom amount by one centavo', async () => {
    await openDialog();
    await amountField.fill('100,10');
    await amountField.click();
    await keys('{ArrowUp}');
    await expect.element(amountField).toHaveValue('R$ 100,11');
    await keys('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(amountField).toHaveValue('R$ 100,08');
  });

  it('[buy-pending] creates only one payment for repeated submits, and then shows the card form', async () => {
    await openDialog();
    await amountField.fill('100');
    const release = hold('createPurchaseIntent');
    await proceedButton.click();
    await expect.element(proceedButton).toBeDisabled();
    await expect.element(proceedButton).toHaveAttribute('data-loading');
    await amountField.click();
    await keys('{Enter}');
    await expect.element(cardNumberField).not.toBeInTheDocument();
    release();
    await expect.element(cardNumberField).toBeVisible();
    expect(callsOf('createPurchaseIntent')).toHaveLength(1);
  });

  it('[buy-success-resets] opens without the previous choice after a purchase', async () => {
    await openDialog();
    await amountField.fill('100,25');
    await proceedButton.click();
    answer('getCurrentUser', { ...user, credits: 10_025 });
    await sendCard(CARD.good);
    await press('Continuar', dialog);
    await expect.element(balanceCard.getByText('100,25 créditos', { exact: true })).toBeVisible();
    await press('Comprar Créditos', balanceCard);
    await expect.element(packageRadios.first()).not.toBeChecked();
    await expect.element(amountField).toHaveValue('');
  });
});

const statement = region('Extrato');

it('[credits-statement] the statement shows a chart, transactions and purchases, and follows events', async () => {
  const payment = aTransaction({
    delta: -349_900,
    balanceAfter: 25_000,
    reason: 'Pagamento de registro com créditos',
  });
  const creditPurchase = aTransaction({
    delta: 374_900,
    balanceAfter: 374_900,
    reason: 'Compra de créditos',
  });
  answer('listCreditTransactions', pageOf([payment, creditPurchase]));
  open('/creditos', { ...user, credits: 25_000 });
  await expect.element(balanceCard.getByText('250,00 créditos', { exact: true })).toBeVisible();
  await expect
    .element(statement.getByRole('img', { name: /^Gráfico do saldo .*agora 250,00 créditos/ }))
    .toBeVisible();
  await expect.poll(() => statement.element().querySelector('path.recharts-area-area')).not.toBeNull();
  const transactionRows = statement.getByRole('list', { name: 'Transações' }).getByRole('listitem');
  const rowTexts = () =>
    transactionRows.elements().map((item) => (item as HTMLElement).innerText.split('\n').filter(Boolean));
  const expectedRows = [
    ['Pagamento de registro com créditos', '02/03/2026 09:00', '−3.499,00', 'Saldo: 250,00 créditos'],
    ['Compra de créditos', '02/03/2026 09:00', '+3.749,00', 'Saldo: 3.749,00 créditos'],
  ];
  await expect.poll(() => rowTexts()).toEqual(expectedRows);
  await expect.poll(() => callsOf('followEvents').length).toBe(1);
  const adjustment = aTransaction({ delta: -5_000, balanceAfter: 20_000, reason: 'Ajuste de conferência' });
  answer('listCreditTransactions', pageOf([adjustment, payment, creditPurchase]));
  tell('balance', { credits: 20_000 });
  await expect.element(transactionRows.first().getByText('−50,00', { exact: true })).toBeVisible();
  await expect.element(balanceCard.getByText('200,00 créditos', { exact: true })).toBeVisible();
  const purchaseDefaults = { completedAt: null, createdAt: payment.createdAt, paymentIntentStatus: null };
  answer(
    'listCreditPurchases',
    pageOf([
      {
        ...purchaseDefaults,
        id: crypto.randomUUID(),
        creditsAmount: 149_999,
        priceInCents: 149_999,
        packageType: 'update',
        status: 'pending',
      },
      {
        ...purchaseDefaults,
        id: crypto.randomUUID(),
        creditsAmount: 374_900,
        priceInCents: 374_900,
        packageType: 'custom',
        status: 'completed',
      },
    ]),
  );
  await statement.getByRole('tab', { name: 'Compras' }).click();
  const purchaseRows = statement.getByRole('list', { name: 'Compras' }).getByRole('listitem');
  for (const [price, state] of [
    ['R$ 1.499,99', 'Pendente'],
    ['R$ 3.749,00', 'Concluída'],
  ] as const)
    await expect
      .element(purchaseRows.filter({ hasText: price }).getByText(state, { exact: true }))
      .toBeVisible();
  await expect.element(purchaseRows.getByText('Atualização de Registro', { exact: true })).toBeVisible();
});
