import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { buyCredits, dialog, FEE, payable } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=credits';
/** One more than a page holds. */
const FAMILY = 11;
const lastName = uniqueName('Zanini');
const firstName = uniqueName('Quitéria');

const browser = await ownBrowser();
const { user: person } = await signUpAs(stackUrl(), firstName, lastName);
for (let n = 1; n < FAMILY; n += 1) await signUpAs(stackUrl(), 'Rosa', lastName);
const { page, api } = await adminAt(browser, stackUrl(), TAB);

const rows = (): Locator => page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
const row = (text: string): Locator => rows().filter({ hasText: text });
const search = (text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Buscar usuários' }).fill(text);
const balanceOf = async (email: string): Promise<string> =>
  (await row(email).locator('strong').innerText()).trim();
const balance = (): Promise<string> => balanceOf(person.email);
const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());

describe('the credits tab', () => {
  it('[admin-credits-list] finds people by either name or e-mail, in any case, ten to a page', async () => {
    await search(lastName.toUpperCase());
    await eventually(() => rows().count()).toBe(10);
    await page.getByText(`Mostrando 1-10 de ${FAMILY}`).waitFor();
    await page.getByRole('button', { name: 'Página 2', exact: true }).click();
    await eventually(() => rows().count()).toBe(1);
    for (const text of [firstName.toLowerCase(), person.email.toUpperCase(), `${firstName} ${lastName}`]) {
      await search(text);
      await eventually(() => rows().count()).toBe(1);
      await row(person.email).waitFor();
    }
    const text = (await row(person.email).innerText()).replace(/\n+/g, '\n');
    expect(text).toContain(`${firstName} ${lastName}\n${person.email}\nCliente\n`);
    expect(text).toContain(today);
    expect(await balance()).toBe('0,00 créditos');
    await search('admin@g2.local');
    await row('admin@g2.local').getByText('Administrador', { exact: true }).waitFor();
    await search('operador@g2.local');
    // Calling an operator a client would be a lie.
    await row('operador@g2.local').getByText('Operador', { exact: true }).waitFor();
    await search('ninguém-tem-este-nome');
    await page.getByText('Nenhum usuário encontrado').waitFor();
  });

  it('[admin-credits-history] opens the course of the balance and each transaction', async () => {
    for (const change of [
      { delta: 250, reason: 'Cortesia', referenceType: 'chamado', referenceId: '77' },
      { delta: 100, reason: 'Bônus' },
    ])
      await api.post('/api/admin/credits', { userId: person.id, ...change });
    await page.goto(TAB);
    await search(person.email);
    await eventually(balance).toBe('3,50 créditos');
    await row(person.email)
      .getByRole('button', { name: `Histórico de ${firstName} ${lastName}` })
      .click();
    const entries = dialog(page).getByRole('list', { name: 'Histórico de créditos' }).getByRole('listitem');
    await eventually(() => entries.count()).toBe(2);
    const text = async (n: number) => (await entries.nth(n).innerText()).replace(/\n+/g, '\n');
    expect(await text(0)).toMatch(
      /^Bônus\n[\d/]{10} \d\d:\d\d · por Ada Administradora\n\+1,00 créditos\nSaldo: 3,50 créditos$/,
    );
    expect(await text(1)).toContain('Referência: chamado 77');
    await dialog(page)
      .getByRole('img', { name: /Gráfico do saldo .* entre 0,00 e 3,50 créditos, agora 3,50 créditos/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await search(lastName);
    await row('Rosa')
      .first()
      .getByRole('button', { name: /^Histórico de Rosa/ })
      .click();
    await dialog(page).getByText('Nenhuma transação de crédito encontrada').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('[admin-credits-live] follows a balance as its owner pays with credits', async () => {
    const { client, user } = await signUpAs(stackUrl(), 'Ivo', lastName);
    await buyCredits(client, FEE + 100);
    const id = await payable(client);
    await page.goto(TAB);
    await search(user.email);
    await eventually(() => balanceOf(user.email)).toBe('3.500,00 créditos');
    await row(user.email)
      .getByRole('button', { name: /^Histórico de Ivo/ })
      .click();
    const entries = dialog(page).getByRole('list', { name: 'Histórico de créditos' }).getByRole('listitem');
    await eventually(() => entries.count()).toBe(1);
    await client.post(`/api/registrations/${id}/credit-payment`);
    await eventually(() => entries.count()).toBe(2);
    await entries.first().getByText('Saldo: 1,00 créditos').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => balanceOf(user.email)).toBe('1,00 créditos');
  });
});
