import type { Analytics } from '@g2/gateway/contract/admin';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { collectDownloads } from '../../../testing/client.ts';
import { anAdmin, aStaffRegistration, emptyAnalytics, emptyFigures } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { expectToast, press, query, region } from '../../../testing/screen.ts';
import { answer, answerWith, callsOf } from '../../../testing/server.ts';
import { settled } from '../../../testing/settled.ts';

const TAB_PATH = '/admin?tab=analytics';
const COUNTS = [4, 3, 2, 1, 0, 10];
const TITLES = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'];
const analytics: Analytics = {
  ...emptyAnalytics,
  kpis: { newRegistrations: 1_234, revenueCents: 1_299_600, conversionRate: 33.3, processedRate: 8.3 },
  distribution: emptyAnalytics.distribution.map((item, index) => ({ ...item, count: COUNTS[index] ?? 0 })),
  trend: emptyAnalytics.trend.map((item, index) => ({
    ...item,
    registrations: 1_000 + index,
    certificates: index,
  })),
  recent: TITLES.map((title) => aStaffRegistration({ title })),
};
const texts = (elements: Element[]) =>
  elements.map((element) => element.textContent?.replace(/\s+/g, ' ').trim());

beforeEach(() => {
  answer('getAnalytics', ({ query: { period } }) => ({ ...analytics, period }));
  answer('getFigures', emptyFigures);
});

describe('the analytics tab', () => {
  it('[admin-analytics-figures] shows indicators, statuses, recent registrations and system health', async () => {
    open(TAB_PATH, anAdmin());
    const values = () =>
      texts([...region('Indicadores do período').element().querySelectorAll('dt, dt + dd')]);
    await expect
      .poll(values)
      .toEqual([
        'Novos registros',
        '1.234',
        'Receita',
        'R$ 12.996,00',
        'Taxa de conversão',
        '33,3%',
        'Processados',
        '8,3%',
      ]);
    await expect
      .poll(() => texts(region('Distribuição por status').getByRole('listitem').elements()))
      .toEqual([
        'Submetido4 20,0%',
        'Pago3 15,0%',
        'Em Análise2 10,0%',
        'Processamento Governamental1 5,0%',
        'Concluído0 0,0%',
        'Certificado Emitido10 50,0%',
      ]);
    await expect.poll(() => texts(region('Atividade recente').getByRole('link').elements())).toEqual(TITLES);
    const health = region('Saúde do sistema');
    // Satisfaction is not measured, so no figure is shown.
    expect(health.element().textContent).toMatch(
      /Sucesso dos pagamentos—.*Meta: 98%.*Tempo médio de processamento—.*Meta: 7 dias.*Satisfação—.*Meta: 4,8\/5/,
    );
  });

  it('[admin-analytics-trend] shows the last six months as a chart and as a table', async () => {
    open(TAB_PATH, anAdmin());
    const trend = region('Tendência mensal');
    const bars = () => trend.element().querySelectorAll('.recharts-bar-rectangle').length;
    const table = trend.getByRole('table', { name: /últimos 6 meses/ });
    await expect.poll(bars).toBe(12);
    await expect
      .poll(() => texts(table.getByRole('row').elements()))
      .toEqual([
        'MêsRegistrosCertificados',
        ...['out/25', 'nov/25', 'dez/25', 'jan/26', 'fev/26', 'mar/26'].map(
          (month, index) => `${month}1.00${index}${index}`,
        ),
      ]);
    await press('Ver tabela', trend);
    await expect.poll(bars).toBe(0);
    expect(table.element().getBoundingClientRect().width).toBeGreaterThan(200);
    await press('Ver gráfico', trend);
    await expect.poll(bars).toBe(12);
  });

  it('[admin-analytics-period] keeps the chosen period in the URL, and refreshes the figures', async () => {
    open(TAB_PATH, anAdmin());
    const periods = page.getByRole('tablist', { name: 'Período' }).getByRole('tab');
    const requestedPeriods = () => callsOf('getAnalytics').map(({ query: { period } }) => period);
    await expect.element(periods.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => texts(periods.elements())).toEqual(['7D', '30D', '90D', '1A']);
    for (const [n, days] of [
      [0, 7],
      [2, 90],
      [3, 365],
    ] as const) {
      await periods.nth(n).click();
      await expect.poll(() => requestedPeriods().at(-1)).toBe(days);
      await expect.poll(() => query()).toBe(`?tab=analytics&period=${days}`);
    }
    open(`${TAB_PATH}&period=365`, anAdmin());
    await expect.element(periods.nth(3)).toHaveAttribute('aria-selected', 'true');
    await periods.nth(1).click();
    await expect.poll(query).toBe('?tab=analytics');
    await settled();
    const callsBefore = requestedPeriods().length;
    await press('Atualizar');
    await expectToast('Dados atualizados');
    await expect.poll(() => requestedPeriods().slice(callsBefore)).toEqual([30]);
  });
});

