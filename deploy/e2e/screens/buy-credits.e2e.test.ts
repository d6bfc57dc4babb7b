import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { openDashboard, region, visit } from '../support/dashboard.ts';
import { dialog, press, sendCard, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

describe('the buy-credits dialog', () => {
  it('[buy-credits-package] sells a package through the card form, in pt-BR', async () => {
    const { page } = await visit(browser, stackUrl());
    await openDashboard(page);
    await press(region(page, 'Saldo de créditos'), 'Comprar Créditos');
    const shown = dialog(page);
    const proceed = shown.getByRole('button', { name: 'Continuar para Pagamento' });
    expect(await proceed.isDisabled()).toBe(true);
    const packages = shown.getByRole('group', { name: 'Pacotes' });
    await packages.getByText('R$ 3.499,00', { exact: true }).waitFor();
    await packages.getByText('R$ 1.499,99', { exact: true }).waitFor();
    await packages.getByText('Mais Popular', { exact: true }).waitFor();
    await packages.getByRole('radio').first().check();
    await proceed.click();
    for (const label of ['Número do cartão', 'Validade (MM/AA)', 'CVC'])
      await shown.getByLabel(label).waitFor();
    await shown.getByText('Você recebe 3.499,00 créditos').waitFor();
    await press(shown, 'Pagar R$ 3.499,00');
    await shown.getByText('Número de cartão inválido', { exact: true }).waitFor();
    await sendCard(page, '4242424242424242');
    await shown.getByText('Pagamento Aprovado!', { exact: true }).waitFor();
    await toast(page).getByText('3.499,00 créditos foram adicionados à sua conta.').waitFor();
    await press(shown, 'Continuar');
    await region(page, 'Saldo de créditos').getByText('3.499,00 créditos', { exact: true }).waitFor();
    await region(page, 'Saldo de créditos').getByText('1 registro possível').waitFor();
    await page.context().close();
  });

  it('[buy-credits-custom] takes an amount instead, within its bounds, and its packages may come late or not at all', async () => {
    const { page } = await visit(browser, stackUrl());
    await openDashboard(page);
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/credit-packages', async (route) => {
      await asked.promise;
      await route.fulfill({ status: 503, json: { message: 'Volta em instantes.' } });
    });
    await press(region(page, 'Saldo de créditos'), 'Comprar Créditos');
    const shown = dialog(page);
    await shown.getByRole('status', { name: 'Carregando pacotes…' }).waitFor();
    asked.resolve();
    await shown.getByRole('alert').getByText('Não foi possível carregar os pacotes.').waitFor();
    await page.unrouteAll();
    await press(shown, 'Tentar novamente');
    await shown.getByRole('radio').first().check();
    const amount = shown.getByLabel('Valor personalizado');
    const proceed = shown.getByRole('button', { name: 'Continuar para Pagamento' });
    await amount.fill('99,99');
    expect(await shown.getByRole('radio').first().isChecked()).toBe(false);
    expect(await proceed.isDisabled()).toBe(true);
    await amount.press('Tab');
    await toast(page).getByText('Valor inválido', { exact: true }).waitFor();
    await amount.fill('123,45');
    await shown.getByText('Você recebe 123,45 créditos').waitFor();
    const sent = page.waitForRequest('**/api/credit-purchase/payment-intent');
    await proceed.click();
    expect((await sent).postDataJSON()).toEqual({ customAmount: 12_345 });
    await shown.getByRole('button', { name: 'Pagar R$ 123,45' }).waitFor();
    await page.context().close();
  });

  it('[buy-credits-cancel] goes back to the selection as it was; closing forgets it', async () => {
    const { page } = await visit(browser, stackUrl());
    await openDashboard(page);
    const open = () => press(region(page, 'Saldo de créditos'), 'Comprar Créditos');
    await open();
    const shown = dialog(page);
    const amount = shown.getByLabel('Valor personalizado');
    const radio = (nth: number) => shown.getByRole('radio').nth(nth);
    const proceed = () => press(shown, 'Continuar para Pagamento');
    await amount.fill('123,45');
    await proceed();
    await press(shown, 'Cancelar');
    await shown.getByText('Pacotes', { exact: true }).waitFor();
    expect(await amount.inputValue()).toBe('R$ 123,45');
    await proceed();
    await shown.getByRole('button', { name: 'Pagar R$ 123,45' }).waitFor();
    await press(shown, 'Cancelar');
    await radio(1).check();
    expect(await amount.inputValue()).toBe('');
    await proceed();
    await shown.getByRole('button', { name: 'Pagar R$ 1.499,99' }).waitFor();
    await press(shown, 'Cancelar');
    await shown.getByText('Pacotes', { exact: true }).waitFor();
    expect([await radio(0).isChecked(), await radio(1).isChecked()]).toEqual([false, true]);

    // Closed from either step: nothing is left of it.
    for (const reach of [async () => undefined, proceed]) {
      await reach();
      await page.keyboard.press('Escape');
      await shown.waitFor({ state: 'hidden' });
      await open();
      await radio(0).waitFor();
      expect([await radio(0).isChecked(), await radio(1).isChecked(), await amount.inputValue()]).toEqual([
        false,
        false,
        '',
      ]);
      expect(await shown.getByRole('button', { name: 'Continuar para Pagamento' }).isDisabled()).toBe(true);
      await radio(0).check();
    }
    await page.context().close();
  });
});
