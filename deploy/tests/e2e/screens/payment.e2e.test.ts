import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { confirmCard } from '../support/client.ts';
import { card, filed, openDashboard, visit } from '../support/dashboard.ts';
import { details } from '../support/journey.ts';
import { buyCredits, dialog, FEE, press, sendCard, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe('the payment of a registration', () => {
  it('[payment-modal] shows what is paid and the card form, and the card in its new status afterwards', async () => {
    const { page } = await visit(browser, stackUrl(), (api) => filed(api));
    await openDashboard(page);
    const shown = card(page, details.title);
    await press(shown, 'Pagar');
    await dialog(page).getByText('Pagamento do registro', { exact: true }).waitFor();
    await dialog(page).getByText('R$ 3.499,00', { exact: true }).waitFor();
    await dialog(page).getByText('Taxa de registro. Pagamento único, sem mensalidade.').waitFor();
    expect(await dialog(page).getByText('Pagar com créditos').count()).toBe(0);
    const refused = page.getByRole('dialog').getByRole('alert');
    await sendCard(page, '4000000000000002');
    await refused.getByText('Pagamento Rejeitado', { exact: true }).waitFor();
    await press(refused, 'Tentar Novamente');
    await sendCard(page, '4242424242424242');
    await dialog(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
    await press(dialog(page), 'Continuar');
    await dialog(page).waitFor({ state: 'hidden' });
    await shown.getByText('Pago', { exact: true }).waitFor();
    expect(await shown.getByRole('button', { name: 'Pagar' }).count()).toBe(0);
    await page.context().close();
  });

  it('[payment-credits] offers credits only when they cover the fee', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      await filed(api);
      await buyCredits(api, FEE);
    });
    await openDashboard(page);
    await press(card(page, details.title), 'Pagar');
    await dialog(page).getByRole('group', { name: 'Como você quer pagar?' }).waitFor();
    await dialog(page)
      .getByRole('button', { name: /^Pagar com créditos/ })
      .click();
    await dialog(page).getByText('0,00 créditos', { exact: true }).waitFor();
    await press(dialog(page), 'Confirmar pagamento');
    await toast(page).getByText('3.499,00 créditos foram usados neste registro.').waitFor();
    await card(page, details.title).getByText('Pago', { exact: true }).waitFor();
    await page.context().close();
  });

  it('[payment-return] takes the payer in again after the provider, and a link that opens a payment', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      ({ id } = await filed(client));
    });
    await openDashboard(page, `?pay=${id}`);
    await dialog(page).getByLabel('Número do cartão').waitFor();
    expect(new URL(page.url()).search).toBe('');
    const intent = await api.post<Parameters<typeof confirmCard>[1]>(
      `/api/registrations/${id}/payment-intent`,
    );
    const back = `?payment_intent=${intent.paymentIntentId}&payment_intent_client_secret=s3cr&redirect_status=failed`;
    await openDashboard(page, back);
    await toast(page).getByText('Falha no pagamento', { exact: true }).waitFor();
    await confirmCard(api, intent);
    await openDashboard(page, back);
    await toast(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
    await card(page, details.title).getByText('Pago', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    // A link to what is paid already opens nothing.
    await openDashboard(page, `?pay=${id}`);
    await card(page, details.title).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await page.context().close();
  });
});
