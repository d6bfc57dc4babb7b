import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { colleague, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());
const paula = await colleague(stackUrl(), world, 'Paula', 'Lima');
const ids = {
  second: await world.add('B segundo', 'reviewing'),
  first: await world.add('A primeiro', 'paid'),
};
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

async function enterAt(path: string, viewport = DESK): Promise<Page> {
  const { page } = await person(browser, stackUrl(), { viewport });
  await enter(page, world.operator);
  await page.goto('/help');
  await page.goto(path);
  return page;
}

const queue = (query = ''): string => `/operator?search=${world.mark}&sort=title${query}`;
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const panel = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: `${world.mark} ${name}` });
const sheet = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name: `${world.mark} ${name}` });
const opened = (page: Page): string | null => new URL(page.url()).searchParams.get('open');
const openedIs = (page: Page, id: string | null) => expect.poll(() => opened(page), SOON).toBe(id);

describe('the record that is open beside the queue', () => {
  it('[operator-open-phone] Back on a phone closes it and stays in the queue; a reload opens it again', async () => {
    const page = await enterAt(queue(), PHONE);
    const card = page.getByRole('listitem').filter({ hasText: `${world.mark} A primeiro` });
    await card.getByText('Ana Conceição').or(card.locator('span').first()).first().click();
    await sheet(page, 'A primeiro').waitFor();
    await openedIs(page, ids.first);
    await page.goBack();
    await sheet(page, 'A primeiro').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/operator');
    await card.waitFor();
    await page.goForward();
    await sheet(page, 'A primeiro').waitFor();
    await page.reload();
    await sheet(page, 'A primeiro').getByRole('heading', { name: 'Histórico de status' }).waitFor();
    await sheet(page, 'A primeiro').getByRole('button', { name: 'Fechar painel' }).click();
    await sheet(page, 'A primeiro').waitFor({ state: 'hidden' });
    await openedIs(page, null);
    await page.goBack();
    await page.waitForURL('**/help');
  });

  it('[operator-open-rows] from row to row is one step back to the list; the cursor stays where it stood', async () => {
    const page = await enterAt(queue());
    await row(page, 'A primeiro').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await panel(page, 'A primeiro').waitFor();
    await openedIs(page, ids.first);
    await page.keyboard.press('j');
    await panel(page, 'B segundo').waitFor();
    await openedIs(page, ids.second);
    expect(await hasFocus(row(page, 'B segundo'))).toBe(true);
    await page.reload();
    await panel(page, 'B segundo').getByRole('heading', { name: 'Histórico de status' }).waitFor();
    await row(page, 'B segundo').waitFor();
    // Whoever comes by a link stands on that row.
    await page.keyboard.press('k');
    await panel(page, 'A primeiro').waitFor();
    await expect.poll(() => hasFocus(row(page, 'A primeiro')), SOON).toBe(true);
    await page.keyboard.press('Escape');
    await panel(page, 'A primeiro').waitFor({ state: 'hidden' });
    await openedIs(page, null);
    await expect.poll(() => hasFocus(row(page, 'A primeiro')), SOON).toBe(true);
    await page.keyboard.press('Enter');
    await panel(page, 'A primeiro').waitFor();
    await page.goBack();
    await panel(page, 'A primeiro').waitFor({ state: 'hidden' });
    await row(page, 'A primeiro').waitFor();
    await page.goBack();
    await page.waitForURL('**/help');
  });

  it('[operator-open-link] a link shows it wherever it stands, and says so when there is none', async () => {
    // On this tab there is nothing at all.
    const page = await enterAt(`/operator?tab=mine&search=nada-disso&open=${ids.second}`);
    await page.getByText('Nenhum registro encontrado').waitFor();
    await panel(page, 'B segundo').getByRole('heading', { name: 'Histórico de status' }).waitFor();
    await panel(page, 'B segundo').getByRole('button', { name: 'Adicionar Notas' }).waitFor();
    await page.getByRole('tab', { name: /^Todos/ }).click();
    await openedIs(page, null);
    for (const absent of ['00000000-0000-7000-8000-000000000000', 'stats', '../stats?x=']) {
      await page.goto(`/operator?open=${encodeURIComponent(absent)}`);
      const none = page.getByRole('complementary', { name: 'Registro não encontrado' });
      await none.getByText('Este registro não existe ou foi excluído por quem o criou.').waitFor();
      await page.getByRole('row').nth(1).waitFor();
      await none.getByRole('button', { name: 'Fechar painel' }).click();
      await openedIs(page, null);
    }
    const one = `**/api/operator/registrations/${ids.first}`;
    await page.route(one, (route) => route.abort());
    await page.goto(`/operator?search=nada-disso&open=${ids.first}`);
    const failed = page.getByRole('complementary', { name: 'Erro ao carregar dados' });
    await failed.getByText('Falha ao carregar informações do registro').waitFor();
    await page.unroute(one);
    await failed.getByRole('button', { name: 'Tentar novamente' }).click();
    await panel(page, 'A primeiro').waitFor();
  });
});

describe('whose work a record is', () => {
  it('[operator-held-by] shows beside the queue and on its page, and before one does a colleague’s work', async () => {
    const hers = await world.add('Da Paula', 'reviewing');
    await world.admin.post(`/api/admin/registrations/${hers}/assign-operator`, { operatorId: paula.id });
    const page = await enterAt(queue(`&open=${hers}`));
    await panel(page, 'Da Paula').getByText('De Paula Lima', { exact: true }).waitFor();
    // The column has no room beside the panel; the row says it all the same.
    expect(await page.getByRole('columnheader', { name: 'Operador' }).isVisible()).toBe(false);
    await row(page, 'Da Paula').getByText('De Paula Lima', { exact: true }).waitFor();
    await row(page, 'B segundo').getByText('Sem operador', { exact: true }).waitFor();
    const warning = dialog(page).getByText('Este registro é de Paula Lima.');
    for (const name of ['Aprovar', 'Solicitar Correções']) {
      await press(panel(page, 'Da Paula'), new RegExp(`^${name}`));
      await warning.waitFor();
      await press(dialog(page), 'Cancelar');
      await dialog(page).waitFor({ state: 'hidden' });
    }
    await press(panel(page, 'Da Paula'), 'Adicionar Notas');
    await dialog(page).getByLabel('Notas internas').waitFor();
    expect(await warning.count()).toBe(0);
    await press(dialog(page), 'Cancelar');
    await page.goto(`/operator/registrations/${hers}`);
    await page.getByText('De Paula Lima', { exact: true }).waitFor();
    await press(page.getByRole('main'), /^Aprovar/);
    await warning.waitFor();
    await press(dialog(page), 'Confirmar aprovação');
    await toast(page).getByText('Ação executada com sucesso').waitFor();
    const owner = await world.operator.ok<{ assignedOperatorId: string }>(
      `/api/operator/registrations/${hers}`,
    );
    expect(owner.assignedOperatorId).toBe(paula.id);
  });
});
