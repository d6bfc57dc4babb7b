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
});
