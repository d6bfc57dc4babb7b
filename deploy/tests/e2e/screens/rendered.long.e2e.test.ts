import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  return (await person(browser, stackUrl(), options)).page;
}

/** Before a page's own scripts: keeps its first heading, its ground, and how far things move. */
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

/** A page in the dark, with the calls it makes and the errors it reports. */
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

describe('a page that the build or the server rendered', () => {
  it('[landing-takeover] is hydrated as it stands: no call, no shift, no error, and what was typed before counts', async () => {
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
    // One whose address names a part is drawn again, with that part open.
    await page.goto('/help#senha');
    await page.locator('details#senha[open]').waitFor();
  });

  it('[verify-takeover] is hydrated as it stands for the number in its address, with a true status', async () => {
    const { page, calls, errors } = await watched();
    // But for its check character, which is 6, a certificate's number.
    const answer = await page.goto('/verificar/G2-2026-000001-1ECC-7');
    expect(answer?.status()).toBe(404);
    // Before the scripts are there, the form leads to the same page again.
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

  it('[pages-without-scripts] reads without scripts; other pages say what they need and lead on', async () => {
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
    await page.goto('/verificar');
    await page.getByLabel('Número do certificado').fill('g2-2026-000001-1ecc-7');
    await page.getByRole('button', { name: 'Conferir' }).click();
    await heading(page, 'Há um erro de digitação no número').waitFor();
  });
});
