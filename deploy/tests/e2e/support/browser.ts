import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeAfterTests } from '@g2/kit/testing';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findChromium } from '../../../stack/binaries.ts';
import { recordRequests } from './last-seen.ts';
import { waitBeforeActions } from './settled.ts';
import { root } from './stack.ts';

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: FLAGS });
}

/** Launches a browser that is closed after the tests of the file. */
export const launchForTests = (): Promise<Browser> => closeAfterTests(launch());

/** Opens a separate browser context with its own cookies and storage. */
export async function newContextPage(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: base,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...options,
  });
  // Ignores route handlers that are still pending when the page closes.
  const close = context.close.bind(context);
  context.close = async (reason) => {
    const quiet = { behavior: 'ignoreErrors' } as const;
    await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll(quiet)));
    await close(reason);
  };
  context.on('page', (opened) => {
    recordRequests(opened);
    waitBeforeActions(opened);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, context };
}

export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = join(root, 'shots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Senha', { exact: true }).fill(who.password);
  await page.locator('form').getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => url.pathname !== '/auth');
}
