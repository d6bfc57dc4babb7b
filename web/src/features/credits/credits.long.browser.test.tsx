import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anIntent, paymentConfig } from '../../testing/payments.ts';
import { aPayable, aTransaction, aUser, figuresOf, packages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, keys, press, region } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const balance = region('Saldo de créditos');
const statement = region('Extrato');
const expectInStatement = (text: string) => expect.element(statement.getByText(text)).toBeVisible();
const expectInDialog = (text: string | RegExp) => expect.element(dialog.getByText(text)).toBeVisible();
const proceed = dialog.getByRole('button', { name: 'Continuar para Pagamento' });
const amount = dialog.getByLabelText('Valor personalizado', { exact: false });
const radios = dialog.getByRole('radio');

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', figuresOf());
  answer('listCreditTransactions', pageOf([]));
  answer('listCreditPurchases', pageOf([]));
  answer('listCreditPackages', packages);
  answer('getPaymentConfig', paymentConfig());
  answer('createPurchaseIntent', ({ body: { customAmount, packageId } }) => {
    const cents = customAmount ?? (packageId === 'update' ? 149_999 : 349_900);
    return { ...anIntent({ amount: cents }), credits: cents };
  });
});

describe('the statement of credits', () => {
  it('[credits-empty] says that the statement is empty, or that it could not be loaded', async () => {
    open('/creditos');
    await expectInStatement('Nenhuma transação de crédito encontrada');
    await expect.element(statement.getByRole('img', { name: /^Gráfico/ })).not.toBeInTheDocument();
    refuse('listCreditPurchases', 'unavailable');
    await statement.getByRole('tab', { name: 'Compras' }).click();
    const alert = statement.getByRole('alert');
    await expect
      .element(alert.getByText('Não foi possível carregar as compras.', { exact: false }))
      .toBeVisible();
    answer('listCreditPurchases', pageOf([]));
    await press('Tentar novamente', alert);
    await expectInStatement('Nenhuma compra de créditos encontrada');
  });

  it('[credits-pages] shows the current page of the statement while the next one loads', async () => {
    const all = Array.from({ length: 14 }, (_, index) => aTransaction({ reason: `Ajuste ${14 - index}` }));
    answer('listCreditTransactions', ({ query: { page: at, limit } }) =>
      pageOf(all.slice((at - 1) * limit, at * limit), limit, 14, at),
    );
    open('/creditos');
    await expectInStatement('Mostrando 1-12 de 14');
    await expectInStatement('Ajuste 14');
    const letGo = hold('listCreditTransactions');
    await press('Próxima', statement);
    await expect.poll(() => callsOf('listCreditTransactions').at(-1)?.query.page).toBe(2);
    await expectInStatement('Ajuste 14');
    letGo();
    await expectInStatement('Mostrando 13-14 de 14');
    await expectInStatement('Ajuste 1');
  });

  it('[credits-low-tone] shows a low balance in one colour, with or without an open payment', async () => {
    const tones = () =>
      ['Baixo', 'Créditos insuficientes'].map(
        (text) => getComputedStyle(balance.getByText(text).element()).color,
      );
    open('/dashboard');
    await expect.element(balance.getByText('Créditos insuficientes')).toBeVisible();
    const before = tones();
    answer('listRegistrations', pageOf([aPayable()]));
    open('/dashboard');
    await expect.element(region('Próxima ação').getByRole('button', { name: 'Pagar' })).toBeVisible();
    await expect.poll(() => tones()).toEqual(before);
  });

  it('[credits-paid-at-once] shows a registration as paid before the success toast', async () => {
    const waiting = aPayable();
    answer('listRegistrations', pageOf([waiting]));
    answer('getRegistration', waiting);
    answer('listHolders', pageOf([], 100));
    answer('payWithCredits', { creditsUsed: 349_900, balance: 0 });
    open('/dashboard', aUser({ credits: 349_900 }));
    await press('Pagar', page.getByRole('article'));
    await press(/^Pagar com créditos/, dialog);
    // Lists and events are blocked, so the page can only show what the payment's response says.
    hold('listRegistrations');
    hold('getRegistration');
    await press('Confirmar pagamento', dialog);
    await expectToast('Pagamento realizado com sucesso!');
    // The dialog may still be fading out.
    const offers = page.getByRole('article').getByRole('button', { name: 'Pagar' });
    await expect.poll(() => offers.elements()).toHaveLength(0);
    await expect.element(page.getByRole('article').getByText('Pago').first()).toBeVisible();
  });
});

describe('the buy-credits dialog', () => {
  it('[buy-credits-custom] takes a custom amount within bounds, even without packages', async () => {
    refuse('listCreditPackages', 'unavailable');
    const letGo = hold('listCreditPackages');
    open('/creditos');
    await press('Comprar Créditos', balance);
    await expect.element(dialog.getByRole('status', { name: 'Carregando pacotes…' })).toBeVisible();
    letGo();
    await expect
      .element(dialog.getByRole('alert').getByText('Não foi possível carregar os pacotes.', { exact: false }))
      .toBeVisible();
    answer('listCreditPackages', packages);
    await press('Tentar novamente', dialog);
    await radios.first().click();
    await expect.element(radios.first()).toBeChecked();
    await amount.fill('99,99');
    await expect.element(radios.first()).not.toBeChecked();
    await expect.element(proceed).toBeDisabled();
    await keys('{Tab}');
    await expectToast('Valor inválido');
    await amount.fill('123,45');
    await expectInDialog('Você recebe 123,45 créditos');
    await proceed.click();
    await expect.element(dialog.getByRole('button', { name: 'Pagar R$ 123,45' })).toBeVisible();
    await expect
      .poll(() => callsOf('createPurchaseIntent').map(({ body }) => body))
      .toEqual([{ customAmount: 12_345 }]);
  });

  it('[buy-credits-cancel] keeps the chosen amount when the payment is cancelled, but not on closing', async () => {
    open('/creditos');
    const enter = () => press('Comprar Créditos', balance);
    const expectPrice = (price: string) =>
      expect.element(dialog.getByRole('button', { name: `Pagar ${price}` })).toBeVisible();
    await enter();
    await amount.fill('123,45');
    await proceed.click();
    await expectPrice('R$ 123,45');
    await press('Cancelar', dialog);
    await expectInDialog('Pacotes');
    await expect.element(amount).toHaveValue('R$ 123,45');
    await proceed.click();
    await expectPrice('R$ 123,45');
    await press('Cancelar', dialog);
    await radios.nth(1).click();
    await expect.element(amount).toHaveValue('');
    await proceed.click();
    await expectPrice('R$ 1.499,99');
    await press('Cancelar', dialog);
    await expectInDialog('Pacotes');
    await expect.element(radios.nth(0)).not.toBeChecked();
    await expect.element(radios.nth(1)).toBeChecked();

    // Closing resets the dialog, from either of its two steps.
    for (const reach of [async () => undefined, () => proceed.click()]) {
      await reach();
      await keys('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
      await enter();
      await expect.element(radios.nth(0)).not.toBeChecked();
      await expect.element(radios.nth(1)).not.toBeChecked();
      await expect.element(amount).toHaveValue('');
      await expect.element(proceed).toBeDisabled();
      await radios.nth(0).click();
    }
  });
});
