// This test needs two operators' browsers: events between programs announce a takeover.
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { launchForTests, newContextPage } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { dialog, setSessionCookie, toast } from '../support/payment-screens.ts';
import { createOperator, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

/** No other test uses this jurisdiction, so this test is assigned no registration of another test. */
const OWN = { jurisdiction: 'estados_unidos' };

const browser = await launchForTests();
const world = await queueWorld(stackUrl());
const paula = (await createOperator(stackUrl(), world, 'Paula', 'Lima')).client;
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(who: Client, address: string): Promise<Page> {
  const { page } = await newContextPage(browser, stackUrl());
  await setSessionCookie(page, who);
  await page.goto(address);
  return page;
}
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const titles = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:first-child').evaluateAll((cells) => cells.map((one) => one.textContent));

it('[queue-journey] assigns the oldest registration first, and shows a takeover by a colleague', async () => {
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
  await row(mine, 'Segunda').getByText('De Paula Lima').waitFor();
});
