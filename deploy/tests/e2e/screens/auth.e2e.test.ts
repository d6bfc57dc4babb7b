import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, person } from '../support/browser.ts';
import { demo, demoSession, signUp } from '../support/client.ts';
import { cut, enter, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { describedBy } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const submit = (page: Page, name: string) => page.locator('form').getByRole('button', { name }).click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const errorOf = (page: Page, name: string): Promise<string> => describedBy(field(page, name));

async function open(path: string): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: /Acesse sua conta|Entrar/ }).waitFor();
  return page;
}

describe('login', () => {
  it('[auth-login] lets in, greets by name, and refuses with the server’s words', async () => {
    const { user, password } = await signUp(stackUrl());
    const page = await open('/auth');
    const logInWith = async (word: string) => {
      await field(page, 'E-mail').fill(user.email.toUpperCase());
      await field(page, 'Senha').fill(word);
      await submit(page, 'Entrar');
    };
    await logInWith('errada-de-propósito');
    await toast(page).getByText('Falha no login').waitFor();
    expect((await toast(page).innerText()).split('\n').filter(Boolean)).toHaveLength(2);
    expect(new URL(page.url()).pathname).toBe('/auth');
    await cut(page, '**/api/login');
    await logInWith(password);
    // Without an answer there are no words of the server's: the same text stands for them.
    await expect.poll(() => toast(page).getByText('Falha no login').count()).toBe(2);
    await logInWith(password);
    await page.waitForURL('**/dashboard');
    await toast(page).getByText('Login realizado com sucesso').waitFor();
    await toast(page).getByText('Bem-vindo(a), Ana!').waitFor();
  });

  it('[auth-deactivated] tells a deactivated person so', async () => {
    const { user, password } = await signUp(stackUrl());
    const admin = await demoSession(stackUrl(), 'admin');
    await admin.patch(`/api/admin/users/${user.id}/deactivate`);
    const page = await open('/auth');
    await field(page, 'E-mail').fill(user.email);
    await field(page, 'Senha').fill(password);
    await submit(page, 'Entrar');
    await toast(page).getByText('Falha no login').waitFor();
    await toast(page)
      .getByText(/desativada/)
      .waitFor();
  });
});

describe('sign-up', () => {
  it('[auth-sign-up] checks each field, makes the account, and signs in', async () => {
    const page = await open('/auth');
    await page.getByRole('tab', { name: 'Criar conta' }).click();
    expect(await page.title()).toBe('Criar conta · G2 Software Registry');
    await page.getByRole('heading', { level: 1, name: 'Crie sua conta' }).waitFor();
    await submit(page, 'Criar conta');
    expect(await errorOf(page, 'Nome')).toBe('Nome deve ter pelo menos 2 caracteres');
    expect(await errorOf(page, 'Sobrenome')).toBe('Sobrenome deve ter pelo menos 2 caracteres');
    expect(await errorOf(page, 'E-mail')).toBe('Email inválido');
    expect(await errorOf(page, 'Senha')).toContain('A senha deve ter pelo menos 8 caracteres');
    expect(await field(page, 'Senha').getAttribute('autocomplete')).toBe('new-password');
    await field(page, 'Nome').fill('Rui');
    await field(page, 'Sobrenome').fill('Sá');
    await field(page, 'Senha').fill('Senha-boa-1');
    await field(page, 'E-mail').fill(demo.client.email);
    await submit(page, 'Criar conta');
    await toast(page).getByText('Falha no registro').waitFor();
    await expect.poll(() => errorOf(page, 'E-mail')).toBe('Este e-mail já está cadastrado.');
    await field(page, 'E-mail').fill(`rui-${randomBytes(5).toString('hex')}@example.com`);
    await submit(page, 'Criar conta');
    await page.getByRole('heading', { level: 1, name: 'Olá, Rui' }).waitFor();
    await toast(page).getByText('Registro realizado com sucesso').waitFor();
    await toast(page).getByText('Sua conta foi criada. Bem-vindo(a), Rui!').waitFor();
  });
});

describe('the older login page', () => {
  it('[auth-external] has one button to /api/login and the notice; whoever is signed in goes to /', async () => {
    const page = await open('/login');
    const main = page.getByRole('main');
    await main.getByText('Ao continuar, você concorda com os').waitFor();
    expect(await main.getByRole('link', { name: /Termos|Privacidade/ }).count()).toBe(2);
    const button = main.getByRole('link', { name: 'Entrar com provedor de identidade' });
    expect(await main.getByRole('button').count()).toBe(0);
    expect(await button.getAttribute('href')).toBe('/api/login');
    const other = main.getByRole('link', { name: 'Acesse por aqui' });
    expect(await other.getAttribute('href')).toBe('/auth');
    const [asked] = await Promise.all([page.waitForRequest('**/api/login'), button.click()]);
    expect(asked.method()).toBe('GET');
    // Without an identity provider the server leads to the house's own login.
    await page.waitForURL('**/auth');
    const { client } = await signUp(stackUrl());
    await enter(page, client);
    await page.goto('/login');
    await page.getByRole('heading', { level: 1, name: 'Olá, Ana' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
