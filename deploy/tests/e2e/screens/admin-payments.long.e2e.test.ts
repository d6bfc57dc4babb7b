import { createHmac, randomBytes } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, holdCall, queryOf } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { type Client, confirmCard, signUp } from '../support/client.ts';
import { details } from '../support/journey.ts';
import { payable, payByCard, toast } from '../support/payment-screens.ts';
import { stackFacts, stackUrl } from '../support/shared-stack.ts';

const unknown = `pi_${randomBytes(12).toString('hex')}`;

const browser = await ownBrowser();
const { client } = await signUp(stackUrl());
const paid = await payByCard(client, await payable(client));
const bought = await buy(client);
await deliver(unknown);
const { page } = await adminAt(browser, stackUrl(), '/admin/payments');

/** A purchase of credits by card; its intent. */
async function buy(client: Client): Promise<string> {
  type Intent = Parameters<typeof confirmCard>[1];
  const intent = await client.post<Intent>('/api/credit-purchase/payment-intent', { customAmount: 12_345 });
  await confirmCard(client, intent);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  return intent.paymentIntentId;
}

/** A signed webhook about a payment that Stripe knows nothing of: it fails. */
async function deliver(intent: string): Promise<void> {
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    livemode: false,
    data: { object: { id: intent, object: 'payment_intent', status: 'succeeded', metadata: {} } },
  });
  const { webhookUrl, webhookSecret } = stackFacts();
  const signature = createHmac('sha256', webhookSecret).update(`${created}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` };
  const response = await fetch(webhookUrl, { method: 'POST', headers, body });
  expect(response.status, await response.text()).toBe(200);
}

const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
async function choose(filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('the payments page', () => {
  it('[admin-payments-filters] finds payments by kind and state, kept in the address', async () => {
    await row(paid).getByRole('link', { name: details.title }).waitFor();
    await choose('Filtrar por tipo', 'Compra de créditos');
    await eventually(() => queryOf(page)).toEqual({ kind: 'credit_purchase' });
    await row(bought).getByText('Compra de créditos').waitFor();
    await row(paid).waitFor({ state: 'detached' });
    expect(await row(bought).innerText()).toContain('R$ 123,45');
    await choose('Filtrar por situação', 'Liquidado');
    await eventually(() => queryOf(page)).toEqual({ kind: 'credit_purchase', status: 'settled' });
    await row(bought).waitFor();
    await page.reload();
    await row(bought).waitFor();
    await choose('Filtrar por situação', 'Em devolução');
    await page.getByText('Nenhum pagamento corresponde aos filtros.').waitFor();
    await page.goBack();
    await row(bought).waitFor();
  });

  it('[admin-payments-replay] keeps the result of a replay in its row', async () => {
    await page.goto('/admin/payments?view=events&status=failed');
    await row(unknown).waitFor();
    expect(await row(unknown).innerText()).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
    const release = await holdCall(page, '**/replay');
    await row(unknown)
      .getByRole('button', { name: /^Reprocessar/ })
      .click();
    await row(unknown).getByText('Reprocessando…').waitFor();
    await release();
    await row(unknown).getByText('Falhou de novo: payment intent desconhecido no Stripe').waitFor();
    await toast(page).getByText('O aviso falhou de novo').waitFor();
  });
});
