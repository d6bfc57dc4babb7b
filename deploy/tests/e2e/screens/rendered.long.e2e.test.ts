import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchForTests, newContextPage } from '../support/browser.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await launchForTests();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  return (await newContextPage(browser, stackUrl(), options)).page;
}

/** Runs before the page's scripts: records the first heading, its background and layout shifts. */
const WATCH = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('DOMContentLoaded', () => {
    window.first = document.querySelector('h1');
    window.paper = getComputedStyle(document.body).backgroundColor;
  });
`;

async function watched() {
  const page = await visitor({ colorScheme: 'dark' });
  const calls: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(WATCH);
  return { page, calls, errors };
}

describe('prerendered and server-rendered pages', () => {
  it('[landing-takeover] hydrates the page without call or layout shift, and keeps typed text', async () => {
    const { page, calls, errors } = await watched();
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Digite qualquer texto').fill('x');
    code.resolve();
    await page.getByText(/dos 64 caracteres mudaram/).waitFor();
    expect(await page.getByLabel('Digite qualquer texto').inputValue()).toBe('x');
    expect(await page.evaluate(`window.first === document.querySelector('h1')`)).toBe(true);
    expect(await page.evaluate('window.paper')).toBe('rgb(13, 19, 17)');
    expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.02);
    expect([calls, errors]).toEqual([[], []]);
    // With a fragment in the URL the page renders once more, to open that section.
    await page.goto('/help#senha');
    await page.locator('details#senha[open]').waitFor();
  });

  it('[verify-takeover] renders the result for the number in the URL with 404, and hydrates it', async () => {
    const { page, calls, errors } = await watched();
    // A certificate number with a wrong check character (6 is right).
    const response = await page.goto('/verificar/G2-2026-000001-1ECC-7');
    expect(response?.status()).toBe(404);
    // Repeats the click: before hydration the form submits to the same page.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Conferir' }).click();
        return page.getByRole('alert').isVisible();
      })
      .toBe(true);
    expect(await page.evaluate('window.first === document.querySelector("h1")')).toBe(true);
    expect(await page.evaluate('window.shift')).toBe(0);
    expect(calls).toEqual([]);
    expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('[pages-without-scripts] shows content without scripts; other pages explain that scripts are needed', async () => {
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto('/');
    await heading(page, 'O código é seu. Tenha como provar.').waitFor();
    for (const text of ['R$ 3.499,00', 'Envie o ZIP', 'Mais Popular', 'Saiba Mais'])
      expect(await page.getByText(text).first().isVisible(), text).toBe(true);
    await page.getByText('Quanto tempo leva?').click();
    await page.getByText('O hash sai na hora do envio.').waitFor();
    for (const path of ['/auth', '/dashboard', '/register']) {
      await page.goto(path);
      await heading(page, 'Ative o JavaScript para continuar').waitFor();
    }
    await page.getByRole('link', { name: 'Central de Ajuda' }).click();
    await heading(page, 'Central de Ajuda').waitFor();
    for (const path of ['/termos', '/privacidade', '/versoes', '/desenvolvedores', '/desenvolvedores/api']) {
      await page.goto(path);
      expect(await page.getByRole('heading', { level: 2 }).count(), path).toBeGreaterThan(3);
    }
    await page.goto('/en');
    await heading(page, 'The code is yours. Be able to prove it.').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByRole('link', { name: 'Verify a certificate' }).first().click();
    await page.getByLabel('Certificate number').fill('g2-2026-000001-1ecc-7');
    await page.getByRole('button', { name: 'Verify' }).click();
    await heading(page, 'There is a typing error in the number').waitFor();
    await page.goto('/verificar');
    await page.getByLabel('Número do certificado').fill('g2-2026-000001-1ecc-7');
    await page.getByRole('button', { name: 'Conferir' }).click();
    await heading(page, 'Há um erro de digitação no número').waitFor();
  });
});
