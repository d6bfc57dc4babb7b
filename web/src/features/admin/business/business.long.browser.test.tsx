import type { Figures } from '@g2/gateway/contract/business-metrics';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anAdmin, emptyAnalytics, emptyFigures, someMoney } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import {
  alerts,
  hasNoHorizontalScroll,
  keys,
  press,
  region,
  retry,
  setViewport,
  toast,
} from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=analytics&period=7';

const figures: Figures = {
  ...emptyFigures,
  money: {
    now: someMoney({
      cardPayments: { count: 2, cents: 699_800 },
      purchases: { count: 1, cents: 100_000 },
      settledCard: { count: 2, cents: 699_800 },
      settledCredits: { count: 1, cents: 249_900 },
      settledGifts: { count: 1, cents: 100_000 },
      settledManual: { count: 1, cents: 349_900 },
      refunds: { count: 1, cents: 349_900 },
      disputes: { count: 2, cents: 200_000 },
      disputesLost: { count: 1, cents: 50_000 },
      creditsOutstanding: 150_000,
      giftsOutstanding: 20_000,
      receivedCents: 799_800,
      netCents: 399_900,
      revenueCents: 1_299_600,
    }),
    before: someMoney({
      cardPayments: { count: 4, cents: 1_599_600 },
      creditsOutstanding: 100_000,
      receivedCents: 1_599_600,
      netCents: 1_599_600,
    }),
    series: [
      { begins: '2026-03-01', receivedCents: 799_800, returnedCents: 0 },
      { begins: '2026-03-02', receivedCents: 0, returnedCents: 399_900 },
    ],
  },
  flow: {
    now: { created: 12, paid: 4, issued: 1 },
    before: { created: 10, paid: 4, issued: 0 },
    series: [
      { begins: '2026-03-01', counts: { created: 9, paid: 3, issued: 0 } },
      { begins: '2026-03-02', counts: { created: 3, paid: 1, issued: 1 } },
    ],
  },
  funnel: emptyFigures.funnel.map(({ step }, index) => ({
    step,
    count: [12, 9, 4, 4, 2, 1, 1][index] ?? 0,
    before: [10, 8, 4, 4, 3, 2, 0][index] ?? 0,
  })),
  stages: emptyFigures.stages.map((item) =>
    item.stage === 'paid'
      ? {
          ...item,
          count: 4,
          medianSeconds: 18_000,
          p90Seconds: 210_000,
          before: { count: 2, medianSeconds: 36_000, p90Seconds: 86_400 },
        }
      : item,
  ),
  operators: [
    {
      operatorId: crypto.randomUUID(),
      name: 'Paula Prado',
      steps: 9,
      reviewed: 4,
      corrections: 1,
      before: { steps: 6, reviewed: 3, corrections: 0 },
    },
    {
      operatorId: crypto.randomUUID(),
      name: null,
      steps: 2,
      reviewed: 0,
      corrections: 0,
      before: { steps: 0, reviewed: 0, corrections: 0 },
    },
  ],
  backlog: [
    { day: '2026-03-01', counts: [9, 3, 0, 0, 0, 0] },
    { day: '2026-03-02', counts: [8, 1, 1, 1, 0, 1] },
  ],
  backlogBefore: { day: '2026-02-23', counts: [10, 1, 0, 0, 0, 0] },
};

const definitionDialog = page.getByRole('dialog', { name: /^Definição/ });

/** The values below the name of a figure in the money panel. */
const valuesOf = (name: string): string[] => {
  const term = [...region('Dinheiro').element().querySelectorAll('dt')].find(
    (element) => element.textContent === name,
  );
  return [...(term?.parentElement?.querySelectorAll('dd') ?? [])].map((item) => item.textContent ?? '');
};
const rowsOf = (table: string): string[] =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

/** The totals of the period below a series. */
const totalsOf = (panel: string): string[] =>
  [...region(panel).element().querySelectorAll('dl > div')].map((item) =>
    [...item.children].map((part) => part.textContent).join(' | '),
  );

beforeEach(() => {
  answer('getAnalytics', emptyAnalytics);
  answer('getFigures', figures);
});

