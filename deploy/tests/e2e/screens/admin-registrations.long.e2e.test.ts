import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, holdCall, queryOf } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { dialog, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=registrations';
const STATUSES = [
  'Submetido',
  'Pago',
  'Em Análise',
  'Processamento Governamental',
  'Concluído',
  'Certificado Emitido',
];

const browser = await ownBrowser();
const [world, { page, api }] = await Promise.all([queueWorld(stackUrl()), adminAt(browser, stackUrl(), TAB)]);

const rows = (): Locator => page.getByRole('table', { name: 'Registros' }).locator('tbody tr');
const row = (text: string): Locator => rows().filter({ hasText: text });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const titles = (): Promise<string[]> => rows().locator('td:first-child').allInnerTexts();

/** Only this world's registrations are in sight, or one of them. */
async function show(name = ''): Promise<void> {
  await page.goto(`${TAB}&search=${encodeURIComponent(`${world.mark} ${name}`.trim())}`);
  await row(world.mark).first().waitFor();
}

describe('the registrations tab', () => {
  it('[admin-registrations-list] counts, searches, filters, sorts and pages 10 at a time, all of it in the address', async () => {
    for (let n = 1; n <= 10; n += 1) await world.add(`Lista ${String(n).padStart(2, '0')}`, 'submitted');
    await world.add('Lista 11', 'paid');
    await page.goto(TAB);
    type Stats = { registrations: { total: number }; statusCounts: Record<string, number> };
    const { registrations, statusCounts: by } = await api.ok<Stats>('/api/admin/enhanced-stats');
    const sum = (...names: string[]) => names.reduce((total, name) => total + (by[name] ?? 0), 0);
    const counters = page.getByRole('region', { name: 'Contagem de registros' });
    await eventually(() => counters.locator('dd').allInnerTexts()).toEqual(
      [
        registrations.total,
        sum('submitted', 'paid', 'reviewing'),
        'submetidos, pagos e em análise; na fila, “Aguardando” são só os pagos',
        sum('completed', 'certificate_issued'),
      ].map((value) => (typeof value === 'string' ? value : new Intl.NumberFormat('pt-BR').format(value))),
    );
    expect(await counters.locator('dt').allInnerTexts()).toEqual([
      'Total',
      'Aguardando análise',
      'Concluídos',
    ]);

    await page.getByRole('textbox', { name: 'Buscar registros' }).fill(`${world.mark} Lista`);
    await page.getByText('Mostrando 1-10 de 11').waitFor();
    await page.getByRole('columnheader', { name: 'Título' }).getByRole('button').click();
    await eventually(titles).toEqual(
      Array.from({ length: 10 }, (_, n) => `${world.mark} Lista ${String(n + 1).padStart(2, '0')}`),
    );
    await button('Página 2').click();
    await eventually(titles).toEqual([`${world.mark} Lista 11`]);
    await page.getByRole('combobox', { name: 'Filtrar por status' }).click();
    await page.getByRole('option', { name: 'Pago' }).click();
    await page.getByText('Mostrando 1-1 de 1').waitFor();
    const address = { tab: 'registrations', search: `${world.mark} Lista`, sort: 'title', status: 'paid' };
    expect(queryOf(page)).toEqual(address);
    await page.reload();
    await eventually(titles).toEqual([`${world.mark} Lista 11`]);
    await page.getByRole('combobox', { name: 'Filtrar por status' }).click();
    await page.getByRole('option', { name: 'Concluído' }).click();
    await page.getByText('Nenhum registro encontrado').waitFor();
  });

  it('[admin-registrations-assign] assigns in the details when unassigned, and unassigns when assigned', async () => {
    const id = await world.add('Atribuir', 'paid');
    await show('Atribuir');
    await button(`Ver Detalhes: ${world.mark} Atribuir`).click();
    const part = dialog(page).getByRole('region', { name: 'Operador responsável' });
    for (const fact of ['111.444.777-35', 'R$ 3.499,00', 'fonte.zip', 'SHA-256', id]) {
      await dialog(page).getByText(fact).first().waitFor();
    }
    await press(part, 'Atribuir operador');
    await part.getByText('Selecione um operador').waitFor();
    await part.getByRole('combobox', { name: 'Operador' }).fill('Otávia');
    await page
      .getByRole('option', { name: /Otávia Prado/ })
      .first()
      .click();
    const letGo = await holdCall(page, '**/assign-operator');
    await press(part, 'Atribuir operador');
    await button('Remover atribuição').waitFor(); // before the server has answered
    await part.getByText('Otávia Prado').waitFor();
    await letGo();
    await toast(page).getByText('Operador atribuído').waitFor();
    await page.route('**/assign-operator', (route) => route.fulfill({ status: 503, json: {} }));
    await press(part, 'Remover atribuição');
    await toast(page).getByText('Erro ao remover atribuição').waitFor();
    await part.getByText('Otávia Prado').waitFor();
    await page.unrouteAll();
    await press(part, 'Remover atribuição');
    await toast(page).getByText('Atribuição removida').waitFor();
    await part.getByRole('combobox', { name: 'Operador' }).fill('Otávia');
    await page
      .getByRole('option', { name: /Otávia Prado/ })
      .first()
      .click();
    await page.route('**/assign-operator', (route) => route.abort());
    await press(part, 'Atribuir operador');
    await toast(page).getByText('Erro ao atribuir operador').waitFor();
    await toast(page).getByText('Não foi possível atribuir o operador.').waitFor();
    await page.unrouteAll();
    expect(await api.ok(`/api/operator/registrations/${id}`)).toMatchObject({ assignedOperatorId: null });
  });

  it('[admin-registrations-status] offers all six statuses, the illegal ones with the reason; reason and notes are optional', async () => {
    const id = await world.add('Mudar', 'paid');
    await show('Mudar');
    const open = () => button(`Atualizar Status: ${world.mark} Mudar`).click();
    await open();
    const choice = (name: string) => dialog(page).getByRole('radio', { name, exact: true });
    expect(await dialog(page).getByRole('radio').count()).toBe(STATUSES.length);
    for (const name of STATUSES) expect(await choice(name).isDisabled()).toBe(name !== 'Em Análise');
    await dialog(page).getByText('É o status atual.').waitFor();
    // The rule that closes four of them is said once.
    expect(await dialog(page).getByText('De Pago só se passa para Em Análise.').count()).toBe(1);
    await press(dialog(page), 'Atualizar status');
    await dialog(page).getByText('Status inválido').waitFor();
    await dialog(page).getByLabel('Motivo (opcional)').fill('Tudo conferido');

    // Somebody else was faster: the dialog is back with what was written, and with what is true.
    await page.route('**/status', async (route) => {
      await row('Mudar').getByText('Em Análise', { exact: true }).waitFor(); // shown before the answer
      await api.patch(`/api/admin/registrations/${id}/status`, { status: 'reviewing' });
      await route.continue();
    });
    await choice('Em Análise').check();
    await press(dialog(page), 'Atualizar status');
    await toast(page).getByText('Erro ao atualizar status').waitFor();
    await toast(page)
      .getByText('O status deste registro já mudou para Em Análise. Atualize e tente novamente.')
      .waitFor();
    await page.unrouteAll();
    expect(await dialog(page).getByLabel('Motivo (opcional)').inputValue()).toBe('Tudo conferido');
    expect(await choice('Em Análise').isDisabled()).toBe(true);
    await choice('Processamento Governamental').check();
    await dialog(page).getByLabel('Notas internas (opcional)').fill('Só para nós');
    await press(dialog(page), 'Atualizar status');
    await toast(page).getByText('Status atualizado', { exact: true }).waitFor();
    await row('Mudar').getByText('Processamento Governamental').waitFor();
    await open();
    await choice('Concluído').check();
    await press(dialog(page), 'Atualizar status');
    await row('Mudar').getByText('Concluído', { exact: true }).waitFor();
    const { items } = await api.ok<{ items: object[] }>(`/api/operator/registrations/${id}/history`);
    await eventually(
      async () => (await api.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status,
    ).toBe('completed');
    expect(items).toContainEqual(
      expect.objectContaining({
        toStatus: 'government_processing',
        reason: 'Tudo conferido',
        notes: 'Só para nós',
      }),
    );
  });

  it('[admin-registrations-panel] opens a panel with details, file, holders and history by keyboard, and follows the row', async () => {
    const id = await world.add('Painel A', 'submitted');
    await world.ownerOf(id).post(`/api/registrations/${id}/holders`, {
      holderName: 'Bruno Araújo',
      holderTaxId: '11144477735',
      ownershipPercentage: 40,
    });
    await api.patch(`/api/admin/registrations/${id}/status`, { status: 'paid', reason: 'Pago por fora' });
    await world.add('Painel B', 'submitted');
    await page.goto(`${TAB}&search=${world.mark} Painel&sort=title`);
    await row('Painel B').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: `${world.mark} Painel A` });
    for (const fact of ['Bruno Araújo', '40%', 'fonte.zip', 'Pago por fora', 'Ada Administradora']) {
      await panel.getByText(fact).first().waitFor();
    }
    expect(await panel.getByRole('link', { name: 'Abrir página do registro' }).getAttribute('href')).toBe(
      `/operator/registrations/${id}`,
    );
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: `${world.mark} Painel B` }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
  });
});
