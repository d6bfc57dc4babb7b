import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { violations } from '../../../testing/archive.ts';
import { answersOverview } from '../../../testing/overview.ts';
import {
  anAdmin,
  aStaffRegistration,
  CERTIFICATE_NUMBER,
  emptyFigures,
  pageOf,
  paymentsPage,
  queueStatsOf,
  someMoney,
} from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { hasNoHorizontalScroll, region, setViewport } from '../../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../../testing/server.ts';

const keyFigures = region('Agora');
const figureLink = (name: string) => keyFigures.getByRole('link', { name: new RegExp(`^${name}`) });
const figureText = (name: string) => figureLink(name).element().textContent?.replace(/\s+/g, ' ').trim();
const figureHref = (name: string) => figureLink(name).element().getAttribute('href');

const longestWaiting = aStaffRegistration({
  title: 'Paga na sexta',
  status: 'paid',
  statusUpdatedAt: '2026-11-13T15:00:00.000Z',
});

beforeEach(() => {
  // In São Paulo, this moment is still on November 23rd.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:00:00Z') });
  answersOverview();
});
afterEach(() => {
  vi.useRealTimers();
});

function serveWaitingWork(): void {
  answer('getQueueStats', queueStatsOf({ total: 12, late: 3 }));
  answer('listQueue', ({ query }) =>
    query.operator === 'none'
      ? { ...pageOf([longestWaiting], 1, 10_000), totalCapped: true as const }
      : pageOf([longestWaiting], 1, 12),
  );
  answer('getFigures', {
    ...emptyFigures,
    money: { now: someMoney({ disputes: { count: 2, cents: 699_800 } }), before: someMoney(), series: [] },
  });
  answer('listDoubtfulCertificates', {
    items: [
      {
        number: CERTIFICATE_NUMBER,
        registrationId: longestWaiting.id,
        title: 'Loja',
        flag: 'disputed',
        since: longestWaiting.createdAt,
      },
    ],
  });
  answer('listPayments', paymentsPage([], { count: 4, received: 1_399_600, refunded: 349_900 }));
}

describe('the key figures of the overview', () => {
  it('[overview-now] links each figure to the list with the matching filter', async () => {
    serveWaitingWork();
    open('/admin', anAdmin());
    await expect.poll(() => figureText('Atrasados')).toBe('Atrasados 3 além do prazo prometido');
    await expect.poll(() => figureText('Sem operador')).toBe('Sem operador 10.000+ à espera da equipe');
    await expect
      .poll(() => figureText('Há mais tempo'))
      .toBe('Há mais tempo à espera há 5 dias úteis · atrasado Paga na sexta');
    await expect
      .poll(() => figureText('Pagamentos'))
      .toBe('Pagamentos contestados 2 nos últimos 7 dias · 1 certificado a decidir');
    await expect
      .poll(() => figureText('Recebido'))
      .toBe('Recebido hoje R$ 13.996,00 em 4 pagamentos iniciados hoje · R$ 3.499,00 devolvidos');
    expect(['Atrasados', 'Sem operador', 'Há mais tempo', 'Pagamentos', 'Recebido'].map(figureHref)).toEqual([
      '/operator?view=late',
      '/operator?operator=none',
      `/operator/registrations/${longestWaiting.id}`,
      '/admin?tab=analytics&period=7',
      '/admin/payments?from=2026-11-23&to=2026-11-23',
    ]);
    // Each list is requested with a single row, because only its total is shown.
    await expect.poll(() => callsOf('listQueue').map(({ query }) => query.limit)).toEqual([1, 1]);
    await expect
      .poll(() => callsOf('listPayments').map(({ query }) => [query.from, query.to, query.limit]))
      .toEqual([['2026-11-23', '2026-11-23', 1]]);
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it('[overview-now-none] highlights no figure if no work is waiting', async () => {
    open('/admin', anAdmin());
    await expect.poll(() => figureText('Atrasados')).toBe('Atrasados 0 além do prazo prometido');
    await expect
      .poll(() => figureText('Há mais tempo'))
      .toBe('Há mais tempo à espera Nenhum nada pago espera a análise');
    expect(figureHref('Há mais tempo')).toBe('/operator?tab=paid');
    expect(keyFigures.element().querySelectorAll('[data-alarm]')).toHaveLength(0);
  });

  it('[overview-now-states] loads each figure, and reports its failure, independently of the others', async () => {
    const release = hold('getQueueStats');
    refuse('listPayments', 'unavailable');
    answer('getFigures', { ...emptyFigures, money: null });
    open('/admin', anAdmin());
    await expect.poll(() => figureText('Recebido')).toBe('Recebido hoje — não foi possível carregar');
    await expect
      .poll(() => figureText('Pagamentos'))
      .toBe('Pagamentos contestados — não foi possível carregar');
    await expect.poll(() => figureText('Sem operador')).toBe('Sem operador 0 à espera da equipe');
    expect(figureText('Atrasados')).toContain('Carregando');
    release();
    await expect.poll(() => figureText('Atrasados')).toBe('Atrasados 0 além do prazo prometido');
  });
});
