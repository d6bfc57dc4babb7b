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
import { hasNoHorizontalScroll, keys, query, setViewport } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const registrations = Array.from({ length: 10 }, (_, index) => index).map((index) =>
  aStaffRegistration({
    title: `Programa ${index}`,
    status: 'reviewing',
    statusUpdatedAt: '2026-11-16T15:00:00.000Z',
    fileName: 'fonte.zip',
    fileSize: 123_456,
    sha256: 'ab'.repeat(32),
    contents: someContents,
    allowedActions: ['approve', 'add_notes'],
  }),
);
const middleRegistration = registrations[5] ?? aStaffRegistration();
const longTitled = aStaffRegistration({
  title: 'Um sistema de nome muito comprido que em uma linha de telefone não cabe de modo nenhum',
  status: 'government_processing',
  unreadMessages: 3,
});

const holder = {
  id: '0198a000-0000-7000-8000-0000000000bb',
  registrationId: middleRegistration.id,
  holderName: 'Ana Lima',
  holderTaxId: '529.982.247-25',
  ownershipPercentage: 100,
  createdAt: '2026-11-01T12:00:00.000Z',
};

const panel = page.getByRole('complementary');
const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const list = page.getByRole('list', { name: 'Registros da fila' });
const searchField = page.getByRole('textbox', { name: 'Buscar registros' });
const rectOf = (locator: { element(): Element }) => locator.element().getBoundingClientRect();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T18:00:00Z') });
  answer('getQueueStats', queueStatsOf({ total: 10 }));
  answer('listQueue', pageOf(registrations, 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', middleRegistration);
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
    '[panel-room] the panel fills the height, and 40 to 45 percent of the width, at %i × %i',
    async (width, height) => {
      await setViewport(width, height);
      open(`/operator?open=${middleRegistration.id}`, operator);
      await expect.element(panel.getByRole('heading', { name: 'Titulares' })).toBeVisible();
      await expect.element(page.getByRole('table')).toBeVisible();
      const panelRect = rectOf(panel);
      expect(panelRect.top).toBeGreaterThan(rectOf(page.getByRole('banner')).bottom);
      expect(panelRect.top).toBeLessThan(90);
      expect(height - panelRect.bottom).toBeLessThan(16);
      expect(panelRect.width / width).toBeGreaterThan(0.4);
      expect(panelRect.width / width).toBeLessThanOrEqual(0.45);
      for (const element of [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('region', { name: 'Resumo da fila' }),
        page.getByRole('button', { name: /Atalhos/ }),
        page.getByRole('table'),
        page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }),
      ])
        expect(rectOf(element).right).toBeLessThan(panelRect.left);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    },
  );

  it('[panel-decision] the panel shows all data for a decision without scrolling at 1280 × 900', async () => {
    open(`/operator?open=${middleRegistration.id}`, operator);
    const approveButton = panel.getByRole('button', { name: /^Aprovar/ });
    for (const element of [
      panel.getByText('Em Análise', { exact: true }),
      panel.getByRole('heading', { name: 'Pontos de atenção' }),
      panel.getByText(middleRegistration.description),
      panel.getByText(middleRegistration.applicantEmail),
      panel.getByRole('region', { name: 'Titulares' }).getByText(holder.holderName),
    ]) {
      await expect.element(element).toBeVisible();
      expect(rectOf(element).bottom).toBeLessThan(rectOf(approveButton).top);
    }
  });

  it('[panel-still] the selected row does not move when the panel opens or closes', async () => {
    open('/operator', operator);
    await expect.element(row(middleRegistration.title)).toBeVisible();
    const rowTop = () => rectOf(row(middleRegistration.title)).top;
    window.scrollTo({ top: 120, behavior: 'instant' });
    const topBefore = rowTop();
    await row(middleRegistration.title).click();
    await expect.element(panel).toBeVisible();
    expect(rectOf(row(middleRegistration.title)).right).toBeLessThan(rectOf(panel).left);
    await expect.poll(() => Math.abs(rowTop() - topBefore)).toBeLessThan(2);
    await keys('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => Math.abs(rowTop() - topBefore)).toBeLessThan(2);
    await row(middleRegistration.title).click();
    await expect.element(panel).toBeVisible();
    window.history.back();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => Math.abs(rowTop() - topBefore)).toBeLessThan(2);
  });

  it('[panel-link] if a link opens the panel, the page is not scrolled', async () => {
    open(`/operator?open=${middleRegistration.id}`, operator);
    await expect.element(panel.getByRole('heading', { name: 'Titulares' })).toBeVisible();
    await expect.poll(() => window.scrollY).toBe(0);
  });
});

describe('the queue on a phone', () => {
  it('[queue-folded] compact rows are two-line cards on a phone, and open the registration', async () => {
    localStorage.setItem('queue', JSON.stringify({ compact: true }));
    answer('listQueue', pageOf([{ ...middleRegistration, assignedOperatorId: operator.id }, longTitled], 10));
    await setViewport(360);
    open('/operator', operator);
    const card = (title: string) => list.getByRole('listitem').filter({ hasText: title });
    await expect.element(card(middleRegistration.title)).toBeVisible();
    for (const { title } of [middleRegistration, longTitled]) {
      expect(rectOf(card(title)).height).toBeLessThan(82);
    }
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    await expect.element(card(middleRegistration.title).getByText('Em Análise')).toBeVisible();
    await expect.element(card(middleRegistration.title).getByText(/^há \d+ dias úteis/)).toBeVisible();
    await expect.element(card(middleRegistration.title).getByText('Atribuído a você')).toBeInTheDocument();
    await expect.element(card(longTitled.title).getByText('Processamento Governamental')).toBeVisible();
    await expect.element(card(longTitled.title).getByText('3 mensagens do cliente')).toBeInTheDocument();
    await expect.element(card(longTitled.title).getByTitle(longTitled.title)).toBeVisible();
    await card(middleRegistration.title).click();
    await expect.poll(query).toBe(`?open=${middleRegistration.id}`);
    await expect.element(page.getByRole('dialog', { name: middleRegistration.title })).toBeVisible();
  });
});

describe('the search of the queue', () => {
  it.each([360, 768, 1280, 1920])(
    '[queue-search-names] the search field is wide enough for its placeholder at %i px',
    async (width) => {
      await setViewport(width, 900);
      open(`/operator`, operator);
      await expect
        .element(searchField)
        .toHaveAttribute('placeholder', 'Título, nome, CPF/CNPJ, hash, id, nº, pi_');
      await expect
        .element(searchField)
        .toHaveAttribute('title', expect.stringMatching(/certificado.+protocolo/));
      const input = searchField.element();
      if (!(input instanceof HTMLInputElement)) throw new Error('not a field');
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const canvasContext = document.createElement('canvas').getContext('2d');
      if (canvasContext === null) throw new Error('no canvas');
      canvasContext.font = font;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      const availableWidth = input.clientWidth - padding;
      expect(canvasContext.measureText(input.placeholder).width).toBeLessThanOrEqual(availableWidth + 1);
    },
  );
});
