import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anIntent, paymentConfig } from '../../testing/payments.ts';
import {
  aPayableRegistration,
  aTransaction,
  aUser,
  creditPackages,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, keys, press, region } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const balanceCard = region('Saldo de créditos');
const statement = region('Extrato');
const expectInStatement = (text: string) => expect.element(statement.getByText(text)).toBeVisible();
const expectInDialog = (text: string | RegExp) => expect.element(dialog.getByText(text)).toBeVisible();
const proceedButton = dialog.getByRole('button', { name: 'Continuar para Pagamento' });
const amountField = dialog.getByLabelText('Valor personalizado', { exact: false });
const packageRadios = dialog.getByRole('radio');

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', registrationStatsOf());
  answer('listCreditTransactions', pageOf([]));
  answer('listCreditPurchases', pageOf([]));
  answer('listCreditPackages', creditPackages);
  answer('getPaymentConfig', paymentConfig());
  answer('createPurchaseIntent', ({ body: { customAmount, packageId } }) => {
    const cents = customAmount ?? (packageId === 'update' ? 149_999 : 349_900);
    return { ...anIntent({ amount: cents }), credits: cents };
  });
});

describe('the statement of credits', () => {
  it('[credits-empty] says when the statement is empty, and when it could not be loaded', async () => {
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

  it('[credits-pages] shows the current page of the statement while the next page loads', async () => {
    const allTransactions = Array.from({ length: 14 }, (_, index) =>
      aTransaction({ reason: `Ajuste ${14 - index}` }),
    );
    answer('listCreditTransactions', ({ query: { page: pageNumber, limit } }) =>
      pageOf(allTransactions.slice((pageNumber - 1) * limit, pageNumber * limit), limit, 14, pageNumber),
    );
    open('/creditos');
    await expectInStatement('Mostrando 1-12 de 14');
    await expectInStatement('Ajuste 14');
    const release = hold('listCreditTransactions');
    await press('Próxima', statement);
    await expect.poll(() => callsOf('listCreditTransactions').at(-1)?.query.page).toBe(2);
    await expectInStatement('Ajuste 14');
    release();
    await expectInStatement('Mostrando 13-14 de 14');
    await expectInStatement('Ajuste 1');
  });

  it('[credits-low-tone] shows a low balance in one colour, with or without an unpaid registration', async () => {
    const textColours = () =>
      ['Baixo', 'Créditos insuficientes'].map(
        (text) => getComputedStyle(balanceCard.getByText(text).element()).color,
      );
    open('/dashboard');
    await expect.element(balanceCard.getByText('Créditos insuficientes')).toBeVisible();
    const previousColours = textColours();
    answer('listRegistrations', pageOf([aPayableRegistration()]));
    open('/dashboard');
    await expect.element(region('Próxima ação').getByRole('button', { name: 'Pagar' })).toBeVisible();
    await expect.poll(() => textColours()).toEqual(previousColours);
  });

  it('[credits-paid-at-once] shows a registration as paid before the success toast', async () => {
    const unpaidRegistration = aPayableRegistration();
    answer('listRegistrations', pageOf([unpaidRegistration]));
    answer('getRegistration', unpaidRegistration);
    answer('listHolders', pageOf([], 100));
    answer('payWithCredits', { creditsUsed: 349_900, balance: 0 });
    open('/dashboard', aUser({ credits: 349_900 }));
    await press('Pagar', page.getByRole('article'));
    await press(/^Pagar com créditos/, dialog);
    // The requests for lists are blocked, so the page can only use the response of the payment.
    hold('listRegistrations');
    hold('getRegistration');
    await press('Confirmar pagamento', dialog);
    await expectToast('Pagamento realizado com sucesso!');
    // The dialog may still be fading out.
    const payButtons = page.getByRole('article').getByRole('button', { name: 'Pagar' });
    await expect.poll(() => payButtons.elements()).toHaveLength(0);
    await expect.element(page.getByRole('article').getByText('Pago').first()).toBeVisible();
  });
});

describe('the buy-credits dialog', () => {
  it('[buy-credits-custom] accepts a custom amount within the limits, also without packages', async () => {
    refuse('listCreditPackages', 'unavailable');
    const release = hold('listCreditPackages');
    open('/creditos');
    await press('Comprar Créditos', balanceCard);
    await expect.element(dialog.getByRole('status', { name: 'Carregando pacotes…' })).toBeVisible();
    release();
    await expect
      .element(dialog.getByRole('alert').getByText('Não foi possível carregar os pacotes.', { exact: false }))
      .toBeVisible();
    answer('listCreditPackages', creditPackages);
    await press('Tentar novamente', dialog);
    await packageRadios.first().click();
    await expect.element(packageRadios.first()).toBeChecked();
    await amountField.fill('99,99');
    await expect.element(packageRadios.first()).not.toBeChecked();
    await expect.element(proceedButton).toBeDisabled();
    await keys('{Tab}');
    await expectToast('Valor inválido');
    await amountField.fill('123,45');
    await expectInDialog('Você recebe 123,45 créditos');
    await proceedButton.click();
    await expect.element(dialog.getByRole('button', { name: 'Pagar R$ 123,45' })).toBeVisible();
    await expect
      .poll(() => callsOf('createPurchaseIntent').map(({ body }) => body))
      .toEqual([{ customAmount: 12_345 }]);
  });

  it('[buy-credits-cancel] cancelling keeps the chosen amount, and closing the dialog resets it', async () => {
    open('/creditos');
    const openDialog = () => press('Comprar Créditos', balanceCard);
    const expectPrice = (price: string) =>
      expect.element(dialog.getByRole('button', { name: `Pagar ${price}` })).toBeVisible();
    await openDialog();
    await amountField.fill('123,45');
    await proceedButton.click();
    await expectPrice('R$ 123,45');
    await press('Cancelar', dialog);
    await expectInDialog('Pacotes');
    await expect.element(amountField).toHaveValue('R$ 123,45');
    await proceedButton.click();
    await expectPrice('R$ 123,45');
    await press('Cancelar', dialog);
    await packageRadios.nth(1).click();
    await expect.element(amountField).toHaveValue('');
    await proceedButton.click();
    await expectPrice('R$ 1.499,99');
    await press('Cancelar', dialog);
    await expectInDialog('Pacotes');
    await expect.element(packageRadios.nth(0)).not.toBeChecked();
    await expect.element(packageRadios.nth(1)).toBeChecked();

    // Closing resets the dialog in both of its steps.
    for (const goToStep of [async () => undefined, () => proceedButton.click()]) {
      await goToStep();
      await keys('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
      await openDialog();
      await expect.element(packageRadios.nth(0)).not.toBeChecked();
      await expect.element(packageRadios.nth(1)).not.toBeChecked();
      await expect.element(amountField).toHaveValue('');
      await expect.element(proceedButton).toBeDisabled();
      await packageRadios.nth(0).click();
    }
  });
});
