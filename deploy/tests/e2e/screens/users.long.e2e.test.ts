import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, holdCall, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { Client, type User } from '../support/client.ts';
import { dialog, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();
const { page, api } = await adminAt(browser, stackUrl(), '/admin/users');

const rows = (): Locator => page.getByRole('table', { name: 'Usuários' }).locator('tbody tr');
const row = (text: string): Locator => rows().filter({ hasText: text });

/** A new account, found on the screen. */
async function someone(start: string): Promise<User & { name: string; client: Client }> {
  const first = uniqueName(start);
  const { user, client } = await signUpAs(stackUrl(), first, 'Prado');
  await page.goto(`/admin/users?search=${first}`);
  await row(first).waitFor();
  return { ...user, client, name: `${first} Prado` };
}

describe('user management', () => {
  it('[users-edit] edits names and role, with the texts of the fields and the warning of the admin role', async () => {
    const { id, name } = await someone('Fábio');
    await page.getByRole('button', { name: `Editar ${name}` }).click();
    expect(await dialog(page).getByRole('combobox', { name: 'Função' }).inputValue()).toBe('Cliente');
    await dialog(page).getByLabel('Nome', { exact: true }).fill('F');
    await dialog(page).getByLabel('Sobrenome').fill('P');
    await press(dialog(page), 'Salvar alterações');
    await dialog(page).getByText('Nome deve ter pelo menos 2 caracteres', { exact: true }).waitFor();
    await dialog(page).getByText('Sobrenome deve ter pelo menos 2 caracteres').waitFor();
    await dialog(page).getByLabel('Nome', { exact: true }).fill('Fabiano');
    await dialog(page)
      .getByLabel('Sobrenome')
      .fill(`Sá ${id.slice(-6)}`);
    await dialog(page).getByRole('combobox', { name: 'Função' }).click();
    await page.getByRole('option', { name: 'Administrador' }).click();
    await dialog(page)
      .getByText('Administradores têm acesso total ao sistema e podem gerenciar outros usuários.')
      .waitFor();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Função' }).click();
    await page.getByRole('option', { name: 'Operador' }).click();
    await press(dialog(page), 'Salvar alterações');
    await toast(page).getByText('Usuário atualizado com sucesso').waitFor();
    await page.goto(`/admin/users?search=Fabiano`);
    await row(`Fabiano Sá ${id.slice(-6)}`)
      .getByText('Operador', { exact: true })
      .waitFor();
  });

  it('[users-credits] asks for delta and reason, shows the delta in credits, and what the server refuses', async () => {
    const { id, name } = await someone('Gil');
    await page.getByRole('button', { name: `Gerenciar créditos de ${name}` }).click();
    for (const [delta, reason] of [
      ['', ''],
      ['abc', 'Cortesia'],
      ['500', '   '],
    ] as const) {
      await dialog(page).getByLabel('Delta').fill(delta);
      await dialog(page).getByLabel('Motivo').fill(reason);
      await press(dialog(page), 'Atualizar créditos');
      await toast(page).getByText('Delta e motivo são obrigatórios').waitFor();
    }
    await dialog(page).getByLabel('Motivo').fill('Cortesia');
    await dialog(page).getByLabel('Delta').fill('10001');
    await press(dialog(page), 'Atualizar créditos');
    await toast(page).getByText('Erro ao atualizar créditos').waitFor();
    await dialog(page).getByText('Delta deve estar entre -10000 e 10000').waitFor();
    await dialog(page).getByLabel('Delta').fill('10000');
    await dialog(page).getByText('= 100,00 créditos').waitFor();
    await press(dialog(page), 'Atualizar créditos');
    await toast(page).getByText('Créditos atualizados').waitFor();
    await row(name).getByText('100,00 créditos').waitFor();
    const { items } = await api.ok<{ items: object[] }>(`/api/admin/credits/${id}`);
    expect(items).toMatchObject([{ delta: 10_000, reason: 'Cortesia', balanceAfter: 10_000 }]);
  });

  it('[users-password] takes any password that is not blank to the server, which wants 8 characters', async () => {
    const { email, name } = await someone('Hugo');
    await page.getByRole('button', { name: `Redefinir senha de ${name}` }).click();
    const password = dialog(page).getByLabel('Nova senha', { exact: true });
    for (const blank of ['', '   ']) {
      await password.fill(blank);
      await press(dialog(page), 'Redefinir senha');
      await dialog(page).getByText('Nova senha é obrigatória').waitFor();
    }
    await password.fill('curta');
    await press(dialog(page), 'Redefinir senha');
    await toast(page).getByText('Erro ao redefinir senha').waitFor();
    await dialog(page).getByText('A nova senha deve ter pelo menos 8 caracteres').waitFor();
    await password.fill('Senha-nova-1');
    await press(dialog(page), 'Redefinir senha');
    await toast(page).getByText('Senha redefinida com sucesso').waitFor();
    const again = await new Client(stackUrl()).send('/api/login', {
      method: 'POST',
      body: { email, password: 'Senha-nova-1' },
    });
    expect(again.status).toBe(200);
  });

  it('[users-active] warns before an account is deactivated, ends its sessions, and gives the access back', async () => {
    const world = await queueWorld(stackUrl());
    const { operatorUser, operator } = world;
    await world.assign(await world.add('Um', 'paid'));
    await page.goto(`/admin/users?search=${operatorUser.email}`);
    await page.getByRole('button', { name: 'Desativar Otávia Prado' }).click();
    await dialog(page).getByText('Desativar a conta de Otávia Prado?').waitFor();
    await dialog(page).getByText('O usuário não poderá mais fazer login').waitFor();
    await dialog(page).getByText('1 registro atribuído a esta pessoa ficará sem operador.').waitFor();
    const letGo = await holdCall(page, '**/deactivate');
    await press(dialog(page), 'Desativar usuário');
    await row(operatorUser.email).getByText('Inativo', { exact: true }).waitFor(); // before the answer
    await letGo();
    await toast(page).getByText('Usuário desativado com sucesso').waitFor();
    expect((await operator.send('/api/auth/user')).status).toBe(401);

    await page.getByRole('button', { name: 'Reativar Otávia Prado' }).click();
    await dialog(page).getByText('O usuário poderá fazer login novamente.').waitFor();
    await page.route('**/reactivate', async (route) => {
      await row(operatorUser.email).getByText('Ativo', { exact: true }).waitFor();
      await route.fulfill({ status: 503, json: {} });
    });
    await press(dialog(page), 'Reativar usuário');
    await toast(page).getByText('Erro ao reativar usuário').waitFor();
    await row(operatorUser.email).getByText('Inativo', { exact: true }).waitFor(); // taken back
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reativar Otávia Prado' }).click();
    await press(dialog(page), 'Reativar usuário');
    await toast(page).getByText('Usuário reativado com sucesso').waitFor();
    await operator.post('/api/login', { email: operatorUser.email, password: operatorUser.password });
  });

  it('[users-keyboard] leads through the list by J, K and /, and to its help by ?', async () => {
    const family = uniqueName('Nery');
    for (const name of ['Ada', 'Bia', 'Cid']) await signUpAs(stackUrl(), name, family);
    await page.goto(`/admin/users?search=${family}&sort=name`);
    await row('Cid').waitFor();
    const here = () => page.evaluate('document.activeElement.textContent');
    for (const [key, name] of [
      ['j', 'Ada'],
      ['j', 'Bia'],
      ['k', 'Ada'],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(here).toContain(`${name} ${family}`);
    }
    // First the name, which leads to the account's page.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Editar usuário').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await dialog(page).getByText('Atalhos de teclado').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await page.keyboard.type('ninguém-mesmo');
    await page.getByText('Nenhum usuário encontrado').waitFor();
  });
});
