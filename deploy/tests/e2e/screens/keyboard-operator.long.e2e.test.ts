import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from '../support/browser.ts';
import {
  focused,
  focusIsKept,
  focusIsSeen,
  hasFocus,
  pressOn,
  tabTo,
  typeInto,
} from '../support/keyboard.ts';
import { dialog, toast } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
let browser: Browser;
let world: QueueWorld;
let ids: string[];

beforeAll(async () => {
  browser = await launch();
  world = await queueWorld(stackUrl());
  ids = [];
  for (const name of ['C terceiro', 'B segundo', 'A primeiro'])
    ids.unshift(await world.add(name, 'reviewing'));
});
afterAll(() => browser.close());

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const panel = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: `${world.mark} ${name}` });
const stands = (page: Page, name: string) => expect.poll(() => hasFocus(row(page, name)), SOON).toBe(true);
const done = (page: Page) => toast(page).getByText('Ação executada com sucesso').waitFor();
const look = (id = '') =>
  world.operator.ok<{ status: string; internalNotes: { text: string }[] }>(
    `/api/operator/registrations/${id}`,
  );

async function signIn(page: Page): Promise<void> {
  await page.goto('/operator');
  await page.waitForURL(/\/auth/);
  const form = page.locator('form');
  await typeInto(page, form.getByLabel('E-mail'), world.operatorUser.email);
  await typeInto(page, form.getByLabel('Senha', { exact: true }), world.operatorUser.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/operator');
  await page.getByRole('heading', { name: 'Painel do Operador' }).waitFor();
}

/** Searches with /, orders by title, and walks the rows with J and K. */
async function readQueue(page: Page): Promise<void> {
  await page.getByText(/^Mostrando/).waitFor();
  await page.keyboard.press('/');
  expect(await hasFocus(page.getByRole('textbox', { name: 'Buscar registros' }))).toBe(true);
  // In a field the keys are letters.
  await page.keyboard.type(`${world.mark}jk`);
  await page.getByText('Nenhum registro encontrado').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.getByText('Mostrando 1-3 de 3').waitFor();
  await pressOn(page, page.getByRole('columnheader', { name: 'Título' }).getByRole('button'));
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Título' }).getAttribute('aria-sort'))
    .toBe('ascending');
  await expect.poll(() => page.locator('tbody').getAttribute('aria-busy'), SOON).toBe('false');
  await focusIsSeen(page);
  await page.keyboard.press('j');
  await stands(page, 'A primeiro');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await stands(page, 'C terceiro');
  await focusIsSeen(page);
  await page
    .getByRole('status')
    .getByText(`Linha 3 de 3: ${world.mark} C terceiro`)
    .waitFor({ state: 'attached' });
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await stands(page, 'A primeiro');
}

/** In the panel: approves the first, sends the second back with a reason, and leaves a note on it. */
async function work(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await panel(page, 'A primeiro').getByRole('heading', { name: 'Histórico de status' }).waitFor();
  await page.keyboard.press('a');
  await expect
    .poll(() => hasFocus(dialog(page).getByRole('button', { name: 'Confirmar aprovação' })), SOON)
    .toBe(true);
  await page.keyboard.press('Enter');
  await done(page);
  await row(page, 'A primeiro').getByText('Processamento Governamental').waitFor();
  await stands(page, 'A primeiro');

  await page.keyboard.press('j');
  await panel(page, 'B segundo').waitFor();
  await page.keyboard.press('c');
  await expect
    .poll(() => hasFocus(dialog(page).getByLabel(/^O que o cliente deve corrigir/)), SOON)
    .toBe(true);
  await page.keyboard.type('Falta a pasta do módulo fiscal.');
  await page.keyboard.press('Control+Enter');
  await row(page, 'B segundo').getByText('Submetido').waitFor();
  await expect.poll(async () => (await look(ids[1])).status, SOON).toBe('submitted');
  await dialog(page).waitFor({ state: 'hidden' });
  await stands(page, 'B segundo');
  await page.keyboard.press('n');
  await expect.poll(() => hasFocus(dialog(page).getByLabel('Notas internas')), SOON).toBe(true);
  await page.keyboard.type('Avisado por telefone.');
  await page.keyboard.press('Control+Enter');
  await panel(page, 'B segundo').getByText('Avisado por telefone.').waitFor();
  await dialog(page).waitFor({ state: 'hidden' });
  // What is no longer possible says why instead of happening.
  await page.keyboard.press('a');
  await toast(page).getByText('Disponível quando Pago ou Em Análise.').waitFor();
}

async function leave(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Abrir menu do usuário' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  const exit = page.getByRole('menuitem', { name: 'Sair' });
  for (let items = 0; items < 8 && !(await hasFocus(exit)); items += 1)
    await page.keyboard.press('ArrowDown');
  expect(await hasFocus(exit)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
}

it('[keyboard-operator-day] an operator’s whole day without a mouse', async () => {
  const { page } = await person(browser, stackUrl());
  await signIn(page);
  await readQueue(page);
  await work(page);
  const download = page.waitForEvent('download');
  await page.keyboard.press('d');
  expect(
    readFileSync(await (await download).path()).equals(world.zips.get(ids[1] ?? '') ?? Buffer.of()),
  ).toBe(true);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  for (const text of ['Próxima linha', 'Linha anterior', 'Vai para a busca', 'Aprovar', 'Baixar o ZIP']) {
    await help.getByText(text, { exact: true }).waitFor();
  }
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await panel(page, 'B segundo').waitFor();
  await stands(page, 'B segundo');

  // Once more Enter leads into the panel, Esc out of it and back to the row.
  await page.keyboard.press('Enter');
  await expect
    .poll(() => hasFocus(page.getByRole('heading', { level: 2, name: /B segundo/ })), SOON)
    .toBe(true);
  await tabTo(page, panel(page, 'B segundo').getByRole('button', { name: 'Adicionar Notas' }));
  await page.keyboard.press('Escape');
  await panel(page, 'B segundo').waitFor({ state: 'hidden' });
  await stands(page, 'B segundo');

  await page.keyboard.press('Enter');
  await panel(page, 'B segundo').waitFor();
  await page.keyboard.press('o');
  await page.getByRole('heading', { level: 1, name: `${world.mark} B segundo` }).waitFor();
  await page.getByText('2 de 3').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: `${world.mark} C terceiro` }).waitFor();
  await page.keyboard.press('u');
  await page.getByText('Mostrando 1-3 de 3').waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('title');
  await focusIsKept(page);
  await leave(page);

  expect((await look(ids[0])).status).toBe('government_processing');
  expect((await look(ids[1])).internalNotes.map(({ text }) => text)).toContain('Avisado por telefone.');
});

it('[keyboard-operator-off] the single keys can be switched off, and stay off', async () => {
  const { page } = await person(browser, stackUrl());
  await signIn(page);
  await page.getByText(/^Mostrando/).waitFor();
  await pressOn(page, page.getByRole('button', { name: /Atalhos$/ }));
  await pressOn(page, dialog(page).getByRole('switch', { name: 'Usar atalhos de uma tecla' }), 'Space');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByText(/^Mostrando/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('/');
  expect(await focused(page).count()).toBe(0);
  // Tab alone still leads to the rows, and Enter opens one.
  await tabTo(page, page.locator('tbody tr').first());
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').waitFor();
});
