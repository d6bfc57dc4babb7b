import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { type Client, logIn } from '../support/client.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { colleague, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
/** A beat and the time after which who is silent is gone, and the look for it. */
const SILENT = { timeout: 75_000 };

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());
const paula = await colleague(stackUrl(), world, 'Paula', 'Lima');
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(who: Client, address: string): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await enter(page, who);
  await page.goto(address);
  return page;
}

const queue = `/operator?search=${world.mark}`;
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const panel = (page: Page): Locator => page.getByRole('complementary');
const eye = (page: Page, name: string, who: string): Locator =>
  row(page, name).getByRole('img', { name: `${who} está vendo`, exact: true });
const saved = (page: Page): Locator => page.getByRole('navigation', { name: 'Visões salvas' });

it('[together-presence] who has a record open is named to the other, in the list and in the record, until they go', async () => {
  await world.add('Vista', 'paid');
  const otavia = await open(world.operator, queue);
  const hers = await open(paula.client, queue);
  await row(hers, 'Vista').waitFor();
  await row(otavia, 'Vista').click();
  await eye(hers, 'Vista', 'Otávia Prado').waitFor();
  await row(hers, 'Vista').click();
  await panel(hers).getByText('Otávia Prado está vendo', { exact: true }).waitFor();
  await panel(otavia).getByText('Paula Lima está vendo', { exact: true }).waitFor();
  // Nobody is a colleague of their own.
  expect(await eye(otavia, 'Vista', 'Otávia Prado').count()).toBe(0);
  await otavia.keyboard.press('Escape');
  await panel(hers).getByText('Otávia Prado está vendo').waitFor({ state: 'hidden' });
  await eye(hers, 'Vista', 'Otávia Prado').waitFor({ state: 'hidden' });
  // Its own page counts as well, and leaving it by another.
  await row(otavia, 'Vista').getByRole('link').click();
  await panel(hers).getByText('Otávia Prado está vendo').waitFor();
  await otavia.goto('/help');
  await panel(hers).getByText('Otávia Prado está vendo').waitFor({ state: 'hidden' });
});

it('[together-silent] whoever is cut off without a word is gone after a while', async () => {
  await world.add('Cortada', 'paid');
  const otavia = await open(world.operator, queue);
  const hers = await open(paula.client, queue);
  await row(otavia, 'Cortada').click();
  await eye(hers, 'Cortada', 'Otávia Prado').waitFor();
  await otavia.context().setOffline(true);
  await eye(hers, 'Cortada', 'Otávia Prado').waitFor({ state: 'hidden', ...SILENT });
  await otavia.context().setOffline(false);
  await eye(hers, 'Cortada', 'Otávia Prado').waitFor(SILENT);
});

it('[together-views] a view saved in one browser is in the other, and its count is live in both', async () => {
  const address = '/operator?tab=mine&jurisdiction=uniao_europeia';
  const office = await open(world.operator, address);
  await press(saved(office), 'Salvar visão');
  await dialog(office).getByLabel('Nome').fill('Europa, minhas');
  await press(dialog(office), 'Salvar');
  await toast(office).getByText('Visão salva').waitFor();
  const view = (page: Page, count: number) =>
    saved(page).getByRole('link', { name: `Europa, minhas ${count}`, exact: true });
  const tab = (page: Page, count: number) =>
    page.getByRole('tab', { name: `Meus atribuídos ${count}`, exact: true });
  await view(office, 0).waitFor();

  const home = await open(await logIn(stackUrl(), world.operatorUser), '/operator?tab=all');
  await view(home, 0).click();
  await expect.poll(() => new URL(home.url()).search, SOON).toBe('?tab=mine&jurisdiction=uniao_europeia');
  const colleagues = await open(paula.client, '/operator');
  await colleagues.getByRole('tab', { name: /^Meus atribuídos 0/ }).waitFor();
  expect(await saved(colleagues).getByRole('link').count()).toBe(0);

  const id = await world.add('Europeia', 'paid', { jurisdiction: 'uniao_europeia' });
  await world.assign(id);
  for (const page of [office, home]) {
    await view(page, 1).waitFor();
    await tab(page, 1).waitFor();
    await row(page, 'Europeia').waitFor();
  }
  await world.admin.ok(`/api/admin/registrations/${id}/assign-operator`, { method: 'DELETE' });
  for (const page of [office, home]) {
    await view(page, 0).waitFor();
    await tab(page, 0).waitFor();
  }
});
