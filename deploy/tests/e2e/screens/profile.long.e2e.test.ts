import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { type Client, signUp, type User } from '../support/client.ts';
import { cut, enter, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

async function open(): Promise<{ page: Page; api: Client; user: User; password: string }> {
  const { client: api, user, password } = await signUp(stackUrl());
  const { page } = await person(browser, stackUrl());
  await enter(page, api);
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1, name: 'Perfil' }).waitFor();
  return { page, api, user, password };
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the profile', () => {
  it('[profile-names] shows the account and changes the names', async () => {
    const { page, api, user } = await open();
    expect(await page.title()).toBe('Perfil · G2 Software Registry');
    expect(await field(page, 'E-mail').inputValue()).toBe(user.email);
    expect(await field(page, 'E-mail').getAttribute('readonly')).not.toBeNull();
    await page.getByText(/Tipo de conta: Cliente · Conta criada em \d\d\/\d\d\/\d{4}/).waitFor();
    const save = page.getByRole('button', { name: 'Salvar alterações' });
    expect(await save.isDisabled()).toBe(true);
    await field(page, 'Nome').fill('B');
    await save.click();
    await page.getByText('Nome deve ter pelo menos 2 caracteres').waitFor();
    await field(page, 'Nome').fill('Berenice');
    await cut(page, '**/api/auth/user', 'PATCH');
    await save.click();
    await toast(page).getByText('Erro ao atualizar perfil').waitFor();
    await save.click();
    await toast(page).getByText('Perfil atualizado').waitFor();
    expect((await api.ok<{ firstName: string }>('/api/auth/user')).firstName).toBe('Berenice');
    // The header knows at once.
    const avatar = page.getByRole('button', { name: 'Abrir menu do usuário' });
    await expect.poll(() => avatar.innerText()).toBe('B');
  });

  it('[profile-password] changes the password, with each refusal at its field', async () => {
    const { page, user, password } = await open();
    await field(page, 'Senha atual').fill('não-é-esta');
    await field(page, 'Nova senha').fill('curta');
    await field(page, 'Repita a nova senha').fill('outra');
    await press(page, 'Alterar senha');
    await page.getByText('A nova senha deve ter pelo menos 8 caracteres').waitFor();
    await page.getByText('As senhas não conferem').waitFor();
    await field(page, 'Nova senha').fill('Nova-senha-2');
    await field(page, 'Repita a nova senha').fill('Nova-senha-2');
    await press(page, 'Alterar senha');
    await toast(page).getByText('Erro ao alterar senha').waitFor();
    await page.getByRole('main').getByText('Senha atual incorreta').waitFor();
    await field(page, 'Senha atual').fill(password);
    await press(page, 'Alterar senha');
    await toast(page).getByText('Senha alterada').waitFor();
    expect(await field(page, 'Senha atual').inputValue()).toBe('');
    const logIn = (word: string) =>
      page.request.post('/api/login', {
        data: { email: user.email, password: word },
        headers: { origin: stackUrl() },
      });
    expect((await logIn(password)).status()).toBe(401);
    expect((await logIn('Nova-senha-2')).status()).toBe(200);
  });
});
