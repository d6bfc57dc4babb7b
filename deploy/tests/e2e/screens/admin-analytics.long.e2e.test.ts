import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, queryOf } from '../support/admin-scene.ts';
import { ownBrowser } from '../support/browser.ts';
import { signUp } from '../support/client.ts';
import { payable, payByCard, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

type Analytics = {
  kpis: { newRegistrations: number; revenueCents: number; conversionRate: number; processedRate: number };
  distribution: { status: string; count: number }[];
  trend: { month: string; registrations: number; certificates: number }[];
  recent: { title: string }[];
  health: {
    paymentSuccessRate: number | null;
    meanProcessingDays: number | null;
    satisfaction: number | null;
  };
};

const TAB = '/admin?tab=analytics';
const STATUSES = [
  'Submetido',
  'Pago',
  'Em Análise',
  'Processamento Governamental',
  'Concluído',
  'Certificado Emitido',
];

const browser = await ownBrowser();
const { client } = await signUp(stackUrl());
await payByCard(client, await payable(client));
const { page, api } = await adminAt(browser, stackUrl(), TAB);

const panel = (name: string): Locator => page.getByRole('region', { name, exact: true });
const periodTab = (name: string): Locator => page.getByRole('tab', { name, exact: true });
const integer = new Intl.NumberFormat('pt-BR');
const rate = (value: number): string =>
  `${value.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;
const money = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replace(/\s/g, ' ');
const lines = async (name: string): Promise<string> => (await panel(name).innerText()).replace(/\n+/g, '\n');

describe('analytics', () => {
  it('[admin-analytics-figures] shows four indicators, the distribution, the newest five and the health', async () => {
    const { kpis, distribution, recent, health } = await api.ok<Analytics>('/api/admin/analytics?period=30');
    await eventually(() => lines('Indicadores do período')).toContain(
      `Novos registros\n${integer.format(kpis.newRegistrations)}\n`,
    );
    const text = await lines('Indicadores do período');
    expect(text).toContain(`Receita\n${money(kpis.revenueCents)}\n`);
    expect(text).toContain(`Taxa de conversão\n${rate(kpis.conversionRate)}\n`);
    expect(text).toContain(`Processados\n${rate(kpis.processedRate)}\n`);

    const rows = panel('Distribuição por status').getByRole('listitem');
    expect(await rows.count()).toBe(6);
    for (const [i, name] of STATUSES.entries()) {
      const row = (await rows.nth(i).innerText()).replace(/\s+/g, ' ');
      expect(row).toMatch(new RegExp(`^${name} ${distribution[i]?.count} \\d+,\\d%$`));
    }
    const newest = panel('Atividade recente').getByRole('link');
    expect(await newest.allInnerTexts()).toEqual(recent.map(({ title }) => title));
    expect(recent.length).toBeLessThanOrEqual(5);

    const seen = await lines('Saúde do sistema');
    const paid = health.paymentSuccessRate === null ? '—' : rate(health.paymentSuccessRate);
    expect(seen).toContain(`Sucesso dos pagamentos\n${paid}\n`);
    expect(seen).toContain('Tempo médio de processamento');
    // Nobody is asked how content they are: no figure is made up.
    expect(seen).toContain('Satisfação\n—\n');
    for (const target of ['Meta: 98%', 'Meta: 7 dias', 'Meta: 4,8/5']) expect(seen).toContain(target);
  });

  it('[admin-analytics-trend] draws the last six months, and says them as a table', async () => {
    const { trend } = await api.ok<Analytics>('/api/admin/analytics?period=30');
    const table = panel('Tendência mensal').getByRole('table', { name: /últimos 6 meses/ });
    expect(await table.getByRole('row').count()).toBe(7);
    const last = trend.at(-1);
    const row = table.getByRole('row').last();
    expect(await row.getByRole('rowheader').innerText()).toMatch(/^[a-zç]{3}\/\d\d$/);
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      integer.format(last?.registrations ?? 0),
      integer.format(last?.certificates ?? 0),
    ]);
    const bars = panel('Tendência mensal').locator('.recharts-bar-rectangle');
    await bars.first().waitFor({ state: 'attached' });
    await panel('Tendência mensal').locator('.recharts-wrapper').hover();
    await panel('Tendência mensal')
      .locator('.recharts-tooltip-wrapper')
      .getByText('Certificados')
      .first()
      .waitFor();
    await panel('Tendência mensal').getByRole('button', { name: 'Ver tabela' }).click();
    await bars.first().waitFor({ state: 'detached' });
    await eventually(async () => (await table.boundingBox())?.width ?? 0).toBeGreaterThan(200);
    await panel('Tendência mensal').getByRole('button', { name: 'Ver gráfico' }).click();
    await bars.first().waitFor({ state: 'attached' });
  });

  it('[admin-analytics-period] is 7D, 30D, 90D or 1A, 30D at first, kept in the address; refreshes by a button', async () => {
    await page.goto(TAB);
    const periods = page.getByRole('tablist', { name: 'Período' }).getByRole('tab');
    await periods.first().waitFor();
    expect(await periods.allInnerTexts()).toEqual(['7D', '30D', '90D', '1A']);
    expect(await periodTab('30D').getAttribute('aria-selected')).toBe('true');
    for (const [name, days] of [
      ['7D', '7'],
      ['90D', '90'],
      ['1A', '365'],
    ] as const) {
      const asked = page.waitForResponse((one) => one.url().endsWith(`/analytics?period=${days}`));
      await periodTab(name).click();
      expect((await asked).status()).toBe(200);
      expect(queryOf(page)).toEqual({ tab: 'analytics', period: days });
    }
    await page.reload();
    await panel('Indicadores do período').getByText('no último ano').first().waitFor();
    await periodTab('30D').click();
    await eventually(() => queryOf(page)).toEqual({ tab: 'analytics' });
    await page.getByRole('button', { name: 'Atualizar', exact: true }).click();
    await toast(page).getByText('Dados atualizados').waitFor();
  });
});
