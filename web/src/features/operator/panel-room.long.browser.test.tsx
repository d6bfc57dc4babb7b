import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  anEvidence,
  aStaffRegistration,
  aUser,
  pageOf,
  queueStatsOf,
  someContents,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, keys, query, widen } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const records = Array.from({ length: 10 }, (_, n) => n).map((n) =>
  aStaffRegistration({
    title: `Programa ${n}`,
    status: 'reviewing',
    statusUpdatedAt: '2026-11-16T15:00:00.000Z',
    fileName: 'fonte.zip',
    fileSize: 123_456,
    sha256: 'ab'.repeat(32),
    contents: someContents,
    allowedActions: ['approve', 'add_notes'],
  }),
);
const middle = records[5] ?? aStaffRegistration();
const long = aStaffRegistration({
  title: 'Um sistema de nome muito comprido que em uma linha de telefone não cabe de modo nenhum',
  status: 'government_processing',
  unreadMessages: 3,
});

const holder = {
  id: '0198a000-0000-7000-8000-0000000000bb',
  registrationId: middle.id,
  holderName: 'Ana Lima',
  holderTaxId: '529.982.247-25',
  ownershipPercentage: 100,
  createdAt: '2026-11-01T12:00:00.000Z',
};

const panel = page.getByRole('complementary');
const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const list = page.getByRole('list', { name: 'Registros da fila' });
const search = page.getByRole('textbox', { name: 'Buscar registros' });
const boxOf = (one: { element(): Element }) => one.element().getBoundingClientRect();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T18:00:00Z') });
  answer('getQueueStats', queueStatsOf({ total: 10 }));
  answer('listQueue', pageOf(records, 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', middle);
  answer('getStaffHistory', pageOf([], 100));
  answer('listStaffHolders', pageOf([holder], 100));
  answer('getEvidence', anEvidence());
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('queue');
});

describe('the layout of the panel beside the queue', () => {
  it.each([
    [1280, 900],
    [1920, 1080],
  ])(
    '[panel-room] the panel fills the height and at most 45 percent of the width at %i × %i',
    async (width, height) => {
      await widen(width, height);
      open(`/operator?open=${middle.id}`, operator);
      await expect.element(panel.getByRole('heading', { name: 'Titulares' })).toBeVisible();
      await expect.element(page.getByRole('table')).toBeVisible();
      const aside = boxOf(panel);
      expect(aside.top).toBeGreaterThan(boxOf(page.getByRole('banner')).bottom);
      expect(aside.top).toBeLessThan(90);
      expect(height - aside.bottom).toBeLessThan(16);
      expect(aside.width / width).toBeGreaterThan(0.4);
      expect(aside.width / width).toBeLessThanOrEqual(0.45);
      for (const part of [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('region', { name: 'Resumo da fila' }),
        page.getByRole('button', { name: /Atalhos/ }),
        page.getByRole('table'),
        page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }),
      ])
        expect(boxOf(part).right).toBeLessThan(aside.left);
      await expect.poll(() => fits()).toBe(true);
    },
  );

  it('[panel-decision] the panel shows all that a decision needs at 1280 × 900 unscrolled', async () => {
    open(`/operator?open=${middle.id}`, operator);
    const foot = panel.getByRole('button', { name: /^Aprovar/ });
    for (const part of [
      panel.getByText('Em Análise', { exact: true }),
      panel.getByRole('heading', { name: 'Pontos de atenção' }),
      panel.getByText(middle.description),
      panel.getByText(middle.applicantEmail),
      panel.getByRole('region', { name: 'Titulares' }).getByText(holder.holderName),
    ]) {
      await expect.element(part).toBeVisible();
      expect(boxOf(part).bottom).toBeLessThan(boxOf(foot).top);
    }
  });

  it('[panel-still] a row keeps its screen position when the panel opens and closes', async () => {
    open('/operator', operator);
    await expect.element(row(middle.title)).toBeVisible();
    const top = () => boxOf(row(middle.title)).top;
    window.scrollTo({ top: 120, behavior: 'instant' });
    const before = top();
    await row(middle.title).click();
    await expect.element(panel).toBeVisible();
    expect(boxOf(row(middle.title)).right).toBeLessThan(boxOf(panel).left);
    await expect.poll(() => Math.abs(top() - before)).toBeLessThan(2);
    await keys('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => Math.abs(top() - before)).toBeLessThan(2);
    await row(middle.title).click();
    await expect.element(panel).toBeVisible();
    window.history.back();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => Math.abs(top() - before)).toBeLessThan(2);
  });

  it('[panel-link] a link that opens the panel shows the page from its top', async () => {
    open(`/operator?open=${middle.id}`, operator);
    await expect.element(panel.getByRole('heading', { name: 'Titulares' })).toBeVisible();
    await expect.poll(() => window.scrollY).toBe(0);
  });
});

describe('the queue on a phone', () => {
  it('[queue-folded] shows compact rows on a phone as two-line cards that open the record', async () => {
    localStorage.setItem('queue', JSON.stringify({ compact: true }));
    answer('listQueue', pageOf([{ ...middle, assignedOperatorId: operator.id }, long], 10));
    await widen(360);
    open('/operator', operator);
    const card = (title: string) => list.getByRole('listitem').filter({ hasText: title });
    await expect.element(card(middle.title)).toBeVisible();
    for (const { title } of [middle, long]) expect(boxOf(card(title)).height).toBeLessThan(82);
    await expect.poll(() => fits()).toBe(true);
    await expect.element(card(middle.title).getByText('Em Análise')).toBeVisible();
    await expect.element(card(middle.title).getByText(/^há \d+ dias úteis/)).toBeVisible();
    await expect.element(card(middle.title).getByText('Atribuído a você')).toBeInTheDocument();
    await expect.element(card(long.title).getByText('Processamento Governamental')).toBeVisible();
    await expect.element(card(long.title).getByText('3 mensagens do cliente')).toBeInTheDocument();
    await expect.element(card(long.title).getByTitle(long.title)).toBeVisible();
    await card(middle.title).click();
    await expect.poll(query).toBe(`?open=${middle.id}`);
    await expect.element(page.getByRole('dialog', { name: middle.title })).toBeVisible();
  });
});

describe('the search of the queue', () => {
  it.each([360, 768, 1280, 1920])(
    '[queue-search-names] the search shows its whole placeholder at a width of %i px',
    async (width) => {
      await widen(width, 900);
      open(`/operator`, operator);
      await expect
        .element(search)
        .toHaveAttribute('placeholder', 'Título, nome, CPF/CNPJ, hash, id, nº, pi_');
      await expect.element(search).toHaveAttribute('title', expect.stringMatching(/certificado.+protocolo/));
      const field = search.element();
      if (!(field instanceof HTMLInputElement)) throw new Error('not a field');
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d');
      if (pen === null) throw new Error('no canvas');
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      expect(pen.measureText(field.placeholder).width).toBeLessThanOrEqual(room + 1);
    },
  );
});
