import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { dialog, press, toast } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=status';
const STATUSES = 6;

let browser: Browser;
let page: Page;
let api: Client;
let world: QueueWorld;

beforeAll(async () => {
  browser = await launch();
  [world, { page, api }] = await Promise.all([queueWorld(stackUrl()), adminAt(browser, stackUrl(), TAB)]);
});
afterAll(() => browser?.close());

const rows = (): Locator => page.getByRole('table', { name: 'Registros' }).locator('tbody tr');
const row = (text: string): Locator => rows().filter({ hasText: text });
const bar = (): Locator => page.getByRole('region', { name: 'Seleção' });
const check = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });
const bulk = (): Locator => page.getByRole('button', { name: 'Atualizar em lote', exact: true });
const outcome = (name: string): Locator =>
  dialog(page)
    .getByRole('list', { name: 'Resultado por registro' })
    .getByRole('listitem')
    .filter({ hasText: name });
const statusOf = async (id: string): Promise<string> =>
  (await api.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status;

async function show(search: string): Promise<void> {
  await page.goto(`${TAB}&sort=title&search=${encodeURIComponent(`${world.mark} ${search}`)}`);
  await page.getByText(search).first().waitFor();
}

describe('the status tab', () => {
  it('[admin-status-select] keeps the selection over pages of 10; nothing selected is refused', async () => {
    for (let n = 1; n <= 11; n += 1) await world.add(`Seleção ${String(n).padStart(2, '0')}`, 'submitted');
    await show('Seleção');
    expect(await rows().count()).toBe(10);
    await bulk().click();
    await toast(page).getByText('Nenhum registro selecionado').waitFor();
    expect(await dialog(page).count()).toBe(0);
    await check('Selecionar todos desta página').check();
    await bar().getByText('10 selecionados').waitFor();
    await page.getByRole('button', { name: 'Página 2', exact: true }).click();
    await row('Seleção 11').waitFor();
    expect(await check('Selecionar todos desta página').isChecked()).toBe(false);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await bar().getByText('11 selecionados').waitFor();
    await page.getByRole('button', { name: 'Página 1', exact: true }).click();
    await row('Seleção 01').waitFor();
    expect(await check('Selecionar todos desta página').isChecked()).toBe(true);
    await check(`Selecionar ${world.mark} Seleção 03`).uncheck();
    await bar().getByText('10 selecionados').waitFor();
    await press(bar(), 'Limpar seleção');
    await bar().waitFor({ state: 'detached' });
  });

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

  it('[admin-status-results] shows how each row went, why one was refused, and tries those again', async () => {
    const [done, moved, cut] = [
      await world.add('Falha A', 'paid'),
      await world.add('Falha B', 'paid'),
      await world.add('Falha C', 'paid'),
    ];
    await show('Falha');
    await check('Selecionar todos desta página').check();
    await bulk().click();
    await dialog(page).getByRole('radio', { name: 'Em Análise', exact: true }).check();
    // One is moved by somebody else under our hands, the line breaks for another.
    const held = Promise.withResolvers<void>();
    await page.route(`**/${done}/status`, (route) => held.promise.then(() => route.continue()));
    await page.route(`**/${moved}/status`, async (route) => {
      for (const status of ['reviewing', 'government_processing'])
        await api.patch(`/api/admin/registrations/${moved}/status`, { status });
      await route.continue();
    });
    await page.route(`**/${cut}/status`, (route) => route.abort());
    await press(dialog(page), 'Atualizar 3 registros');
    await dialog(page).getByText('2 de 3', { exact: true }).waitFor();
    await outcome('Falha A').getByText('Atualizando…').waitFor();
    held.resolve();
    await toast(page).getByText('Erro na atualização em lote').waitFor();
    await toast(page).getByText('2 de 3 não foram atualizados.').waitFor();
    await outcome('Falha A').getByText('Atualizado para Em Análise').waitFor();
    await outcome('Falha B')
      .getByText(`Falha ao atualizar registro ${moved}: O status deste registro já mudou para`)
      .waitFor();
    await outcome('Falha C').getByText(`Falha ao atualizar registro ${cut}`).waitFor();
    await dialog(page).getByText('1 atualizado, 2 com falha').waitFor();
    await page.unrouteAll();
    await api.patch(`/api/admin/registrations/${moved}/status`, { status: 'completed' });
    await press(dialog(page), 'Tentar novamente (2)');
    await toast(page).getByText(`Falha ao atualizar registro ${moved}`).waitFor();
    await outcome('Falha B').getByText('De Concluído só se passa para Certificado Emitido.').waitFor();
    await outcome('Falha C').getByText('Atualizado para Em Análise').waitFor();
    expect(await Promise.all([done, moved, cut].map(statusOf))).toEqual([
      'reviewing',
      'completed',
      'reviewing',
    ]);
    await press(dialog(page), 'Concluir');
    await bar().getByText('1 selecionado', { exact: true }).waitFor();
  });

  it('[admin-status-phone] selects on cards, and fits', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await show('Falha');
    await check('Selecionar todos desta página').check();
    await bar().getByText('3 selecionados').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await bulk().click();
    await dialog(page).getByText('Novo status').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
