import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { demoSession, signUp } from '../support/client.ts';
import { enter, payable, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

const USER = '**/api/auth/user';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function visitor() {
  return (await person(browser, stackUrl())).page;
}

async function client() {
  const { client: api, user, password } = await signUp(stackUrl());
  const page = await visitor();
  await enter(page, api);
  return { page, api, user, password };
}

async function staff(who: 'operator' | 'admin') {
  const page = await visitor();
  const api = await demoSession(stackUrl(), who);
  await enter(page, api);
  return { page, api };
}

describe('signed out', () => {
  it('[routes-visitor] sees the landing page, login and sign-up, and no protected page', async () => {
    const page = await visitor();
    await page.goto('/');
    await heading(page, 'O código é seu. Tenha como provar.').waitFor();
    await page.goto('/auth');
    await heading(page, 'Acesse sua conta').waitFor();
    for (const name of ['Entrar', 'Criar conta']) await page.getByRole('tab', { name }).waitFor();
    expect(await page.title()).toBe('Entrar · G2 Software Registry');
    for (const guarded of [
      '/dashboard',
      '/register?step=upload',
      '/recibos',
      '/registros/0192f0c0-0000-7000-8000-000000000000',
      '/registros/0192f0c0-0000-7000-8000-000000000000/arquivos',
      '/profile',
      '/operator',
      '/operator/registrations/0192f0c0-0000-7000-8000-000000000000',
      '/admin?tab=users',
      '/admin/users',
    ]) {
      await page.goto(guarded);
      await heading(page, 'Acesse sua conta').waitFor();
      expect(path(page)).toBe(`/auth?next=${encodeURIComponent(guarded)}`);
    }
  });

  it('[routes-return] comes back to where it was after signing in', async () => {
    const { user, password } = await signUp(stackUrl());
    const page = await visitor();
    await page.goto('/profile?de=menu');
    await page.getByText('Entre ou crie a conta para continuar de onde parou.').waitFor();
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Entrar' }).click();
    await heading(page, 'Perfil').waitFor();
    expect(path(page)).toBe('/profile?de=menu');
  });
});

describe('signed in', () => {
  it('[routes-client] a client has dashboard, wizard and profile, and is led away from the staff', async () => {
    const { page } = await client();
    for (const own of ['/', '/dashboard']) {
      await page.goto(own);
      await heading(page, 'Olá, Ana').waitFor();
      expect(path(page)).toBe(own);
    }
    await page.goto('/auth');
    await heading(page, 'Olá, Ana').waitFor();
    expect(path(page)).toBe('/dashboard');
    await page.goto('/register');
    await heading(page, /Registr/).waitFor();
    for (const staffPage of ['/operator', '/operator/registrations/0192f0c0-0000-7000-8000-000000000000']) {
      await page.goto(staffPage);
      await toast(page).getByText('Acesso não autorizado').waitFor();
      await page.waitForURL('**/dashboard');
    }
    for (const adminPage of ['/admin', '/admin?tab=users', '/admin/users']) {
      await page.goto(adminPage);
      await heading(page, 'Acesso Negado').waitFor();
    }
    await page.getByRole('link', { name: 'Ir para o painel' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('[routes-staff] an operator has the operator’s pages, an admin all of them', async () => {
    const { client: owner } = await signUp(stackUrl());
    const id = await payable(owner);
    const operator = await staff('operator');
    const admin = await staff('admin');
    for (const { page } of [operator, admin]) {
      await page.goto('/operator');
      await heading(page, /Operador/).waitFor();
      await page.goto(`/operator/registrations/${id}`);
      await page.getByText('SHA-256').filter({ visible: true }).first().waitFor();
    }
    await operator.page.goto('/admin/users');
    await heading(operator.page, 'Acesso Negado').waitFor();
    await admin.page.goto('/admin');
    await heading(admin.page, /Administrativo|Administração/).waitFor();
    await admin.page.goto('/admin?tab=credits');
    expect(await admin.page.getByRole('tab', { selected: true }).innerText()).toMatch(/Créditos/);
    await admin.page.goto('/admin/users');
    await heading(admin.page, /Usuários/).waitFor();
  });
});

describe('anywhere', () => {
  it('[routes-not-found] an unknown path is a 404 page with the two ways on', async () => {
    const page = await visitor();
    await page.goto('/nao/existe');
    await heading(page, 'Page Not Found').waitFor();
    expect(await page.title()).toMatch(/^Page Not Found/);
    expect(await page.getByRole('link', { name: 'Registrar software' }).getAttribute('href')).toBe(
      '/register',
    );
    await page.getByRole('link', { name: 'Página inicial' }).click();
    await heading(page, /O código é seu/).waitFor();
    const { page: signedIn } = await client();
    for (const unknown of ['/dashboard/nada', '/operador']) {
      await signedIn.goto(unknown);
      await heading(signedIn, 'Page Not Found').waitFor();
    }
    await signedIn.getByRole('link', { name: 'Registrar software' }).click();
    await signedIn.waitForURL('**/register');
  });

  it('[routes-session-spinner] a centred spinner stands while the session loads', async () => {
    const { page } = await client();
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(USER, async (route) => {
      await held;
      await route.continue();
    });
    for (const own of ['/profile', '/']) {
      await page.goto(own);
      const box = await page.getByRole('status', { name: 'Carregando' }).boundingBox();
      if (!box) throw new Error('no spinner');
      expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(2);
      expect(box.y).toBeGreaterThan(150);
      expect(box.y).toBeLessThan(700);
    }
    answer();
    await heading(page, 'Olá, Ana').waitFor();
  });

  it('[routes-session-failed] a session that cannot be read offers another try', async () => {
    const { page } = await client();
    // Not once only: whatever on the page needs it asks for itself, and one that gets it heals the page.
    await page.route(USER, (route) => route.abort('connectionreset'));
    await page.goto('/profile');
    await heading(page, 'Algo deu errado').waitFor();
    await page.unroute(USER);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await heading(page, 'Perfil').waitFor();
  });

  it('[routes-session-ended] a session ended meanwhile leads to /auth and back', async () => {
    const { page, api, user, password } = await client();
    // Nothing but what is saved shall find out: the line is neither given nor refused, and the menu has asked already.
    await page.route('**/api/events', () => undefined);
    const menu = page.waitForResponse('**/api/contacts?*');
    await page.goto('/profile');
    await heading(page, 'Perfil').waitFor();
    await menu;
    await api.send('/api/logout', { method: 'POST' });
    await page.getByLabel('Sobrenome').fill('Souza');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await heading(page, 'Acesse sua conta').waitFor();
    expect(path(page)).toBe('/auth?next=%2Fprofile');
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Entrar' }).click();
    await heading(page, 'Perfil').waitFor();
  });

  it('[routes-page-failed] a page whose code is gone says so and keeps the header', async () => {
    const { page } = await client();
    await page.goto('/help');
    await page.route('**/assets/profile-page-*', (route) => route.abort());
    await page.getByRole('button', { name: 'Abrir menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Perfil' }).click();
    await heading(page, 'Algo deu errado').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' }).click();
    await heading(page, 'Olá, Ana').waitFor();
  });

  it('[routes-page-rendered] a rendered page whose code is gone reads all the same, and leads on', async () => {
    const page = await visitor();
    await page.goto('/auth');
    await heading(page, 'Acesse sua conta').waitFor();
    await page.route('**/assets/terms-page-*', (route) => route.abort());
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).click();
    await heading(page, 'Termos de Uso').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' }).click();
    await heading(page, /O código é seu/).waitFor();
  });

  it('[routes-page-afresh] a page whose code cannot be had once, as after a new release, comes by itself', async () => {
    const page = await visitor();
    await page.goto('/auth');
    await heading(page, 'Acesse sua conta').waitFor();
    const asked = page.waitForRequest('**/assets/terms-page-*');
    await page.route('**/assets/terms-page-*', (route) => route.abort(), { times: 1 });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).click();
    await asked;
    await heading(page, 'Termos de Uso').waitFor();
    expect(path(page)).toBe('/termos');
  });
});
