import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { eventually } from '../support/admin-scene.ts';
import { ownBrowser, person, signIn } from '../support/browser.ts';
import { Client, demoSession, signUp, type User } from '../support/client.ts';
import { advance, card, draft, filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { scratch } from '../support/files.ts';
import { details } from '../support/journey.ts';
import { buyCredits, enter, press, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

/** Counts the live lines that the pages of a browser open. */
function countLines(context: BrowserContext): () => number {
  let lines = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) lines += 1;
  });
  return () => lines;
}

/** Further tabs of the same browser, each at the dashboard. */
async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let n = 0; n < count; n += 1) {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await openDashboard(page);
    await card(page, details.title).waitFor();
    tabs.push(page);
  }
  return tabs;
}

const shows = (tabs: readonly Page[], status: string) =>
  Promise.all(tabs.map((page) => card(page, details.title).getByText(status, { exact: true }).waitFor()));

/** A ZIP of some megabytes, on the disk. */
async function bigZip(megabytes: number): Promise<string> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(megabytes * 1024 * 1024), 'fonte.bin', { compress: false });
  zip.end();
  const path = join(scratch, `grande-${randomBytes(4).toString('hex')}.zip`);
  writeFileSync(path, await buffer(zip.outputStream));
  return path;
}

describe('many tabs of one person', () => {
  it('twelve are all live on one line, and an upload in one of them is not held up', async () => {
    let id = '';
    let other = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      ({ id } = await filed(client));
      other = await draft(client, { title: 'Com arquivo grande' });
    });
    const lines = countLines(page.context());
    const tabs = await openTabs(page.context(), 12);
    await advance(stackUrl(), id, 'paid');
    await shows(tabs, 'Pago');
    expect(lines()).toBe(1);
    const uploading = tabs[7];
    if (!uploading) throw new Error('no tab');
    await uploading.goto(`/register?step=upload&id=${other}`);
    await uploading.locator('input[type=file]').setInputFiles(await bigZip(6));
    await toast(uploading).getByText('Arquivo enviado com sucesso').waitFor();
    expect((await api.ok<{ fileSize: number }>(`/api/registrations/${other}`)).fileSize).toBeGreaterThan(6e6);
    await advance(stackUrl(), id, 'reviewing', 'paid');
    await shows(
      tabs.filter((tab) => tab !== uploading),
      'Em Análise',
    );
    await page.context().close();
  });

  it('when the one with the line is closed, another takes it up, and looks at what it missed', async () => {
    let id = '';
    const { page } = await visit(browser, stackUrl(), async (client) => {
      ({ id } = await filed(client));
    });
    const lines = countLines(page.context());
    const [first, ...others] = await openTabs(page.context(), 4);
    expect(lines()).toBe(1);
    await first?.close();
    await advance(stackUrl(), id, 'paid');
    await shows(others, 'Pago');
    await eventually(lines).toBe(2);
    await advance(stackUrl(), id, 'reviewing', 'paid');
    await shows(others, 'Em Análise');
    await page.context().close();
  });

  it('what happens between the first reading and the line is shown', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      ({ id } = await filed(client));
    });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/events', async (route) => {
      await held.promise;
      await route.continue();
    });
    await openDashboard(page);
    await shows([page], 'Submetido');
    await region(page, 'Saldo de créditos').getByText('0,00 créditos', { exact: true }).waitFor();
    await advance(stackUrl(), id, 'paid');
    await buyCredits(api, 15_000);
    held.resolve();
    await shows([page], 'Pago');
    await region(page, 'Saldo de créditos').getByText('150,00 créditos', { exact: true }).waitFor();
    await page.context().close();
  });
});

/** Two people who share a browser: the first one's page is open at the dashboard. */
async function shared() {
  const [ana, bia] = [await signUp(stackUrl()), await signUp(stackUrl())];
  await ana.client.patch('/api/auth/user', { firstName: 'Ana', lastName: 'Primeira' });
  await bia.client.patch('/api/auth/user', { firstName: 'Beatriz', lastName: 'Segunda' });
  await draft(ana.client, { title: 'Programa da Ana' });
  await draft(bia.client, { title: 'Programa da Beatriz' });
  const { page, context } = await person(browser, stackUrl());
  await enter(page, ana.client);
  return { ana, bia, page, context };
}