describe('the export of the analytics', () => {
  const exportStatus = page.getByLabelText('Exportação', { exact: true });
  const expectExportStatus = (text: string | RegExp) =>
    expect.element(exportStatus.getByText(text)).toBeVisible();
  /** Sends the start of a file. The test then ends or breaks the download. */
  const startDownload = () => {
    let streamController: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streamController = controller;
        controller.enqueue(new Uint8Array(2_048));
      },
    });
    answerWith('exportRegistrations', () => new Response(body, { headers: { 'content-type': 'text/csv' } }));
    return { cut: () => streamController?.error(new Error('cut')), end: () => streamController?.close() };
  };

  it('[admin-export-csv] shows a toast, and saves the CSV file of the chosen period', async () => {
    const disposition = 'attachment; filename="registros_7_dias.csv"';
    answerWith(
      'exportRegistrations',
      () => new Response('a;b\r\n', { headers: { 'content-disposition': disposition } }),
    );
    const savedFiles = collectDownloads();
    open(`${TAB_PATH}&period=7`, anAdmin());
    await press('Exportar');
    await expectToast('Exportação iniciada');
    await expectToast(/por e-mail/);
    await expectExportStatus('registros_7_dias.csv salvo (5 B).');
    expect(savedFiles).toEqual(['registros_7_dias.csv']);
    await expect.poll(() => callsOf('exportRegistrations').map(({ body }) => body)).toEqual([{ period: 7 }]);
    await press('Fechar', exportStatus);
    await expect.element(exportStatus).not.toBeInTheDocument();
  });

  it('[admin-export-progress] shows the bytes received, and cancels the export', async () => {
    const file = startDownload();
    const savedFiles = collectDownloads();
    open(TAB_PATH, anAdmin());
    await press('Exportar');
    await expect.element(exportStatus.getByRole('progressbar')).toBeVisible();
    await expectExportStatus(/^Recebidos 2,0 KB$/);
    await press('Cancelar exportação');
    await expectExportStatus('Exportação cancelada. Nada foi salvo.');
    file.end();
    // The focus stays on the button, which now starts a new export.
    await expect.element(page.getByRole('button', { name: 'Exportar' })).toHaveFocus();
    expect(savedFiles).toEqual([]);
  });

  it('[admin-export-broken] saves no file if the connection breaks, and offers a retry', async () => {
    const savedFiles = collectDownloads();
    const file = startDownload();
    open(TAB_PATH, anAdmin());
    await press('Exportar');
    await expectExportStatus(/^Recebidos/);
    file.cut();
    await expectExportStatus(/A transferência parou depois de .* incompleto e não foi salvo/);
    await expectToast('Erro ao exportar');
    expect(savedFiles).toEqual([]);
    answerWith('exportRegistrations', () => new Response('a;b\r\n'));
    await press('Tentar novamente', exportStatus);
    await expectExportStatus(/salvo/);
    expect(savedFiles).toEqual(['relatorio-30D.csv']);
  });
});
