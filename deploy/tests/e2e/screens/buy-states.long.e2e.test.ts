import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdCall } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import { card, filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { buyCredits, dialog, FEE, press, sendCard } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const CONFIRM = '**/v1/payment_intents/*/confirm';
const amount = (page: Page) => dialog(page).getByLabel('Valor personalizado');
const proceed = (page: Page) => dialog(page).getByRole('button', { name: 'Continuar para Pagamento' });

/** No event tells this page anything: what it shows anew it has read by itself. */
const deafen = (page: Page) => page.route('**/api/events', (route) => route.abort());

async function openDialog(): Promise<Page> {
  const { page } = await visit(browser, stackUrl());
  await deafen(page);
  await openDashboard(page);
  await press(region(page, 'Saldo de créditos'), 'Comprar Créditos');
  await dialog(page).getByRole('radio').first().waitFor();
  return page;
}

describe('buying credits, state by state', () => {
  it('[custom-amount-step] the arrows change the amount by one centavo', async () => {
    const page = await openDialog();
    await amount(page).fill('100,10');
    await amount(page).press('ArrowUp');
    expect(await amount(page).inputValue()).toBe('R$ 100,11');
    for (let n = 0; n < 3; n += 1) await amount(page).press('ArrowDown');
    expect(await amount(page).inputValue()).toBe('R$ 100,08');
    await page.context().close();
  });

  it('[buy-pending] nothing goes on before the intent has its answer, and then the card is asked for', async () => {
    const page = await openDialog();
    expect(await proceed(page).isDisabled()).toBe(true);
    await amount(page).fill('100');
    expect(await proceed(page).isEnabled()).toBe(true);
    const letGo = await holdCall(page, '**/api/credit-purchase/payment-intent');
    const sent: string[] = [];
    page.on('request', (one) => one.method() === 'POST' && sent.push(one.url()));
    await proceed(page).click();
    await dialog(page).locator('button[type=submit][data-loading]').waitFor();
    expect(await proceed(page).isDisabled()).toBe(true);
    await amount(page).press('Enter');
    expect(await dialog(page).getByLabel('Número do cartão').count()).toBe(0);
    await letGo();
    await dialog(page).getByLabel('Número do cartão').waitFor();
    expect(sent).toHaveLength(1);
    await page.context().close();
  });

  it('[card-processing] the card form says that it is at work, and shows its fields no more, until the outcome', async () => {
    const page = await openDialog();
    await amount(page).fill('100');
    await proceed(page).click();
    await dialog(page).getByLabel('Número do cartão').waitFor();
    const letGo = await holdCall(page, CONFIRM);
    await sendCard(page, '4000000000000002');
    await dialog(page).getByText('Processando pagamento…').waitFor();
    expect(await dialog(page).getByLabel('Número do cartão').isVisible()).toBe(false);
    await letGo();
    await dialog(page).getByText('Pagamento Rejeitado', { exact: true }).waitFor();
    expect(await dialog(page).getByText('Processando pagamento…').count()).toBe(0);
    await press(dialog(page).getByRole('alert').or(dialog(page)).first(), 'Tentar Novamente');
    await dialog(page).getByLabel('Número do cartão').waitFor();
    await page.context().close();
  });

  it('[buy-success-resets] after a purchase the dialog closes, and opens again without what was typed', async () => {
    const page = await openDialog();
    await amount(page).fill('100,25');
    await proceed(page).click();
    await dialog(page).getByLabel('Número do cartão').waitFor();
    await sendCard(page, '4242424242424242');
    await press(dialog(page), 'Continuar');
    await dialog(page).waitFor({ state: 'hidden' });
    await region(page, 'Saldo de créditos').getByText('100,25 créditos', { exact: true }).waitFor();
    await press(region(page, 'Saldo de créditos'), 'Comprar Créditos');
    await dialog(page).getByRole('radio').first().waitFor();
    expect(await amount(page).inputValue()).toBe('');
    expect(await dialog(page).getByRole('radio', { checked: true }).count()).toBe(0);
    await page.context().close();
  });
});

describe('paying a registration', () => {
  it('[payment-refreshes] reads registrations and balance anew, by card and by credits, without any event', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      await filed(api, { title: 'Por cartão' });
      await filed(api, { title: 'Por créditos' });
      await buyCredits(api, FEE + 10_000);
    });
    await deafen(page);
    await openDashboard(page);
    await press(card(page, 'Por cartão'), 'Pagar');
    await dialog(page)
      .getByRole('button', { name: /^Pagar com cartão/ })
      .click();
    await dialog(page).getByLabel('Número do cartão').waitFor();
    await sendCard(page, '4242424242424242');
    await press(dialog(page), 'Continuar');
    await card(page, 'Por cartão').getByText('Pago', { exact: true }).waitFor();
    await press(card(page, 'Por créditos'), 'Pagar');
    await dialog(page)
      .getByRole('button', { name: /^Pagar com créditos/ })
      .click();
    await press(dialog(page), 'Confirmar pagamento');
    await card(page, 'Por créditos').getByText('Pago', { exact: true }).waitFor();
    await region(page, 'Saldo de créditos').getByText('100,00 créditos', { exact: true }).waitFor();
    await page.context().close();
  });
});
