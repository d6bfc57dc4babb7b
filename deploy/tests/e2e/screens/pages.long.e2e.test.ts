import { PAGE_PATHS, PAGES } from '@g2/gateway/contract/pages';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchForTests, newContextPage } from '../support/browser.ts';
import { type Client, signUp } from '../support/client.ts';
import { waitUntilSettled } from '../support/layout-shift.ts';
import { createPayable, setSessionCookie } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { actor } from '../support/world.ts';

const browser = await launchForTests();

// Without paths with parameters: screens/rendered.long.e2e.test.ts covers the certificate page.
const PUBLIC = PAGE_PATHS.filter((path) => PAGES[path].access === 'public' && !path.includes(':'));
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const avatar = (page: Page) => page.getByRole('button', { name: 'Abrir menu do usuário' });
const login = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Entrar' });

async function visitor(options: BrowserContextOptions = {}) {
  return (await newContextPage(browser, stackUrl(), options)).page;
}

async function as(api: Client) {
  const page = await visitor();
  await setSessionCookie(page, api);
  return page;
}

describe('session state', () => {
  it('[pages-session-elsewhere] shows the session that started or ended in another tab', async () => {
    const { client } = await signUp(stackUrl());
    const page = await visitor();
    for (const path of ['/help', '/termos', '/auth']) await page.goto(path);
    await setSessionCookie(page, client);
    // Opens pages from the back/forward cache, by reload and by URL.
    await page.goBack();
    await avatar(page).waitFor();
    await page.goBack();
    await heading(page, 'Central de Ajuda').waitFor();
    await page.reload();
    await avatar(page).waitFor();
    await page.goto('/termos');
    await avatar(page).waitFor();
    await page.goto('/auth');
    await heading(page, 'Olá, Ana').waitFor();
    await client.send('/api/logout', { method: 'POST' });
    await page.goto('/help');
    await login(page).waitFor();
    await page.context().clearCookies();
    await page.goto('/profile');
    await heading(page, 'Acesse sua conta').waitFor();
  });
});

describe('content security policy', () => {
  it('[pages-no-violation] blocks nothing and reports no error on any page; visitors request no session', async () => {
    const { client } = await signUp(stackUrl());
    const id = await createPayable(client);
    const pages = [
      { page: await visitor(), paths: PUBLIC as readonly string[] },
      { page: await as(client), paths: ['/', '/dashboard', '/register', '/register?step=basic', '/profile'] },
      {
        page: await as(await actor(stackUrl(), 'admin')),
        paths: [
          ...PAGE_PATHS.map((path) => path.replace(':id', id)),
          ...['users', 'registrations', 'analytics', 'status', 'credits'].map((tab) => `/admin?tab=${tab}`),
        ],
      },
    ];
    const requests: string[] = [];
    const said: string[] = [];
    pages[0]?.page.on(
      'request',
      (request) => request.url().includes('/api/auth/user') && requests.push(request.url()),
    );
    for (const { page, paths } of pages) {
      page.on('pageerror', (error) => said.push(String(error)));
      await page.addInitScript(
        `window.refused = [];
         document.addEventListener('securitypolicyviolation', (e) => refused.push(e.blockedURI + ' ' + e.effectiveDirective))`,
      );
      for (const path of paths) {
        await page.goto(path);
        await waitUntilSettled(page);
        expect(await page.evaluate('refused'), path).toEqual([]);
      }
    }
    expect([requests, said]).toEqual([[], []]);
  });
});

describe('page with a missing chunk after a release', () => {
  it('[routes-page-afresh] reloads once, then shows an error page; prerendered pages stay readable', async () => {
    const page = await visitor();
    const chunk = '**/assets/terms-page-*';
    await page.goto('/auth');
    await heading(page, 'Acesse sua conta').waitFor();
    let reloads = 0;
    page.on('request', (request) => void (request.isNavigationRequest() && reloads++));
    await page.route(chunk, (route) => (reloads > 0 ? route.continue() : route.abort()));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).click();
    await heading(page, 'Termos de Uso').waitFor();
    expect([new URL(page.url()).pathname, reloads]).toEqual(['/termos', 1]);
    await page.unroute(chunk);
    await page.route(chunk, (route) => route.abort());
    await page.goto('/termos');
    await waitUntilSettled(page);
    await heading(page, 'Termos de Uso').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' }).click();
    await heading(page, /O código é seu/).waitFor();
    const own = await as((await signUp(stackUrl())).client);
    await own.goto('/help');
    await own.route('**/assets/profile-page-*', (route) => route.abort());
    await avatar(own).click();
    await own.getByRole('menuitem', { name: 'Perfil' }).click();
    await heading(own, 'Algo deu errado').waitFor();
    await own.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' }).click();
    await heading(own, 'Olá, Ana').waitFor();
  });

  it('says that a dialog of the dashboard cannot be opened, and keeps the page', async () => {
    const page = await as((await signUp(stackUrl())).client);
    await page.route('**/assets/dashboard-dialogs-*', (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('button', { name: 'Contato' }).click();
    await page.getByText('Não foi possível abrir').waitFor();
    await heading(page, 'Olá, Ana').waitFor();
  });
});
