import { createHmac, randomBytes } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person, shoot } from './support/browser.ts';
import { demoSession, signUp } from './support/client.ts';
import { details } from './support/journey.ts';
import { enter, openScene, payable, payByCard, toast } from './support/payment-screens.ts';
import { atProvider } from './support/provider.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

const unknown = `pi_${randomBytes(12).toString('hex')}`;

/** One more than fits on a page. */
const UNKNOWN_EVENTS = 11;

const browser = await ownBrowser();
const admin = await demoSession(stackUrl(), 'admin');
const { page } = await person(browser, stackUrl());
await enter(page, admin);
const disputed = await paid();
const refunded = await paid();
await atProvider('/_sim/disputes', { payment_intent: disputed.intent });
await atProvider('/v1/refunds', { payment_intent: refunded.intent, amount: '100000' });
for (let n = 0; n < UNKNOWN_EVENTS; n += 1) await deliver(unknown, false);
await deliver(refunded.intent, true);

async function paid(): Promise<{ id: string; intent: string }> {
  const { client } = await signUp(stackUrl());
  const id = await payable(client);
  return { id, intent: await payByCard(client, id) };
}

/** A webhook as Stripe would sign it, of a success that it may or may not confirm. */
async function deliver(intent: string, livemode: boolean): Promise<void> {
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    livemode,
    data: { object: { id: intent, object: 'payment_intent', status: 'succeeded', metadata: {} } },
  });
  const { webhookUrl, webhookSecret } = stackFacts();
  const signature = createHmac('sha256', webhookSecret).update(`${created}.${body}`).digest('hex');
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${signature}` },
    body,
  });
  expect(response.status, await response.text()).toBe(200);
}

const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
const pageButton = (n: number): Locator => page.getByRole('button', { name: `Página ${n}`, exact: true });
const query = (): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

type Payments = { items: { registrationId: string; flag: string | null; refundedAmount: number }[] };
const flags = async (): Promise<(string | null | undefined)[]> => {
  const { items } = await admin.ok<Payments>('/api/admin/payments?limit=100');
  return [disputed, refunded].map(({ id }) => items.find((one) => one.registrationId === id)?.flag);
};

describe('payments in the admin panel', () => {
  it('shows a dispute and a refund beside method, state and amount', async () => {
    await expect.poll(flags, { timeout: 20_000 }).toEqual(['disputed', 'refunded']);
    await page.goto('/admin');
    await page.getByRole('link', { name: /^Pagamentos Reembolsos/ }).click();
    await page.getByRole('heading', { name: 'Pagamentos', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/payments');
    const headings = ['Forma', 'Situação', 'Valor', 'Devolvido', 'Alerta'];
    const cells = async (intent: string) => {
      const titles = await page.getByRole('columnheader').allInnerTexts();
      const texts = await row(intent).getByRole('cell').allInnerTexts();
      return headings.map((heading) => texts[titles.indexOf(heading)]);
    };
    await row(disputed.intent).waitFor();
    expect(await cells(disputed.intent)).toEqual([
      `Cartão\n${disputed.intent}`,
      'Liquidado',
      'R$ 3.499,00',
      '—',
      'Contestado',
    ]);
    expect((await cells(refunded.intent)).slice(2)).toEqual(['R$ 3.499,00', 'R$ 1.000,00', 'Reembolsado']);
    await shoot(page, 'payments-admin-1');
  });

  it('leads to the registration', async () => {
    await row(disputed.intent).getByRole('link', { name: details.title }).click();
    await page.waitForURL(`**/operator/registrations/${disputed.id}`);
    await page.goBack();
  });

  it('filters the events that failed, a page at a time, all of it in the address', async () => {
    await page.getByRole('tab', { name: /^Avisos.*com falha/ }).click();
    await page.getByRole('combobox', { name: 'Filtrar por situação' }).click();
    await page.getByRole('option', { name: 'Falhou' }).click();
    await row('desconhecido no Stripe').first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Processado' }).count()).toBe(1); // the header
    await pageButton(2).click();
    await expect.poll(query).toEqual({ view: 'events', status: 'failed', page: '2' });
    await page.reload();
    expect(await pageButton(2).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await expect.poll(query).toEqual({ view: 'events', status: 'failed' });
    await shoot(page, 'payments-admin-2');
  });

  it('replays a failed event that Stripe confirms, which then leaves the list', async () => {
    await row('livemode diferente').filter({ hasText: refunded.intent }).waitFor();
    await row(refunded.intent).getByRole('button', { name: 'Reprocessar' }).click();
    await toast(page).getByText('Aviso reprocessado').waitFor();
    await row(refunded.intent).waitFor({ state: 'detached' });
  });

  it('says why a replay failed again', async () => {
    await row(unknown).first().getByRole('button', { name: 'Reprocessar' }).click();
    await toast(page).getByText('O aviso falhou de novo').waitFor();
    await toast(page).getByText('payment intent desconhecido no Stripe').waitFor();
    expect(await row(unknown).count()).toBeGreaterThan(1);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    for (const view of ['', '?view=events']) {
      await page.goto(`/admin/payments${view}`);
      await page.getByRole('listitem').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      await shoot(page, `payments-admin-phone${view.replace('?view=', '-')}`);
    }
  });

  it('is closed to everyone else', async () => {
    const { page: other } = await openScene(browser, stackUrl(), {});
    await other.goto('/admin/payments');
    await other.getByRole('heading', { name: 'Acesso Negado' }).waitFor();
  });
});
