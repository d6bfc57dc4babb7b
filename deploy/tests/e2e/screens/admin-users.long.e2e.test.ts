import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, eventually, holdCall, queryOf, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import type { Client, User } from '../support/client.ts';
import { dialog, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=users';
/** One more page than the pager has buttons. */
const CROWD = 51;

let browser: Browser;
let page: Page;
let api: Client;

beforeAll(async () => {
  browser = await launch();
  ({ page, api } = await adminAt(browser, stackUrl(), TAB));
});
afterAll(() => browser?.close());

const rows = (): Locator => page.getByRole('table', { name: 'Usuários' }).locator('tbody tr');
const row = (text: string): Locator => rows().filter({ hasText: text });
const find = async (text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Buscar usuários' }).fill(text);
  await row(text).first().waitFor();
};
const userNow = async (id: string): Promise<User | undefined> =>
  (await api.ok<{ items: User[] }>('/api/admin/users?limit=100')).items.find((user) => user.id === id);

describe('the users tab', () => {
  it('[admin-users-counters] counts accounts, and lists operators and admins with their load, the busiest first', async () => {
    const world = await queueWorld(stackUrl());
    for (const name of ['Um', 'Dois']) await world.assign(await world.add(name, 'paid'));
    await page.goto(TAB);
    const { users } = await api.ok<{ users: Record<string, number> }>('/api/admin/enhanced-stats');
    const counters = page.getByRole('region', { name: 'Contagem de usuários' });
    const figure = (value: number | undefined) => new Intl.NumberFormat('pt-BR').format(value ?? -1);
    await counters.getByText(figure(users.total), { exact: true }).first().waitFor();
    expect(await counters.locator('dt').allInnerTexts()).toEqual([
      'Total de usuários',
      'Administradores',
      'Clientes',
    ]);
    expect(await counters.locator('dd').allInnerTexts()).toEqual(
      [users.total, users.admins, users.clients].map(figure),
    );
    const loads = page.getByRole('region', { name: 'Operadores e atribuições' }).getByRole('listitem');
    const texts = await loads.allInnerTexts();
    const assigned = texts.map((text) => Number(/(\d+) registros? atribuídos?/.exec(text)?.[1]));
    expect(assigned).toEqual(assigned.toSorted((a, b) => b - a));
    expect(texts.some((text) => /Otávia Prado\s+2 registros atribuídos/.test(text))).toBe(true);
    expect(texts.some((text) => text.includes('Ada Administradora'))).toBe(true);
  });

  it('[admin-users-list] searches, sorts and pages 10 at a time, all of it in the address; the pager has 5 buttons', async () => {
    const family = uniqueName('Lira');
    for (let n = 0; n < CROWD; n += 1) await signUpAs(stackUrl(), `Bia${String(n).padStart(2, '0')}`, family);
    await page.goto(TAB);
    await find(family);
    await page.getByText(`Mostrando 1-10 de ${CROWD}`).waitFor();
    expect(await rows().count()).toBe(10);
    const pager = page.getByRole('navigation', { name: 'Páginas' });
    const numbers = pager.getByRole('button', { name: /^Página \d/ });
    expect(await numbers.allInnerTexts()).toEqual(['1', '2', '3', '4', '5']);
    await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
    await row(`Bia00 ${family}`).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Nome' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await numbers.last().click();
    await row(`Bia40 ${family}`).waitFor();
    expect(await numbers.allInnerTexts()).toEqual(['2', '3', '4', '5', '6']);
    await page.reload();
    await row(`Bia40 ${family}`).waitFor();
    expect(queryOf(page)).toEqual({ tab: 'users', search: family, sort: 'name', page: '5' });
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill('ninguém-tem-este-nome');
    await page.getByText('Nenhum usuário encontrado').waitFor();
    expect(queryOf(page)).toEqual({ tab: 'users', search: 'ninguém-tem-este-nome', sort: 'name' });
  });

  it('[admin-users-role] changes a role from the current one, warns before admin, shows it at once and takes a refusal back', async () => {
    const name = uniqueName('Caio');
    const { user } = await signUpAs(stackUrl(), name, 'Reis');
    await page.goto(TAB);
    await find(name);
    const open = () => page.getByRole('button', { name: `Alterar função de ${name} Reis` }).click();
    const choose = async (role: string) => {
      await dialog(page).getByRole('combobox', { name: 'Função' }).click();
      await page.getByRole('option', { name: role }).click();
    };
    await open();
    expect(await dialog(page).getByRole('combobox', { name: 'Função' }).inputValue()).toBe('Cliente');
    expect(await dialog(page).getByRole('button', { name: 'Alterar função' }).isDisabled()).toBe(true);
    const warning = 'Administradores têm acesso total ao sistema e podem gerenciar outros usuários.';
    expect(await dialog(page).getByText(warning).count()).toBe(0);
    await choose('Administrador');
    await dialog(page).getByText(warning).waitFor();
    await choose('Operador');
    expect(await dialog(page).getByText(warning).count()).toBe(0);
    const letGo = await holdCall(page, `**/api/admin/users/${user.id}/role`);
    await press(dialog(page), 'Alterar função');
    await row(name).getByText('Operador', { exact: true }).waitFor(); // before the server has answered
    expect((await userNow(user.id))?.role).toBe('client');
    await letGo();
    await toast(page).getByText('Função atualizada').waitFor();
    expect((await userNow(user.id))?.role).toBe('operator');

    await page.route(`**/api/admin/users/${user.id}/role`, async (route) => {
      await row(name).getByText('Administrador', { exact: true }).waitFor();
      await route.fulfill({ status: 409, json: { message: 'Este é o último administrador ativo.' } });
    });
    await open();
    await choose('Administrador');
    await press(dialog(page), 'Alterar função');
    await toast(page).getByText('Erro ao atualizar função').waitFor();
    await toast(page).getByText('Este é o último administrador ativo.').waitFor();
    await row(name).getByText('Operador', { exact: true }).waitFor();
    await page.unrouteAll();
  });

  it('[admin-users-remove] asks before an account is deleted; what is refused is back in its place', async () => {
    const name = uniqueName('Davi');
    const { user } = await signUpAs(stackUrl(), name, 'Reis');
    await page.goto(TAB);
    await find(name);
    const open = () => page.getByRole('button', { name: `Excluir ${name} Reis` }).click();
    await open();
    await dialog(page).getByText(`Excluir a conta de ${name} Reis?`).waitFor();
    await dialog(page).getByText('Esta ação não pode ser desfeita.').waitFor();
    await press(dialog(page), 'Cancelar');
    expect(await userNow(user.id)).toBeDefined();

    const refusal = { message: 'Este usuário tem um registro pago em andamento.' };
    await page.route(`**/api/admin/users/${user.id}`, async (route) => {
      await row(name).waitFor({ state: 'detached' });
      await route.fulfill({ status: 409, json: refusal });
    });
    await open();
    await press(dialog(page), 'Excluir usuário');
    await toast(page).getByText('Erro ao excluir usuário').waitFor();
    await toast(page).getByText(refusal.message).waitFor();
    await row(name).waitFor();
    await page.unrouteAll();

    await open();
    await press(dialog(page), 'Excluir usuário');
    await toast(page).getByText('Usuário excluído').waitFor();
    await row(name).waitFor({ state: 'detached' });
    expect(await userNow(user.id)).toBeUndefined();
  });

  it('[admin-users-refusals] says beforehand what the server would refuse: oneself, and who still has credits', async () => {
    const name = uniqueName('Elis');
    const { user } = await signUpAs(stackUrl(), name, 'Reis');
    await api.post(`/api/admin/users/${user.id}/credits`, { userId: user.id, delta: 250, reason: 'Teste' });
    await page.goto(`${TAB}&search=${name}`);
    await row(name).waitFor();
    const remove = page.getByRole('button', { name: `Excluir ${name} Reis` });
    const why = 'A conta ainda tem 2,50 créditos. Zere o saldo antes de excluir.';
    await refused(remove, why);
    await page.goto(`${TAB}&search=admin@g2.local`);
    await row('admin@g2.local').getByText('Sua conta', { exact: true }).waitFor();
    for (const label of ['Alterar função de Ada Administradora', 'Excluir Ada Administradora']) {
      const button = page.getByRole('button', { name: label });
      await refused(button, 'É a sua conta: só outro administrador pode fazer isto.');
    }
  });
});

/** The button keeps its place, says why to those who see and to those who hear, and does nothing. */
async function refused(button: Locator, why: string): Promise<void> {
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  const described = (await button.getAttribute('aria-describedby')) ?? '';
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe(why);
  await button.focus();
  await eventually(() => page.getByRole('tooltip').allInnerTexts()).toEqual([why]);
  await page.keyboard.press('Enter');
  expect(await dialog(page).count()).toBe(0);
}
