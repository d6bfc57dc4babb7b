// This test needs two browsers: the presence of a viewer passes through the gateway and registration.
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { launchForTests, newContextPage } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { setSessionCookie } from '../support/payment-screens.ts';
import { createOperator, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await launchForTests();
const world = await queueWorld(stackUrl());
const paula = await createOperator(stackUrl(), world, 'Paula', 'Lima');
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(who: Client, address: string): Promise<Page> {
  const { page } = await newContextPage(browser, stackUrl());
  await setSessionCookie(page, who);
  await page.goto(address);
  return page;
}

const queue = `/operator?search=${world.mark}`;
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const panel = (page: Page): Locator => page.getByRole('complementary');
const eye = (page: Page, name: string, who: string): Locator =>
  row(page, name).getByRole('img', { name: `${who} está vendo`, exact: true });

it('[together-presence] names the viewers of a record in the list and the record until they leave', async () => {
  await world.add('Vista', 'paid');
  const otavia = await open(world.operator, queue);
  const hers = await open(paula.client, queue);
  await row(hers, 'Vista').waitFor();
  await row(otavia, 'Vista').click();
  await eye(hers, 'Vista', 'Otávia Prado').waitFor();
  await row(hers, 'Vista').click();
  await panel(hers).getByText('Otávia Prado está vendo', { exact: true }).waitFor();
  await panel(otavia).getByText('Paula Lima está vendo', { exact: true }).waitFor();
  expect(await eye(otavia, 'Vista', 'Otávia Prado').count()).toBe(0);
  await otavia.keyboard.press('Escape');
  await panel(hers).getByText('Otávia Prado está vendo').waitFor({ state: 'hidden' });
  await eye(hers, 'Vista', 'Otávia Prado').waitFor({ state: 'hidden' });
  // A viewer of the record's own page counts as present too, until that page is left.
  await row(otavia, 'Vista').getByRole('link').click();
  await panel(hers).getByText('Otávia Prado está vendo').waitFor();
  await otavia.goto('/help');
  await panel(hers).getByText('Otávia Prado está vendo').waitFor({ state: 'hidden' });
});
