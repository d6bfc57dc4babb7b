import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, eventually, holdCall, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import type { User } from '../support/client.ts';
import { buyCredits, dialog, FEE, payable, press, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=credits';
const ISSUE = '**/api/admin/credits';
/** One more than a page holds. */
const FAMILY = 11;
const lastName = uniqueName('Zanini');
const firstName = uniqueName('Quitéria');

let browser: Browser;
let page: Page;
let person: User;

beforeAll(async () => {
  browser = await launch();
  ({ user: person } = await signUpAs(stackUrl(), firstName, lastName));
  for (let n = 1; n < FAMILY; n += 1) await signUpAs(stackUrl(), 'Rosa', lastName);
  ({ page } = await adminAt(browser, stackUrl(), TAB));
});
afterAll(() => browser?.close());

const rows = (): Locator => page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
const row = (text: string): Locator => rows().filter({ hasText: text });
const search = (text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Buscar usuários' }).fill(text);
const balanceOf = async (email: string): Promise<string> =>
  (await row(email).locator('strong').innerText()).trim();
const balance = (): Promise<string> => balanceOf(person.email);
const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());

async function openIssue(delta: string, reason: string): Promise<void> {
  await row(person.email)
    .getByRole('button', { name: `Ajustar saldo de ${firstName} ${lastName}` })
    .click();
  await dialog(page).getByLabel('Quantidade (centésimos de crédito)').fill(delta);
  await dialog(page).getByLabel('Motivo').fill(reason);
}

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

  it('[admin-credits-issue] refuses what may not be, shows the value of hundredths, issues', async () => {
    await page.goto(TAB);
    await page.getByRole('button', { name: 'Emitir Créditos' }).click();
    await press(dialog(page), 'Emitir Créditos');
    for (const text of ['Usuário é obrigatório', 'O valor não pode ser zero', 'Motivo é obrigatório']) {
      await dialog(page).getByText(text).waitFor();
    }
    const amount = dialog(page).getByLabel('Quantidade (centésimos de crédito)');
    expect(await dialog(page).getByLabel('Motivo').inputValue()).toBe('');
    for (const wrong of ['1001', '-1001']) {
      await amount.fill(wrong);
      await press(dialog(page), 'Emitir Créditos');
      await dialog(page).getByText('O valor deve estar entre -1000 e 1000').waitFor();
    }
    await amount.fill('muito');
    await press(dialog(page), 'Emitir Créditos');
    await dialog(page).getByText('O valor não pode ser zero').waitFor();
    await press(dialog(page), 'Cancelar');

    await search(person.email);
    await openIssue('250', 'Cortesia');
    await dialog(page).getByText('= 2,50 créditos').waitFor();
    await dialog(page).getByText('Saldo: 0,00 créditos → 2,50 créditos').waitFor();
    await dialog(page).getByLabel('Tipo de referência (opcional)').fill('chamado');
    await dialog(page).getByLabel('Identificador da referência (opcional)').fill('77');
    await press(dialog(page), 'Emitir Créditos');
    await toast(page).getByText('Créditos atualizados').waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    await eventually(balance).toBe('2,50 créditos');
  });

  it('[admin-credits-optimistic] shows the new balance at once, and the old one again when refused', async () => {
    const release = await holdCall(page, ISSUE);
    await openIssue('100', 'Bônus');
    await press(dialog(page), 'Emitir Créditos');
    await eventually(balance).toBe('3,50 créditos');
    await release();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await balance()).toBe('3,50 créditos');

    await openIssue('-351', 'Estorno');
    await dialog(page).getByText('O saldo não cobre esta retirada.').waitFor();
    const hold = await holdCall(page, ISSUE);
    await press(dialog(page), 'Emitir Créditos');
    await eventually(balance).toBe('0,00 créditos');
    await hold();
    await toast(page).getByText('Erro ao atualizar créditos').waitFor();
    await eventually(balance).toBe('3,50 créditos');
    // What was typed is still there.
    expect(await dialog(page).getByLabel('Motivo').inputValue()).toBe('Estorno');
    await press(dialog(page), 'Cancelar');

    await page.route(ISSUE, (route) => route.abort('connectionreset'), { times: 1 });
    await openIssue('5', 'Sem rede');
    await press(dialog(page), 'Emitir Créditos');
    await toast(page).getByText('Falha ao atualizar créditos do usuário').waitFor();
    await eventually(balance).toBe('3,50 créditos');
    await press(dialog(page), 'Cancelar');
  });

  it('[admin-credits-history] opens the course of the balance and each transaction', async () => {
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
