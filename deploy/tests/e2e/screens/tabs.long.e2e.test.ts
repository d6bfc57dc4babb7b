import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { eventually } from '../support/admin-scene.ts';
import { launchForTests, newContextPage, signIn } from '../support/browser.ts';
import { demoSession, signUp } from '../support/client.ts';
import {
  advanceStatus,
  card,
  createDraft,
  createWithFile,
  openDashboard,
  signUpAndOpen,
} from '../support/dashboard.ts';
import { scratch } from '../support/files.ts';
import { details } from '../support/journey.ts';
import { press, setSessionCookie, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

// These tests need the whole stack: the connection limit per host, locks and channels between tabs, and
// services that end sessions.
const browser = await launchForTests();

/** Counts the event streams that a browser opens. */
function countEventStreams(context: BrowserContext): () => number {
  let lines = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) lines += 1;
  });
  return () => lines;
}

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

async function bigZip(megabytes: number): Promise<string> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(megabytes * 1024 * 1024), 'fonte.bin', { compress: false });
  zip.end();
  const path = join(scratch, `grande-${randomBytes(4).toString('hex')}.zip`);
  writeFileSync(path, await buffer(zip.outputStream));
  return path;
}

describe('several tabs of one user', () => {
  it('share one event stream without blocking an upload, and replace it when its tab closes', async () => {
    let id = '';
    let other = '';
    const { page, api } = await signUpAndOpen(browser, stackUrl(), async (client) => {
      ({ id } = await createWithFile(client));
      other = await createDraft(client, { title: 'Com arquivo grande' });
    });
    const lines = countEventStreams(page.context());
    const tabs = await openTabs(page.context(), 12);
    await advanceStatus(stackUrl(), id, 'paid');
    await shows(tabs, 'Pago');
    expect(lines()).toBe(1);
    const uploading = tabs[7];
    if (!uploading) throw new Error('no tab');
    await uploading.goto(`/register?step=upload&id=${other}`);
    await uploading.locator('input[type=file]').setInputFiles(await bigZip(6));
    await toast(uploading).getByText('Arquivo enviado com sucesso').waitFor();
    expect((await api.ok<{ fileSize: number }>(`/api/registrations/${other}`)).fileSize).toBeGreaterThan(6e6);
    await advanceStatus(stackUrl(), id, 'reviewing', 'paid');
    const [first, ...others] = tabs.filter((tab) => tab !== uploading);
    await shows(others, 'Em Análise');
    // When the tab with the event stream closes, another tab opens one and refetches.
    await first?.close();
    await advanceStatus(stackUrl(), id, 'government_processing', 'reviewing');
    await shows(others, 'Processamento Governamental');
    await eventually(lines).toBe(2);
    await page.context().close();
  });
});

async function openSharedBrowser() {
  const [ana, bia] = [await signUp(stackUrl()), await signUp(stackUrl())];
  await ana.client.patch('/api/auth/user', { firstName: 'Ana', lastName: 'Primeira' });
  await bia.client.patch('/api/auth/user', { firstName: 'Beatriz', lastName: 'Segunda' });
  await createDraft(ana.client, { title: 'Programa da Ana' });
  await createDraft(bia.client, { title: 'Programa da Beatriz' });
  const { page, context } = await newContextPage(browser, stackUrl());
  await setSessionCookie(page, ana.client);
  return { ana, bia, page, context };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('a browser shared by two users', () => {
  it('shows in every tab only the user who signed in last', async () => {
    const { ana, bia, page, context } = await openSharedBrowser();
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
});

describe('session that ends during work', () => {
  const ENDED = 'Sua sessão foi encerrada. Entre novamente para continuar de onde parou.';

  it('shows a notice and remembers the page for the next sign-in after a deactivation', async () => {
    const { page, user } = await signUpAndOpen(browser, stackUrl());
    await page.goto('/profile');
    await heading(page, 'Perfil').waitFor();
    const admin = await demoSession(stackUrl(), 'admin');
    await admin.patch(`/api/admin/users/${user.id}/deactivate`);
    await page.getByText(ENDED).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/profile');
    expect(await page.getByText('Entre ou crie a conta para continuar de onde parou.').count()).toBe(0);
    await page.context().close();
  });
});
