import type { Analytics } from '@g2/gateway/contract/admin';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { anAdmin, emptyAnalytics, emptyFigures, someMoney } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { hasNoHorizontalScroll, keys, press, region, setViewport } from '../../../testing/screen.ts';
import { answer } from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=analytics&period=7';

const analytics: Analytics = {
  ...emptyAnalytics,
  period: 7,
  kpis: { newRegistrations: 12, revenueCents: 1_299_600, conversionRate: 33.3, processedRate: 8.3 },
  health: {
    paymentSuccessRate: 96.15,
    finishedPayments: 26,
    meanProcessingDays: 0.25,
    certificates: 4,
    satisfaction: null,
  },
  previous: {
    ...emptyAnalytics.previous,
    kpis: { newRegistrations: 10, revenueCents: 649_800, conversionRate: 50, processedRate: 0 },
    health: {
      paymentSuccessRate: 98,
      finishedPayments: 50,
      meanProcessingDays: 3,
      certificates: 2,
      satisfaction: null,
    },
  },
};

/** The text lines of each figure in a panel. */
const linesOf = (panel: string): string[][] =>
  [...region(panel).element().querySelectorAll('dl > div')].map((figure) =>
    [...figure.querySelectorAll('dt, dd:not(:has(span)), dd strong, dd span:not(:has(span))')].map(
      (part) => part.textContent?.trim() ?? '',
    ),
  );

beforeEach(() => {
  answer('getAnalytics', analytics);
  answer('getFigures', emptyFigures);
});

describe('the indicators of a period', () => {
  it('[admin-indicators] shows, for each figure, a definition and the value of the previous period', async () => {
    open(TAB_PATH, anAdmin());
    await expect.element(region('Indicadores do período')).toBeVisible();
    const figures = [
      [
        'Novos registros',
        '12',
        '20% a mais que nos 7 dias anteriores (10)',
        'Criados nos últimos 7 dias; os excluídos não contam.',
      ],
      [
        'Receita',
        'R$ 12.996,00',
        '100% a mais que nos 7 dias anteriores (R$ 6.498,00)',
        'Receita reconhecida: registros que ficaram pagos nos últimos 7 dias, sem as cortesias.',
      ],
      [
        'Taxa de conversão',
        '33,3%',
        '16,7 p.p. a menos que nos 7 dias anteriores (50,0%)',
        'Dos registros criados nos últimos 7 dias, os já pagos. Os do período anterior tiveram mais tempo.',
      ],
      [
        'Processados',
        '8,3%',
        '8,3 p.p. a mais que nos 7 dias anteriores (0,0%)',
        'Dos registros criados nos últimos 7 dias, os concluídos ou com certificado. Os do período anterior tiveram mais tempo.',
      ],
      [
        'Sucesso dos pagamentos',
        '96,2%',
        'Meta: 98%',
        '1,8 p.p. a menos que nos 7 dias anteriores (98,0%)',
        'Aprovados sobre aprovados e recusados no cartão nos últimos 7 dias; n = 26.',
      ],
      [
        'Tempo médio de processamento',
        '6 h',
        'Meta: 7 dias',
        '92% a menos que nos 7 dias anteriores (3 dias)',
        'Do primeiro pagamento ao certificado, dos emitidos nos últimos 7 dias; n = 4.',
      ],
    ] as const;
    const lines = [...linesOf('Indicadores do período'), ...linesOf('Saúde do sistema').slice(0, 2)];
    expect(lines).toEqual(figures.map((figure) => figure.slice(0, -1)));
    for (const figure of figures) {
      await press(`Definição: ${figure[0]}`);
      await expect.element(page.getByText(figure.at(-1) ?? '')).toBeVisible();
      await keys('{Escape}');
    }
    for (const width of [360, 1280]) {
      await setViewport(width);
      await expect.poll(hasNoHorizontalScroll).toBe(true);
    }
    expect(await violations()).toEqual([]);
  });

  it('[admin-one-revenue] shows the same revenue in the indicators and in the money panel', async () => {
    const { revenueCents } = analytics.kpis;
    const now = someMoney({ revenueCents: revenueCents ?? 0 });
    answer('getFigures', { ...emptyFigures, money: { now, before: someMoney(), series: [] } });
    open(TAB_PATH, anAdmin());
    await expect.element(region('Dinheiro')).toBeVisible();
    const amounts = page.getByText('R$ 12.996,00', { exact: true }).elements();
    expect(amounts.map((element) => element.closest('section')?.getAttribute('aria-label'))).toEqual([
      'Indicadores do período',
      'Dinheiro',
    ]);
  });

  it('[admin-indicators-absent] shows a dash instead of 0 for an unknown figure', async () => {
    const { kpis, health } = emptyAnalytics;
    const unknownPayments = { paymentSuccessRate: null, finishedPayments: null };
    answer('getAnalytics', {
      ...analytics,
      kpis: { ...kpis, revenueCents: null },
      health: { ...health, ...unknownPayments },
    });
    open(TAB_PATH, anAdmin());
    await expect.element(page.getByText('O serviço de pagamentos não respondeu.')).toBeVisible();
    const values = linesOf('Indicadores do período').map(([name, value, comparison]) => [
      name,
      value,
      comparison,
    ]);
    expect(values).toEqual([
      ['Novos registros', '0', '100% a menos que nos 7 dias anteriores (10)'],
      ['Receita', '—', 'O serviço de pagamentos não respondeu.'],
      ['Taxa de conversão', '—', '50,0% nos 7 dias anteriores'],
      ['Processados', '—', '0,0% nos 7 dias anteriores'],
    ]);
    await press('Definição: Sucesso dos pagamentos');
    await expect.element(page.getByText(/n = —\.$/)).toBeVisible();
  });
});
