import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { answersOverview } from '../../testing/overview.ts';
import { anAccount, anAdmin, emptyAnalytics, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, press, widen } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const nav = page.getByRole('navigation', { name: 'Seções do painel' });
const names = (links: Element[]) => links.map((one) => one.textContent);
const SIX = ['Visão geral', 'Usuários', 'Registros', 'Análises', 'Status', 'Créditos'];
const PAGES = ['Pagamentos', 'Contas', 'Aprovações', 'Motivos prontos', 'Trilha de auditoria'];

beforeEach(() => {
  answersOverview();
  answer('listUsers', pageOf([anAccount()], 100));
  answer('listUnpaidFiles', { ...pageOf([], 10), totals: { count: 0, amount: 0 } });
  answer('listKeptReasons', pageOf([], 100));
  answer('listAudit', pageOf([], 10));
  answer('getAnalytics', emptyAnalytics);
});

const morePages = page.getByRole('menu', { name: 'Mais' });

describe('the navigation between admin pages', () => {
  it.each([
    ['/admin/payments', 'Pagamentos'],
    ['/admin/payments?view=unpaid', 'Pagamentos'],
    ['/admin/users', 'Contas'],
    ['/admin/motivos', 'Motivos prontos'],
    ['/admin/trilha', 'Trilha de auditoria'],
  ])(
    '[admin-sections] on %s the navigation has six tabs, the current page, and all pages in a menu',
    async (address, current) => {
      open(address, anAdmin());
      await expect.element(nav).toBeVisible();
      expect(names(nav.getByRole('link').elements())).toEqual([...SIX, current]);
      expect(names([...nav.element().querySelectorAll('[aria-current="page"]')])).toEqual([current]);
      await press('Mais', nav);
      await expect.poll(() => names(morePages.getByRole('menuitem').elements())).toEqual(PAGES);
      await expect
        .element(morePages.getByRole('menuitem', { name: current }))
        .toHaveAttribute('aria-current', 'page');
      await page.getByRole('heading', { level: 1 }).click();
      await nav.getByRole('link', { name: 'Visão geral' }).click();
      await expect.element(page.getByRole('tab', { name: 'Visão geral' })).toBeVisible();
    },
  );

  it('[admin-sections-panel] the panel shows the tabs, and the other admin pages in a menu', async () => {
    open('/admin', anAdmin());
    await expect.element(page.getByRole('tab', { name: 'Visão geral' })).toBeVisible();
    const tabs = page.getByRole('tablist', { name: 'Seções do painel' }).getByRole('tab');
    expect(names(tabs.elements())).toEqual(SIX);
    await press('Mais');
    await expect.poll(() => names(morePages.getByRole('menuitem').elements())).toEqual(PAGES);
    await morePages.getByRole('menuitem', { name: 'Motivos prontos' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Motivos prontos');
  });

  it('[admin-sections-phone] on a phone the navigation scrolls, with the current page in view', async () => {
    await widen(360);
    open('/admin/trilha', anAdmin());
    await expect.element(nav.getByRole('link', { name: 'Trilha de auditoria' })).toBeInViewport();
    await expect.poll(() => fits()).toBe(true);
    expect(await violations()).toEqual([]);
  });
});
