import { PAGE_PATHS, PAGES } from '@g2/gateway/contract/pages';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { type Client, signUp } from '../support/client.ts';
import { settled } from '../support/layout-shift.ts';
import { enter, payable } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { actor } from '../support/world.ts';

const browser = await ownBrowser();

// The page of a certificate is what is known of it: screens/verify.e2e.test.ts.
const PUBLIC = PAGE_PATHS.filter((path) => PAGES[path].access === 'public' && !path.includes(':'));
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const avatar = (page: Page) => page.getByRole('button', { name: 'Abrir menu do usuário' });
const login = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Entrar' });

async function visitor(options: BrowserContextOptions = {}) {
  return (await person(browser, stackUrl(), options)).page;
}

async function as(api: Client) {
  const page = await visitor();
  await enter(page, api);
  return page;
}

describe('an address that is no page', () => {
  it('[pages-unknown] is answered 404 and shows so to everybody, before any guard', async () => {
    const client = await as((await signUp(stackUrl())).client);
    const operator = await as(await actor(stackUrl(), 'operator'));
    for (const page of [await visitor(), client, operator]) {
      for (const path of ['/nada', '/admin/zzz', '/operator/zzz', '/operator/registrations', '/register/x']) {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(404);
        await heading(page, 'Page Not Found').waitFor();
        expect(await page.title()).toBe('Page Not Found · G2 Software Registry');
        expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
        expect(new URL(page.url()).pathname).toBe(path);
      }
    }
  });
});

describe('who is signed in', () => {
  it('[pages-visitor-quiet] is not asked for a visitor, and nothing is said in the console', async () => {
    const page = await visitor();
    const said: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => request.url().includes('/api/auth/user') && asked.push(request.url()));
    for (const path of PUBLIC) {
      await page.goto(path);
      await settled(page);
      if (path !== '/auth') await login(page).waitFor();
      expect(await page.title()).not.toBe('');
    }
    await page.goto('/dashboard');
    await heading(page, 'Acesse sua conta').waitFor();
    expect([said, asked]).toEqual([[], []]);
  });

  it('[pages-session-elsewhere] is noticed when a session began or ended in another tab', async () => {
    const { client } = await signUp(stackUrl());
    const page = await visitor();
    for (const path of ['/help', '/termos', '/auth']) await page.goto(path);
    await enter(page, client);
    // Back, whatever the browser kept of the page; afresh; and by an address.
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

  it('[pages-document-kept] is asked when the document may be older than the session', async () => {
    const { client } = await signUp(stackUrl());
    const page = await visitor();
    await page.goto('/auth');
    const old = await (await page.request.get('/auth')).text();
    expect(old).toContain('g2-session');
    await enter(page, client);
    // As a cache hands it out: the transfer of what came by no network counts nothing.
    await page.addInitScript(
      `Object.defineProperty(PerformanceResourceTiming.prototype, 'transferSize', { get: () => 0 })`,
    );
    await page.route('**/help', (route) => route.fulfill({ contentType: 'text/html', body: old }));
    await page.goto('/help');
    await avatar(page).waitFor();
  });
});

describe('the content security policy', () => {
  it('[pages-no-violation] refuses nothing on any page', async () => {
    const { client } = await signUp(stackUrl());
    const id = await payable(client);
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
    for (const { page, paths } of pages) {
      await page.addInitScript(
        `window.refused = [];
         document.addEventListener('securitypolicyviolation', (e) => refused.push(e.blockedURI + ' ' + e.effectiveDirective))`,
      );
      for (const path of paths) {
        await page.goto(path);
        await settled(page);
        expect(await page.evaluate('refused'), path).toEqual([]);
      }
    }
  });
});

describe('without scripts', () => {
  it('[pages-without-scripts] public texts read, and other pages say what they need and lead on', async () => {
    const page = await visitor({ javaScriptEnabled: false });
    for (const path of ['/auth', '/dashboard', '/register']) {
      await page.goto(path);
      await heading(page, 'Ative o JavaScript para continuar').waitFor();
      expect(await page.getByRole('heading').count()).toBe(1);
      await page.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' }).waitFor();
    }
    await page.getByRole('link', { name: 'Central de Ajuda' }).click();
    await heading(page, 'Central de Ajuda').waitFor();
    await page.locator('summary').first().click();
    expect(await page.locator('details[open]').innerText()).toMatch(/\w{3}/);
    for (const [path, title] of [
      ['/termos', 'Termos de Uso'],
      ['/privacidade', 'Política de Privacidade'],
      ['/versoes', 'Registrar uma nova versão'],
      ['/desenvolvedores', 'Para desenvolvedores'],
      ['/desenvolvedores/api', 'Referência da API'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.title()).toBe(`${title} · G2 Software Registry`);
      expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3);
    }
  });

  it('[pages-anchor] a rendered page opens what its address names, once scripts are there', async () => {
    const page = await visitor();
    await page.goto('/help#senha');
    await page.locator('details#senha[open]').waitFor();
  });
});
