import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { dialog, enter, toast } from '../support/payment-screens.ts';
import { colleague, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
/** Nobody else's test registers there: what waits for others is not taken. */
const OWN = { jurisdiction: 'estados_unidos' };

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());
const paula = (await colleague(stackUrl(), world, 'Paula', 'Lima')).client;
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(who: Client, address: string): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await enter(page, who);
  await page.goto(address);
  return page;
}
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const titles = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:first-child').evaluateAll((cells) => cells.map((one) => one.textContent));
const view = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Visões da fila' }).getByRole('link', { name });

it('[queue-journey] the oldest waits first, is the next one, and is taken over by name', async () => {
  await world.add('Primeira', 'paid', OWN);
  await world.add('Segunda', 'paid', OWN);
  const mine = await open(
    world.operator,
    `/operator?tab=paid&search=${world.mark}&jurisdiction=estados_unidos`,
  );
  await row(mine, 'Primeira').getByText('desde hoje').waitFor();
  expect((await titles(mine)).map((title) => title.split(' ')[1]?.slice(0, 7))).toEqual([
    'Primeir',
    'Segunda',
  ]);
  await mine.getByRole('button', { name: 'Próximo', exact: true }).click();
  await toast(mine).getByText('Registro atribuído a você').waitFor();
  await mine.getByRole('complementary', { name: `${world.mark} Primeira` }).waitFor();
  await row(mine, 'Primeira').getByText('Atribuído a você').waitFor();
  await mine.keyboard.press('p');
  await mine.getByRole('complementary', { name: `${world.mark} Segunda` }).waitFor();
  await mine.keyboard.press('p');
  await toast(mine).getByText('Nenhum registro pago aguarda sem operador.').waitFor();

  const hers = await open(paula, `/operator?search=${world.mark}+Segunda`);
  await row(hers, 'Segunda').click();
  await hers.getByRole('complementary').getByText('De Otávia Prado').waitFor();
  await hers.keyboard.press('m');
  await dialog(hers)
    .getByText(/^Este registro é de Otávia Prado\./)
    .waitFor();
  await dialog(hers).getByRole('button', { name: 'Assumir mesmo assim' }).click();
  await row(hers, 'Segunda').getByText('Atribuído a você').waitFor();
  // The one it was taken from sees it without a reload.
  await row(mine, 'Segunda').getByText('De Paula Lima').waitFor();
});

it('[queue-views-journey] what was returned and what came back stand in views of their own', async () => {
  const id = await world.add('Devolvida', 'reviewing');
  await world.operator.patch(`/api/registrations/${id}/operator-action`, {
    action: 'request_corrections',
    reason: 'Falta o README.',
  });
  const page = await open(world.operator, `/operator?search=${world.mark}`);
  await row(page, 'Devolvida').getByText('Atribuído a você').waitFor();
  await view(page, 'Aguardando cliente').click();
  await row(page, 'Devolvida').getByText('Submetido').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(1);
  await expect.poll(() => page.title(), SOON).toMatch(/^\(\d+\) Fila/);
  await world.ownerOf(id).post(`/api/registrations/${id}/resubmit`, {});
  await page.getByText('Nenhum registro encontrado').waitFor();
  await view(page, 'Reenviados').click();
  await row(page, 'Devolvida').getByText('Pago').waitFor();
  await page.goto('/operator');
  await expect.poll(() => new URL(page.url()).search, SOON).toBe('?view=resubmitted');
});
