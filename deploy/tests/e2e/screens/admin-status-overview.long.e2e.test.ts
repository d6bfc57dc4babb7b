import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, queryOf } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const TAB = '/admin?tab=status';
const CARDS = [
  ['Submetido', 'Recebido, à espera do pagamento da taxa.', 'Próximos: Pago'],
  ['Pago', 'Taxa paga, à espera da análise.', 'Próximos: Em Análise'],
  ['Em Análise', 'Em conferência pela equipe.', 'Próximos: Processamento Governamental, Submetido'],
  ['Processamento Governamental', 'Na etapa governamental.', 'Próximos: Concluído, Em Análise'],
  ['Concluído', 'Processo concluído, certificado por emitir.', 'Próximos: Certificado Emitido'],
  ['Certificado Emitido', 'Certificado disponível ao cliente.', 'Status final'],
] as const;

const browser = await ownBrowser();
const [world, { page, api }] = await Promise.all([queueWorld(stackUrl()), adminAt(browser, stackUrl(), TAB)]);

const row = (text: string): Locator =>
  page.getByRole('table', { name: 'Registros' }).locator('tbody tr').filter({ hasText: text });

describe('the overview of the status tab', () => {
  it('[admin-status-overview] has a card per status with count, description and next statuses, which filters the list', async () => {
    await world.add('Cartão pago', 'paid');
    await world.add('Cartão enviado', 'submitted');
    await page.goto(`${TAB}&search=${world.mark} Cartão`);
    const { statusCounts } = await api.ok<{ statusCounts: Record<string, number> }>(
      '/api/admin/enhanced-stats',
    );
    const overview = page.getByRole('region', { name: 'Registros por status' });
    const counts = Object.values(statusCounts).map((count) => new Intl.NumberFormat('pt-BR').format(count));
    await eventually(async () =>
      (await overview.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\n+/)),
    ).toEqual(CARDS.map(([name, text, next], i) => [name, counts[i], text, next]));
    await row('Cartão pago').waitFor();
    await overview.getByRole('button', { name: /^Submetido/ }).click();
    await row('Cartão pago').waitFor({ state: 'detached' });
    await row('Cartão enviado').waitFor();
    expect(queryOf(page)).toMatchObject({ tab: 'status', status: 'submitted' });
    expect(await page.getByRole('combobox', { name: 'Filtrar por status' }).inputValue()).toBe('Submetido');
    await overview.getByRole('button', { name: /^Submetido/ }).click();
    await row('Cartão pago').waitFor();
  });
});
