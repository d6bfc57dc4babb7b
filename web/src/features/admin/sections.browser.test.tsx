import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { answersOverview } from '../../testing/overview.ts';
import { anAccount, anAdmin, emptyAnalytics, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, press, setViewport } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const navigation = page.getByRole('navigation', { name: 'Seções do painel' });
const textsOf = (links: Element[]) => links.map((link) => link.textContent);
const TAB_NAMES = ['Visão geral', 'Usuários', 'Registros', 'Análises', 'Status', 'Créditos'];
const PAGE_NAMES = ['Pagamentos', 'Contas', 'Aprovações', 'Motivos prontos', 'Trilha de auditoria'];

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
    '[admin-sections] shows the six tabs, the current page and a menu of all pages on %s',
    async (address, current) => {
      open(address, anAdmin());
      await expect.element(navigation).toBeVisible();
      expect(textsOf(navigation.getByRole('link').elements())).toEqual([...TAB_NAMES, current]);
      expect(textsOf([...navigation.element().querySelectorAll('[aria-current="page"]')])).toEqual([current]);
      await press('Mais', navigation);
      await expect.poll(() => textsOf(morePages.getByRole('menuitem').elements())).toEqual(PAGE_NAMES);
      await expect
        .element(morePages.getByRole('menuitem', { name: current }))
        .toHaveAttribute('aria-current', 'page');
      await page.getByRole('heading', { level: 1 }).click();
      await navigation.getByRole('link', { name: 'Visão geral' }).click();
      await expect.element(page.getByRole('tab', { name: 'Visão geral' })).toBeVisible();
    },
  );

  it('[admin-sections-panel] shows the six tabs and a menu of all pages on the admin panel', async () => {
    open('/admin', anAdmin());
    await expect.element(page.getByRole('tab', { name: 'Visão geral' })).toBeVisible();
    const tabs = page.getByRole('tablist', { name: 'Seções do painel' }).getByRole('tab');
    expect(textsOf(tabs.elements())).toEqual(TAB_NAMES);
    await press('Mais');
    await expect.poll(() => textsOf(morePages.getByRole('menuitem').elements())).toEqual(PAGE_NAMES);
    await morePages.getByRole('menuitem', { name: 'Motivos prontos' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Motivos prontos');
  });

  it('[admin-sections-phone] scrolls to the current page on a phone', async () => {
    await setViewport(360);
    open('/admin/trilha', anAdmin());
    await expect.element(navigation.getByRole('link', { name: 'Trilha de auditoria' })).toBeInViewport();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    expect(await violations()).toEqual([]);
  });
});
