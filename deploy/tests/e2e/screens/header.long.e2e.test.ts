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
    // The form has the one button of that name.
    expect(await banner(page).getByRole('link', { name: 'Entrar' }).count()).toBe(0);
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
