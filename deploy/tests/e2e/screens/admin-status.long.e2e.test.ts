import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { dialog, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=status';
const STATUSES = 6;

const browser = await ownBrowser();
const [world, { page, api }] = await Promise.all([queueWorld(stackUrl()), adminAt(browser, stackUrl(), TAB)]);

const rows = (): Locator => page.getByRole('table', { name: 'Registros' }).locator('tbody tr');
const row = (text: string): Locator => rows().filter({ hasText: text });
const bar = (): Locator => page.getByRole('region', { name: 'Seleção' });
const check = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });
const bulk = (): Locator => page.getByRole('button', { name: 'Atualizar em lote', exact: true });
const statusOf = async (id: string): Promise<string> =>
  (await api.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status;

async function show(search: string): Promise<void> {
  await page.goto(`${TAB}&sort=title&search=${encodeURIComponent(`${world.mark} ${search}`)}`);
  await page.getByText(search).first().waitFor();
}

describe('the status tab', () => {
  it('[admin-status-bulk] sends one call for each that may move, and says before why the others may not', async () => {
    const ids = [await world.add('Lote A', 'paid'), await world.add('Lote B', 'paid')];
    const other = await world.add('Lote C', 'submitted');
    await show('Lote');
    await check('Selecionar todos desta página').check();
    await bulk().click();
    await dialog(page).getByText('Atualizar status em lote').waitFor();
    expect(await dialog(page).getByRole('radio').count()).toBe(STATUSES);
    expect(await dialog(page).getByRole('radio', { name: 'Concluído', exact: true }).isDisabled()).toBe(true);
    await press(dialog(page), 'Atualizar selecionados');
    await dialog(page).getByText('Status inválido').waitFor();
    await dialog(page).getByText('2 de 3 permitem este status').waitFor();
    await dialog(page).getByRole('radio', { name: 'Em Análise', exact: true }).check();
    await dialog(page).getByText('Não será enviado: De Submetido só se passa para Pago.').waitFor();
    await dialog(page).getByLabel('Motivo (opcional)').fill('Mutirão');
    const calls: { path: string; body: unknown }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH')
        calls.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() });
    });
    await press(dialog(page), 'Atualizar 2 registros');
    await toast(page).getByText('Status atualizados').waitFor();
    await toast(page).getByText('2 registros', { exact: true }).waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    const body = { status: 'reviewing', reason: 'Mutirão', notes: '', expectedStatus: 'paid' };
    expect(calls.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual(
      ids.toSorted().map((id) => ({ path: `/api/admin/registrations/${id}/status`, body })),
    );
    expect(await Promise.all([...ids, other].map(statusOf))).toEqual(['reviewing', 'reviewing', 'submitted']);
    await bar().getByText('1 selecionado', { exact: true }).waitFor(); // what was not sent stays
    await row('Lote A').getByText('Em Análise', { exact: true }).waitFor();
  });

  it('[admin-status-phone] selects on cards, and fits', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await show('Lote');
    await check('Selecionar todos desta página').check();
    await bar().getByText('3 selecionados').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await bulk().click();
    await dialog(page).getByText('Novo status').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
