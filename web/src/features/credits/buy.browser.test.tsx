import { beforeEach, describe, expect, it } from 'vitest';
import { CARD, sendCard, serveCards } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { anIntent } from '../../testing/payments.ts';
import { aTransaction, aUser, packages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold } from '../../testing/server.ts';

const balance = region('Saldo de créditos');
const amount = dialog.getByLabelText('Valor personalizado', { exact: false });
const proceed = dialog.getByRole('button', { name: 'Continuar para Pagamento' });
const radios = dialog.getByRole('radio');
const card = dialog.getByLabelText('Número do cartão');
const expectInDialog = (text: string | RegExp) =>
  expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
const user = aUser({ credits: 0 });

beforeEach(() => {
  serveCards();
  answer('listCreditTransactions', pageOf([]));
  answer('listCreditPurchases', pageOf([]));
  answer('listCreditPackages', packages);
  answer('createPurchaseIntent', ({ body: { customAmount = 349_900 } }) => ({
    ...anIntent({ amount: customAmount }),
    credits: customAmount,
  }));
});

describe('the buy-credits dialog', () => {
  const openDialog = async () => {
    open('/creditos', user);
    await press('Comprar Créditos', balance);
    await expect.element(radios.first()).toBeVisible();
  };

  it('[buy-credits-package] sells a package by card, with a form in pt-BR', async () => {
    await openDialog();
    await expect.element(proceed).toBeDisabled();
    for (const text of ['R$ 3.499,00', 'R$ 1.499,99', 'Mais Popular'])
      await expect
        .element(dialog.getByRole('group', { name: 'Pacotes' }).getByText(text, { exact: true }))
        .toBeVisible();
    await radios.first().click();
    await proceed.click();
    for (const label of ['Número do cartão', 'Validade (MM/AA)', 'CVC'])
      await expect.element(dialog.getByLabelText(label)).toBeVisible();
    await expectInDialog('Você recebe 3.499,00 créditos');
    await press('Pagar R$ 3.499,00', dialog);
    await expectInDialog('Número de cartão inválido');
    // No event reports the new balance: the user must be refetched.
    answer('getCurrentUser', { ...user, credits: 349_900 });
    await sendCard(CARD.good);
    await expectInDialog('Pagamento Aprovado!');
    await expect.element(toast.getByText('3.499,00 créditos foram adicionados à sua conta.')).toBeVisible();
    await press('Continuar', dialog);
    await expect.element(balance.getByText('3.499,00 créditos', { exact: true })).toBeVisible();
    await expect.element(balance.getByText('1 registro possível')).toBeVisible();
    await expect
      .poll(() => callsOf('createPurchaseIntent').map(({ body }) => body))
      .toEqual([{ packageId: 'registration' }]);
  });

  it('[custom-amount-step] the arrow keys change a custom amount by one centavo', async () => {
    await openDialog();
    await amount.fill('100,10');
    await amount.click();
    await keys('{ArrowUp}');
    await expect.element(amount).toHaveValue('R$ 100,11');
    await keys('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(amount).toHaveValue('R$ 100,08');
  });

  it('[buy-pending] starts one payment for repeated submits, and then shows the card form', async () => {
    await openDialog();
    await amount.fill('100');
    const letGo = hold('createPurchaseIntent');
    await proceed.click();
    await expect.element(proceed).toBeDisabled();
    await expect.element(proceed).toHaveAttribute('data-loading');
    await amount.click();
    await keys('{Enter}');
    await expect.element(card).not.toBeInTheDocument();
    letGo();
    await expect.element(card).toBeVisible();
    expect(callsOf('createPurchaseIntent')).toHaveLength(1);
  });

  it('[buy-success-resets] the dialog opens without the previous choice after a purchase', async () => {
    await openDialog();
    await amount.fill('100,25');
    await proceed.click();
    answer('getCurrentUser', { ...user, credits: 10_025 });
    await sendCard(CARD.good);
    await press('Continuar', dialog);
    await expect.element(balance.getByText('100,25 créditos', { exact: true })).toBeVisible();
    await press('Comprar Créditos', balance);
    await expect.element(radios.first()).not.toBeChecked();
    await expect.element(amount).toHaveValue('');
  });
});

const statement = region('Extrato');

it('[credits-statement] the statement shows chart, transactions and purchases, updated by events', async () => {
  const paid = aTransaction({
    delta: -349_900,
    balanceAfter: 25_000,
    reason: 'Pagamento de registro com créditos',
  });
  const bought = aTransaction({ delta: 374_900, balanceAfter: 374_900, reason: 'Compra de créditos' });
  answer('listCreditTransactions', pageOf([paid, bought]));
  open('/creditos', { ...user, credits: 25_000 });
  await expect.element(balance.getByText('250,00 créditos', { exact: true })).toBeVisible();
  await expect
    .element(statement.getByRole('img', { name: /^Gráfico do saldo .*agora 250,00 créditos/ }))
    .toBeVisible();
  await expect.poll(() => statement.element().querySelector('path.recharts-area-area')).not.toBeNull();
  const rows = statement.getByRole('list', { name: 'Transações' }).getByRole('listitem');
  const texts = () =>
    rows.elements().map((one) => (one as HTMLElement).innerText.split('\n').filter(Boolean));
  const first = [
    ['Pagamento de registro com créditos', '02/03/2026 09:00', '−3.499,00', 'Saldo: 250,00 créditos'],
    ['Compra de créditos', '02/03/2026 09:00', '+3.749,00', 'Saldo: 3.749,00 créditos'],
  ];
  await expect.poll(() => texts()).toEqual(first);
  await expect.poll(() => callsOf('followEvents').length).toBe(1);
  const adjusted = aTransaction({ delta: -5_000, balanceAfter: 20_000, reason: 'Ajuste de conferência' });
  answer('listCreditTransactions', pageOf([adjusted, paid, bought]));
  tell('balance', { credits: 20_000 });
  await expect.element(rows.first().getByText('−50,00', { exact: true })).toBeVisible();
  await expect.element(balance.getByText('200,00 créditos', { exact: true })).toBeVisible();
  const purchase = { completedAt: null, createdAt: paid.createdAt, paymentIntentStatus: null };
  answer(
    'listCreditPurchases',
    pageOf([
      {
        ...purchase,
        id: crypto.randomUUID(),
        creditsAmount: 149_999,
        priceInCents: 149_999,
        packageType: 'update',
        status: 'pending',
      },
      {
        ...purchase,
        id: crypto.randomUUID(),
        creditsAmount: 374_900,
        priceInCents: 374_900,
        packageType: 'custom',
        status: 'completed',
      },
    ]),
  );
  await statement.getByRole('tab', { name: 'Compras' }).click();
  const purchases = statement.getByRole('list', { name: 'Compras' }).getByRole('listitem');
  for (const [price, state] of [
    ['R$ 1.499,99', 'Pendente'],
    ['R$ 3.749,00', 'Concluída'],
  ] as const)
    await expect
      .element(purchases.filter({ hasText: price }).getByText(state, { exact: true }))
      .toBeVisible();
  await expect.element(purchases.getByText('Atualização de Registro', { exact: true })).toBeVisible();
});