describe('the business figures', () => {
  it('[admin-figures-money] shows, for each money figure, a definition and the previous value', async () => {
    open(TAB_PATH, anAdmin());
    await expect.element(region('Dinheiro')).toBeVisible();
    expect(valuesOf('Recebido')).toEqual([
      'R$ 7.998,00',
      '50% a menos que nos 7 dias anteriores (R$ 15.996,00)',
    ]);
    expect(valuesOf('Líquido')[0]).toBe('R$ 3.999,00');
    expect(valuesOf('Receita reconhecida').slice(0, 3)).toEqual([
      'R$ 12.996,00',
      'Nada nos 7 dias anteriores',
      'Cartão, Pix e boleto (2)R$ 6.998,00Créditos (1)R$ 2.499,00À mão (1)R$ 3.499,00',
    ]);
    expect(valuesOf('Contestações')).toContain('Perdidas: 1 (R$ 500,00)');
    expect(valuesOf('Créditos em aberto').slice(0, 3)).toEqual([
      'R$ 1.500,00',
      '50% a mais que há 7 dias (R$ 1.000,00)',
      'Dos quais cortesias: R$ 200,00',
    ]);
    const names = [...region('Dinheiro').element().querySelectorAll('dt')].map(
      (term) => term.textContent ?? '',
    );
    expect(names).toHaveLength(9);
    for (const name of names) {
      await press(`Definição: ${name}`);
      await expect.element(definitionDialog.getByText(/^.{30,}\.$/)).toBeVisible();
      await keys('{Escape}');
    }
  });

  it('[admin-figures-flow] shows series, funnel, durations and backlog as text', async () => {
    open(TAB_PATH, anAdmin());
    await expect.poll(() => rowsOf('Dinheiro por período')[2]).toBe('02/03 | R$ 0,00 | R$ 3.999,00');
    expect(totalsOf('Dinheiro por período')).toEqual([
      'Recebido | R$ 7.998,00 | 50% a menos que nos 7 dias anteriores (R$ 15.996,00)',
      'Devolvido | R$ 3.999,00 | Nada nos 7 dias anteriores',
    ]);
    await page.getByRole('tab', { name: 'Funil' }).click();
    await expect.poll(() => window.location.search).toBe('?tab=analytics&period=7&secao=funil');
    await expect
      .poll(() => rowsOf('Registros por período'))
      .toEqual(['Dia | Criados | Pagos | Emitidos', '01/03 | 9 | 3 | 0', '02/03 | 3 | 1 | 1']);
    expect(totalsOf('Registros por período')).toContain(
      'Criados | 12 | 20% a mais que nos 7 dias anteriores (10)',
    );
    const funnel = region('Funil').getByRole('listitem').elements();
    expect(funnel.map((item) => item.textContent).slice(0, 4)).toEqual([
      'Criados12Período anterior: 10',
      'Arquivo enviado975,0% dos criados · −3 (25,0%) desde a etapa anteriorPeríodo anterior: 8 (80,0%)',
      'Pagos433,3% dos criados · −5 (55,6%) desde a etapa anteriorPeríodo anterior: 4 (40,0%)',
      'Análise iniciada433,3% dos criados · Nenhuma perda desde a etapa anteriorPeríodo anterior: 4 (40,0%)',
    ]);
    open(`${TAB_PATH}&secao=operacao`, anAdmin());
    await expect
      .poll(() => rowsOf('Tempo por etapa'))
      .toContain('À espera da análise | 4 antes: 2 | 5 h antes: 10 h | 2,4 dias antes: 1 dia');
    await expect
      .poll(() => rowsOf('Por operador').slice(1))
      .toEqual([
        'Paula Prado | 9 antes: 6 | 4 antes: 3 | 1 antes: 0 | 25,0% antes: 0,0%',
        'Nome indisponível | 2 antes: 0 | 0 antes: 0 | 0 antes: 0 | — antes: —',
      ]);
    await expect.poll(() => rowsOf('Fila ao longo do tempo').at(-1)).toBe('02/03/2026 | 8 | 1 | 1 | 1 | 0');
    expect(totalsOf('Fila ao longo do tempo')).toEqual([
      'Submetido | 8 | 20% a menos que há 7 dias (10)',
      'Pago | 1 | Igual a há 7 dias',
      'Em Análise | 1 | Nada há 7 dias',
      'Processamento Governamental | 1 | Nada há 7 dias',
      'Concluído | 0 | Igual a há 7 dias',
    ]);
    await press('Ver tabela', region('Fila ao longo do tempo'));
    await press('Ver gráfico', region('Fila ao longo do tempo'));
    await setViewport(360);
    // Polls, because the charts are resized a frame later.
    await expect.poll(hasNoHorizontalScroll).toBe(true);
  });

  it('[admin-figures-states] shows other figures if money is unavailable, and offers a retry after a failure', async () => {
    answer('getFigures', { ...figures, money: null });
    open(TAB_PATH, anAdmin());
    await expect.element(page.getByText('O serviço de pagamentos não respondeu')).toBeVisible();
    await page.getByRole('tab', { name: 'Funil' }).click();
    await expect.element(region('Funil')).toBeVisible();
    refuse('getFigures', 'unavailable', { message: 'O serviço está indisponível.' });
    open('/admin?tab=analytics&period=90&secao=funil', anAdmin());
    await expect.element(toast.getByText('Erro ao carregar os números do negócio')).toBeVisible();
    await expect.element(region('Saúde do sistema')).toBeVisible();
    answer('getFigures', { ...emptyFigures, period: 90 });
    await retry();
    await expect.element(page.getByText('Nenhum registro criado no período')).toBeVisible();
    expect(alerts.elements()).toHaveLength(0);
    await expect.poll(() => callsOf('getFigures').map(({ query }) => query.period)).toEqual([7, 90, 90]);
  });

  it('[admin-figures-span] shows the series by day, week or month, and keeps the choice in the URL', async () => {
    const figuresOfOperators = { ...emptyFigures, operators: figures.operators };
    answer('getFigures', { ...figuresOfOperators, period: 90, span: 'week' });
    open('/admin?tab=analytics&period=90&secao=funil', anAdmin());
    const spanSelector = page.getByRole('radiogroup', { name: 'Séries por' });
    await expect.element(spanSelector.getByRole('radio', { name: 'Semana' })).toBeChecked();
    expect(spanSelector.getByRole('radio').elements()).toHaveLength(3);
    answer('getFigures', { ...figuresOfOperators, period: 90, span: 'month' });
    await spanSelector.getByText('Mês').click();
    await expect.poll(() => window.location.search).toBe('?tab=analytics&period=90&span=month&secao=funil');
    await expect.element(spanSelector.getByRole('radio', { name: 'Mês' })).toBeChecked();
    answer('getFigures', { ...figuresOfOperators, period: 365, span: 'month' });
    await page.getByRole('tab', { name: '1A' }).click();
    await expect.poll(() => window.location.search).toBe('?tab=analytics&period=365&secao=funil');
    answer('getFigures', figuresOfOperators);
    await page.getByRole('tab', { name: '7D' }).click();
    await expect.element(spanSelector).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('getFigures').map(({ query }) => [query.period, query.span]))
      .toEqual([
        [90, undefined],
        [90, 'month'],
        [365, undefined],
        [7, undefined],
      ]);
  });
});