/** Other tabs are not heard, and the server's line is never answered: one that is refused makes the page ask who is there. */
async function deafen(page: Page): Promise<void> {
  await page.addInitScript('delete window.BroadcastChannel');
  await page.route('**/api/events', () => undefined);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('two people in one browser', () => {
  it('who signs in in one tab is who the other tab shows, and nothing of the one before', async () => {
    const { ana, bia, page, context } = await shared();
    const other = await context.newPage();
    await openDashboard(page);
    await card(page, 'Programa da Ana').waitFor();
    await card(page, 'Programa da Ana').getByRole('button', { name: 'Ver Detalhes' }).click();
    await page.getByRole('dialog').waitFor();
    await openDashboard(other);
    await press(other.locator('body'), 'Abrir menu do usuário');
    await other.getByRole('menuitem', { name: 'Sair' }).click();
    await toast(other).getByText('Logout realizado com sucesso').waitFor();
    await heading(page, 'Acesse sua conta').waitFor();
    expect(await page.getByText('Programa da Ana').count()).toBe(0);
    await signIn(other, { email: bia.user.email, password: bia.password });
    await card(other, 'Programa da Beatriz').waitFor();
    await heading(page, 'Olá, Beatriz').waitFor();
    await card(page, 'Programa da Beatriz').waitFor();
    for (const tab of [page, other]) {
      expect(await tab.getByText('Programa da Ana').count()).toBe(0);
      expect(await tab.getByText(ana.user.email).count()).toBe(0);
    }
    await context.close();
  });

  it('a page that does not know yet who has come does nothing in that person’s name', async () => {
    const { bia, page, context } = await shared();
    await deafen(page);
    // The last that it asks for by itself: asked after the other came, it would tell.
    const quiet = page.waitForResponse('**/api/contacts?*');
    await page.goto('/profile');
    await quiet;
    await page.getByLabel('Sobrenome').fill('Escrito pela Ana');
    await enter(page, bia.client);
    await press(page.getByRole('main'), 'Salvar alterações');
    await eventually(() => page.getByLabel('Sobrenome').inputValue()).toBe('Segunda');
    // Not taken away with what belonged to Ana.
    await toast(page).getByText('Outra conta entrou neste navegador, e nada foi feito.').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(bia.user.email);
    const { lastName } = await bia.client.ok<User & { lastName: string }>('/api/auth/user');
    expect(lastName).toBe('Segunda');
    await context.close();
  });

  it('a page that reads on after another came shows nothing of either under the wrong name', async () => {
    const { bia, page, context } = await shared();
    await deafen(page);
    await openDashboard(page);
    await card(page, 'Programa da Ana').waitFor();
    await enter(page, bia.client);
    await page.getByLabel('Buscar registros').fill('Programa');
    await card(page, 'Programa da Beatriz').waitFor();
    await heading(page, 'Olá, Beatriz').waitFor();
    expect(await page.getByText('Programa da Ana').count()).toBe(0);
    await context.close();
  });
});

describe('a session that ends in the middle of work', () => {
  const ENDED = 'Sua sessão foi encerrada. Entre novamente para continuar de onde parou.';

  it('is said to whoever was deactivated or signed out elsewhere, with the way back', async () => {
    const { page, api, user } = await visit(browser, stackUrl());
    await page.goto('/profile');
    await heading(page, 'Perfil').waitFor();
    const admin = await demoSession(stackUrl(), 'admin');
    await admin.patch(`/api/admin/users/${user.id}/deactivate`);
    await page.getByText(ENDED).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/profile');
    expect(await page.getByText('Entre ou crie a conta para continuar de onde parou.').count()).toBe(0);
    expect(api).toBeInstanceOf(Client);
    await page.context().close();
  });

  it('is said at the address of the site too', async () => {
    const { page, api } = await visit(browser, stackUrl());
    await page.goto('/');
    await heading(page, 'Olá, Ana').waitFor();
    await api.send('/api/logout', { method: 'POST' });
    await page.getByText(ENDED).waitFor();
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.getByText(ENDED).count()).toBe(0);
    await page.context().close();
  });

  it('is not said to whoever leaves, nor to whoever comes to a page that asks for an account', async () => {
    const { page } = await visit(browser, stackUrl());
    await page.goto('/profile');
    await heading(page, 'Perfil').waitFor();
    await press(page.locator('body'), 'Abrir menu do usuário');
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await toast(page).getByText('Logout realizado com sucesso').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto('/profile');
    await page.getByText('Entre ou crie a conta para continuar de onde parou.').waitFor();
    expect(await page.getByText('Sua sessão foi encerrada', { exact: false }).count()).toBe(0);
    await page.context().close();
  });
});
