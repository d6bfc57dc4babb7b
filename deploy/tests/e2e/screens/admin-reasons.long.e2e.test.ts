import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { type Client, confirmCard, signUp } from '../support/client.ts';
import { dialog, payable } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

type Intent = Parameters<typeof confirmCard>[1];

const browser = await ownBrowser();
const { page, api } = await adminAt(browser, stackUrl(), '/admin');

const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });

describe('a declined card', () => {
  it('reads Recusado with its reason, one that nobody tried reads Em aberto, and a paid one neither', async () => {
    const { client } = await signUp(stackUrl());
    const open = () => client.post<Intent>('/api/credit-purchase/payment-intent', { customAmount: 54_321 });
    const [left, tried] = [await open(), await open()];
    const registration = await client.post<Intent>(
      `/api/registrations/${await payable(client)}/payment-intent`,
    );
    await confirmCard(client, tried, '4000000000009995');
    await confirmCard(client, registration, '4000000000000002');
    await page.goto('/admin/payments');
    const state = async (intent: Intent) => {
      await page.reload();
      return row(intent.paymentIntentId).innerText();
    };
    await eventually(() => state(tried)).toMatch(/Recusado\s+Saldo insuficiente\./);
    await eventually(() => state(registration)).toMatch(
      /Recusado\s+O emissor recusou o cartão sem dizer por quê\./,
    );
    expect(await state(left)).toContain('Em aberto');
    await page.getByRole('combobox', { name: 'Filtrar por situação' }).click();
    await page.getByRole('option', { name: 'Recusado', exact: true }).click();
    // The one that stays was in the whole list too: the other goes with the list it is not in.
    await row(left.paymentIntentId).waitFor({ state: 'detached' });
    await row(tried.paymentIntentId).waitFor();

    await page.goto('/admin/payments?view=events');
    const event = row(tried.paymentIntentId).filter({ hasText: 'payment_intent.payment_failed' });
    expect(await event.innerText()).toMatch(/Cartão recusado[\s\S]*Saldo insuficiente\./);

    await confirmCard(client, tried);
    await client.post(`/api/payments/${tried.paymentIntentId}/sync`);
    await page.goto('/admin/payments');
    await eventually(() => state(tried)).toContain('Liquidado');
    expect(await row(tried.paymentIntentId).innerText()).not.toMatch(/Recusado|insuficiente/);
  });
});

describe('a user', () => {
  it('shows in the history of credits who gave each of them', async () => {
    const surname = uniqueName('Prazeres');
    const { user } = await signUpAs(stackUrl(), 'Ivo', surname);
    const helper = await signUpAs(stackUrl(), 'Hilda', 'Ajudante');
    await api.patch(`/api/admin/users/${helper.user.id}/role`, { role: 'admin' });
    const give = (by: Client, reason: string) =>
      by.post('/api/admin/credits', { userId: user.id, delta: 500, reason });
    await give(api, 'Da Ada');
    await give(helper.client, 'Da Hilda');
    await page.goto(`/admin?tab=credits&search=${surname}`);
    const history = () => page.getByRole('button', { name: `Histórico de Ivo ${surname}` }).click();
    const entry = (reason: string) => dialog(page).getByRole('listitem').filter({ hasText: reason });
    await history();
    await entry('Da Ada').getByText('por Ada Administradora').waitFor();
    await entry('Da Hilda').getByText('por Hilda Ajudante').waitFor();
    await api.patch(`/api/admin/users/${helper.user.id}/role`, { role: 'client' });
    await api.ok(`/api/admin/users/${helper.user.id}`, { method: 'DELETE' });
    await page.reload();
    await history();
    await entry('Da Hilda').getByText('por Usuário removido').waitFor();
  });

  it('is offered for deletion only where the server would agree, and the reason is told', async () => {
    const surname = uniqueName('Pagante');
    const { client } = await signUpAs(stackUrl(), 'Olívia', surname);
    const id = await payable(client);
    await page.goto(`/admin?tab=users&search=${surname}`);
    const remove = page.getByRole('button', { name: `Excluir Olívia ${surname}`, exact: true });
    await remove.waitFor();
    expect(await remove.getAttribute('aria-disabled')).toBeNull();
    await api.patch(`/api/admin/registrations/${id}/status`, { status: 'paid' });
    await page.reload();
    await remove.waitFor();
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await remove.focus();
    const why = 'A conta tem um registro pago em andamento. Conclua-o antes de excluir.';
    await page.getByRole('tooltip').getByText(why).waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog(page).count()).toBe(0);
  });

  it('has its actions named by the product’s own hints', async () => {
    const surname = uniqueName('Dica');
    await signUpAs(stackUrl(), 'Nara', surname);
    await page.goto(`/admin/users?search=${surname}`);
    const edit = page.getByRole('button', { name: `Editar Nara ${surname}`, exact: true });
    await edit.hover();
    await page.getByRole('tooltip', { name: `Editar Nara ${surname}` }).waitFor();
    expect(await page.locator('table [title]').count()).toBe(0);
  });
});
