import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, eventually, failCall, queryOf } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import { dialog, press, toast } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=registrations';

let browser: Browser;
let page: Page;
let world: QueueWorld;
let id: string;

beforeAll(async () => {
  browser = await launch();
  [world, { page }] = await Promise.all([queueWorld(stackUrl()), adminAt(browser, stackUrl(), '/admin')]);
  id = await world.add('Endereço', 'paid');
});
afterAll(() => browser?.close());

const details = () => page.getByRole('button', { name: `Ver Detalhes: ${world.mark} Endereço`, exact: true });
const shown = () => dialog(page).getByText(`Detalhes do registro: ${world.mark} Endereço`);
const gone = () => dialog(page).waitFor({ state: 'hidden' });

async function list(): Promise<void> {
  await page.goto('/admin');
  await page.goto(`${TAB}&search=${world.mark}`);
  await details().waitFor();
}

describe('the details of a registration', () => {
  it('are in the address: Back closes them, a reload opens them again', async () => {
    await list();
    await details().click();
    await shown().waitFor();
    expect(queryOf(page)).toEqual({ tab: 'registrations', search: world.mark, open: id });
    await page.goBack();
    await gone();
    expect(queryOf(page)).toEqual({ tab: 'registrations', search: world.mark });
    await page.goForward();
    await shown().waitFor();
    await page.reload();
    await shown().waitFor();
    await dialog(page).getByRole('button', { name: 'Fechar' }).click();
    await gone();
    expect(queryOf(page)).toEqual({ tab: 'registrations', search: world.mark });
    // Closing went back: the next step back leaves the list, not a second copy of it.
    await page.goBack();
    await eventually(() => queryOf(page)).toEqual({});
  });

  it('open by a link on any page of any list, and take changes there', async () => {
    await page.goto(`${TAB}&status=certificate_issued&open=${id}`);
    await shown().waitFor();
    const part = dialog(page).getByRole('region', { name: 'Operador responsável' });
    await part.getByRole('combobox', { name: 'Operador' }).fill('Otávia');
    await page
      .getByRole('option', { name: /Otávia Prado/ })
      .first()
      .click();
    await press(part, 'Atribuir operador');
    await toast(page).getByText('Operador atribuído').waitFor();
    await press(part, 'Remover atribuição');
    await toast(page).getByText('Atribuição removida').waitFor();
    await part.getByRole('combobox', { name: 'Operador' }).waitFor();
    await page.keyboard.press('Escape');
    await gone();
    expect(queryOf(page)).toEqual({ tab: 'registrations', status: 'certificate_issued' });
  });

  it('say so when the link leads nowhere, or cannot be read now', async () => {
    await page.goto(`${TAB}&open=0192f0c0-0000-7000-8000-000000000000`);
    await dialog(page).getByText('Registro não encontrado').waitFor();
    await press(dialog(page).getByRole('alert'), 'Fechar');
    await gone();
    const failing = await failCall(page, `**/api/operator/registrations/${id}`);
    await page.goto(`${TAB}&status=certificate_issued&open=${id}`);
    await dialog(page).getByText('Não foi possível carregar o registro. Tente novamente.').waitFor();
    await failing.mend();
    await press(dialog(page), 'Tentar novamente');
    await shown().waitFor();
  });

  it('close on a phone by Back, the panel too, and the list stays', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await list();
    const card = page.getByRole('list', { name: 'Registros' }).getByRole('listitem').first();
    await card.getByText(`${world.mark} Endereço`).click();
    await dialog(page).getByRole('link', { name: 'Abrir página do registro' }).waitFor();
    await page.goBack();
    await gone();
    await details().click();
    await shown().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.goBack();
    await gone();
    await details().waitFor();
    expect(queryOf(page)).toEqual({ tab: 'registrations', search: world.mark });
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
