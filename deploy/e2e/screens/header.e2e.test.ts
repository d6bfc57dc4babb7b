import pg from 'pg';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { Client, demoSession, signUp } from '../support/client.ts';
import { enter, toast } from '../support/payment-screens.ts';
import { stackFacts, stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

const banner = (page: Page) => page.getByRole('banner');
const avatar = (page: Page) => banner(page).getByRole('button', { name: 'Abrir menu do usuário' });
const items = (page: Page) => page.getByRole('menuitem').allInnerTexts();
const isDark = (page: Page) => page.evaluate(`document.documentElement.classList.contains('dark')`);
const stored = (page: Page) => page.evaluate(`localStorage.getItem('theme')`);

const PATIENT = { timeout: 20_000 };
/** A WebP of 128 by 128 pixels, all one green. */
const PICTURE = Buffer.from(
  'UklGRmIAAABXRUJQVlA4IFYAAABwBgCdASqAAIAAPm02mUmkIyKhIIgAgA2JaW7hdJAAWl+e2IvEFRz2xF4gqOe2IvEFRz2xF4gqOe2Iu7AA/v6P4Hj//5Sv/jd/uy5uWGlMUCAAAAAAAA==',
  'base64',
);

/** As identity keeps one that it fetched. */
async function keepPicture(userId: string, picture: Buffer): Promise<void> {
  const db = new pg.Client({
    connectionString: stackFacts().postgresUrl,
    options: '-c search_path=identity,public',
  });
  await db.connect();
  try {
    await db.query("INSERT INTO avatars (user_id, source_url, image, version) VALUES ($1, '', $2, 'prova')", [
      userId,
      picture,
    ]);
    await db.query(
      "UPDATE users SET profile_image_url = '/api/users/' || id || '/avatar?v=prova' WHERE id = $1",
      [userId],
    );
  } finally {
    await db.end();
  }
}

async function at(path: string, api?: Client, options: BrowserContextOptions = {}) {
  const { page } = await person(browser, stackUrl(), options);
  if (api) await enter(page, api);
  await page.goto(path);
  return page;
}

describe('the header', () => {
  it('[header-visitor] shows logo and title to /, the theme toggle and Entrar', async () => {
    const page = await at('/auth');
    expect(await avatar(page).count()).toBe(0);
    const home = banner(page).getByRole('link', { name: 'G2 Software Registry' });
    expect(await home.locator('svg').count()).toBe(1);
    await home.click();
    await page.getByRole('heading', { level: 1, name: /O código é seu/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await banner(page).getByRole('button', { name: 'Mudar para tema escuro' }).waitFor();
    await banner(page).getByRole('link', { name: 'Entrar' }).click();
    await page.waitForURL('**/auth');
  });

  it('[header-theme] follows the system, then the choice, which it stores under theme', async () => {
    const page = await at('/', undefined, { colorScheme: 'dark' });
    expect([await isDark(page), await stored(page)]).toEqual([true, null]);
    await page.emulateMedia({ colorScheme: 'light' });
    await banner(page).getByRole('button', { name: 'Mudar para tema escuro' }).click();
    expect([await isDark(page), await stored(page)]).toEqual([true, 'dark']);
    await page.reload();
    expect(await isDark(page)).toBe(true);
    // What Mantine draws follows as well.
    const scheme = () => page.evaluate(`document.documentElement.getAttribute('data-mantine-color-scheme')`);
    expect(await scheme()).toBe('dark');
    await banner(page).getByRole('button', { name: 'Mudar para tema claro' }).click();
    await page.waitForFunction(
      `document.documentElement.getAttribute('data-mantine-color-scheme') === 'light'`,
    );
    expect([await isDark(page), await stored(page)]).toEqual([false, 'light']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    expect(await isDark(page)).toBe(false);
  });

  it('[header-menu-client] has the person’s name and e-mail, Perfil, and nothing of the staff', async () => {
    const { client, user } = await signUp(stackUrl());
    const page = await at('/help', client);
    await avatar(page).waitFor();
    expect(await banner(page).getByRole('link', { name: 'Entrar' }).count()).toBe(0);
    expect(await avatar(page).innerText()).toBe('A');
    // By keyboard alone: open, look for P by typing, choose.
    await avatar(page).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await menu.getByText('Ana', { exact: true }).waitFor();
    await menu.getByText(user.email).waitFor();
    expect(await items(page)).toEqual(['Perfil', 'Atualizar Permissões', 'Sair']);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe(
      'Abrir menu do usuário',
    );
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Perfil' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  it('[header-menu-staff] leads operators to their panel and admins to both', async () => {
    for (const [who, extra] of [
      ['operator', ['Painel do Operador']],
      ['admin', ['Painel do Operador', 'Painel Administrativo']],
    ] as const) {
      const page = await at('/help', await demoSession(stackUrl(), who));
      await avatar(page).click();
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
      expect(await items(page)).toEqual(['Perfil', 'Atualizar Permissões', ...extra, 'Sair']);
      await page.getByRole('menuitem', { name: 'Painel do Operador' }).click();
      await page.waitForURL('**/operator');
      if (who === 'operator') continue;
      await avatar(page).click();
      await page.getByRole('menuitem', { name: 'Painel Administrativo' }).click();
      await page.waitForURL('**/admin');
    }
  });

  it('[header-refresh] Atualizar Permissões shows a role given meanwhile', async () => {
    const { client, user } = await signUp(stackUrl());
    const page = await at('/help', client);
    await avatar(page).click();
    await page.getByRole('menuitem', { name: 'Atualizar Permissões' }).waitFor();
    const admin = await demoSession(stackUrl(), 'admin');
    await admin.patch(`/api/admin/users/${user.id}/role`, { role: 'operator' });
    await page.getByRole('menuitem', { name: 'Atualizar Permissões' }).click();
    await toast(page).getByText('Permissões atualizadas').waitFor();
    await toast(page).getByText('Suas permissões foram recarregadas com sucesso.').waitFor();
    await avatar(page).click();
    await page.getByRole('menuitem', { name: 'Painel do Operador' }).waitFor();
    await page.route('**/api/auth/user', (route) => route.abort(), { times: 1 });
    await page.getByRole('menuitem', { name: 'Atualizar Permissões' }).click();
    await toast(page).getByText('Erro ao atualizar').waitFor();
    await toast(page).getByText('Não foi possível atualizar as permissões').waitFor();
  });

  it('[header-avatar] shows the image, else first name, else e-mail, else U', async () => {
    const { client, user } = await signUp(stackUrl());
    const image = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/%3E';
    const { page } = await person(browser, stackUrl());
    await enter(page, client);
    let given: Record<string, unknown> = {};
    await page.route('**/api/auth/user', (route) => route.fulfill({ json: { ...user, ...given } }));
    const shown = async (change: Record<string, unknown>) => {
      given = change;
      await page.goto('/help');
      await avatar(page).waitFor();
      return avatar(page).innerText();
    };
    expect(await shown({ firstName: 'beatriz' })).toBe('B');
    expect(await shown({ firstName: '', email: 'zeca@example.com' })).toBe('Z');
    await avatar(page).click();
    // Without a first name the e-mail stands in its place, and as the e-mail.
    await expect.poll(() => page.getByRole('menu').getByText('zeca@example.com').count()).toBe(2);
    expect(await shown({ firstName: '', email: '' })).toBe('U');
    await shown({ profileImageUrl: image });
    expect(await avatar(page).locator('img').getAttribute('src')).toBe(image);
  });

  it('[header-picture] shows the picture that was kept, from our own origin, and the letter where it cannot be had', async () => {
    const { client, user } = await signUp(stackUrl());
    await keepPicture(user.id, PICTURE);
    const address = `/api/users/${user.id}/avatar?v=prova`;
    expect((await client.ok<{ profileImageUrl: string }>('/api/auth/user')).profileImageUrl).toBe(address);
    const page = await at('/help', client);
    await page.addInitScript(
      `window.refused = []; document.addEventListener('securitypolicyviolation', (e) => refused.push(e.blockedURI))`,
    );
    await page.reload();
    const image = avatar(page).locator('img');
    await image.waitFor({ timeout: 60_000 });
    await expect.poll(() => image.evaluate((one) => Reflect.get(one, 'naturalWidth')), PATIENT).toBe(128);
    expect(await page.evaluate('refused')).toEqual([]);

    const answer = await client.send(address);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(PICTURE)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      etag: '"prova"',
      'cache-control': 'private, no-cache',
      vary: 'cookie',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await client.send(address, { headers: { 'if-none-match': '"prova"' } })).status).toBe(304);
    const other = await signUp(stackUrl());
    expect((await other.client.send(address)).status).toBe(404);
    expect((await new Client(stackUrl()).send(address)).status).toBe(401);
    expect((await (await demoSession(stackUrl(), 'operator')).send(address)).status).toBe(200);

    await page.route('**/avatar?*', (route) => route.abort());
    await page.reload();
    await avatar(page).waitFor();
    await expect.poll(() => avatar(page).innerText(), PATIENT).toBe('A');
  });

  it('[header-logout] Sair ends the session and goes to / at once', async () => {
    const { client } = await signUp(stackUrl());
    const page = await at('/profile', client);
    await page.getByRole('heading', { level: 1, name: 'Perfil' }).waitFor();
    await page.route('**/api/logout', (route) => route.abort(), { times: 1 });
    const leave = async () => {
      await avatar(page).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
    };
    await leave();
    await toast(page).getByText('Falha no logout').first().waitFor();
    await leave();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('heading', { level: 1, name: /O código é seu/ }).waitFor();
    await toast(page).getByText('Logout realizado com sucesso').waitFor();
    await toast(page).getByText('Até logo!').waitFor();
    expect((await client.send('/api/auth/user')).status).toBe(401);
  });
});
