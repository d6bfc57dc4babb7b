import type { User } from '@g2/gateway/contract/users';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { writePrivate } from '../lib/private-storage.ts';
import { answersOverview } from '../testing/overview.ts';
import { anAdmin, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { keys, toast } from '../testing/screen.ts';
import { answer, answerWith, failWithNetworkError, refuse } from '../testing/server.ts';

const banner = page.getByRole('banner');
const avatar = banner.getByRole('button', { name: 'Abrir menu do usuário' });
const menu = page.getByRole('menu');
const item = (name: string) => page.getByRole('menuitem', { name });
const items = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((element) => element.textContent);
const expectToast = (text: string) =>
  expect.element(toast.getByText(text, { exact: true }).first()).toBeVisible();
const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path);

describe('the header', () => {
  it('[header-menu-client] shows name, e-mail and Perfil to a client, and no staff links', async () => {
    open('/help', aUser());
    await expect.element(avatar).toHaveTextContent('A');
    expect(banner.getByRole('link', { name: 'Entrar' }).elements()).toHaveLength(0);
    // Keyboard only: open the menu, find Perfil by typing P, choose it.
    (avatar.element() as HTMLElement).focus();
    await keys('{Enter}');
    await expect.element(menu.getByText('Ana')).toBeVisible();
    await expect.element(menu.getByText('ana@example.com')).toBeVisible();
    await expect.poll(() => items()).toEqual(['Perfil', 'Atualizar Permissões', 'Sair']);
    await keys('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(avatar).toHaveFocus();
    await keys('{Enter}');
    await expect.element(menu).toBeVisible();
    await keys('{ArrowDown}p{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
    await expectPath('/profile');
  });

  it('[header-menu-staff] links operators to their panel and admins to both panels', async () => {
    answersOverview();
    answer('listQueue', pageOf([aStaffRegistration()], 10));
    answer('getQueueStats', queueStatsOf({ total: 1, awaitingReview: 1 }));
    answer('listColleagues', pageOf([], 100));
    for (const [user, panelItems] of [
      [aUser({ role: 'operator' }), ['Painel do Operador']],
      [anAdmin(), ['Painel do Operador', 'Painel Administrativo']],
    ] as const) {
      open('/help', user);
      await avatar.click();
      await expect.element(item('Sair')).toBeVisible();
      await expect.poll(() => items()).toEqual(['Perfil', 'Atualizar Permissões', ...panelItems, 'Sair']);
      await item('Painel do Operador').click();
      await expectPath('/operator');
      if (user.role === 'operator') continue;
      await avatar.click();
      await item('Painel Administrativo').click();
      await expectPath('/admin');
    }
  });

  it('shows the staff links on every page, even on the narrowest phone', async () => {
    const links = () =>
      banner
        .getByRole('navigation', { name: 'Equipe' })
        .getByRole('link')
        .elements()
        .map((element) => [element.textContent, element.getAttribute('href')]);
    await page.viewport(360, 800);
    open('/help', aUser({ role: 'operator' }));
    await expect.poll(links).toEqual([['Fila', '/operator']]);
    open('/help', anAdmin());
    await expect.poll(links).toEqual([
      ['Fila', '/operator'],
      ['Administração', '/admin'],
    ]);
    await expect.element(avatar).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    const right = avatar.element().getBoundingClientRect().right;
    expect(right).toBeLessThanOrEqual(360);
    const nav = banner.getByRole('navigation', { name: 'Equipe' }).element();
    expect(nav.scrollWidth).toBeLessThanOrEqual(nav.clientWidth);
    await page.viewport(1280, 900);
    open('/help', aUser());
    await expect.element(avatar).toBeVisible();
    expect(links()).toEqual([]);
  });

  it('[header-pages] links clients to their pages, in a menu on a phone, and marks the current one', async () => {
    answer('listRegistrations', pageOf([], 12));
    answer('listCreditTransactions', pageOf([], 12));
    answer('listCreditPurchases', pageOf([], 12));
    const nav = banner.getByRole('navigation', { name: 'Menu' });
    const links = () =>
      nav
        .getByRole('link')
        .elements()
        .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);
    open('/recibos', aUser());
    await expect.poll(links).toEqual([
      ['Registros', '/dashboard', null],
      ['Créditos', '/creditos', null],
      ['Recibos', '/recibos', 'page'],
      ['Ajuda', '/help', null],
    ]);
    const button = banner.getByRole('button', { name: 'Menu', exact: true });
    await expect.element(button).not.toBeInTheDocument();
    await page.viewport(360, 800);
    await expect.element(nav).not.toBeInTheDocument();
    await button.click();
    await expect.element(nav.getByRole('link', { name: 'Ajuda' })).toHaveAttribute('target', '_blank');
    await keys('{Escape}');
    await expect.element(nav).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await button.click();
    await nav.getByRole('link', { name: 'Créditos' }).click();
    await expectPath('/creditos');
    await expect.element(nav).not.toBeInTheDocument();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await page.viewport(1280, 900);
    await expect.poll(() => links().find(([, , current]) => current)?.[0]).toBe('Créditos');
  });

  it('[header-refresh] Atualizar Permissões applies a role that was changed meanwhile', async () => {
    const user = aUser();
    open('/help', user);
    await avatar.click();
    await expect.element(item('Sair')).toBeVisible();
    answer('getCurrentUser', { ...user, role: 'operator' });
    await item('Atualizar Permissões').click();
    await expectToast('Permissões atualizadas');
    await expectToast('Suas permissões foram recarregadas com sucesso.');
    await avatar.click();
    await expect.element(item('Painel do Operador')).toBeVisible();
    failWithNetworkError('getCurrentUser');
    await item('Atualizar Permissões').click();
    await expectToast('Erro ao atualizar');
    await expectToast('Não foi possível atualizar as permissões');
  });

  it('[header-avatar] the avatar shows picture, else initial of first name or e-mail, else U', async () => {
    const image = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/%3E';
    const expectAvatar = async (changes: Partial<User>, letter: string) => {
      open('/help', aUser(changes));
      await expect.element(avatar).toHaveTextContent(letter);
    };
    await expectAvatar({ firstName: 'beatriz' }, 'B');
    await expectAvatar({ firstName: '', email: 'zeca@example.com' }, 'Z');
    await avatar.click();
    // Without a first name the menu shows the e-mail twice: as the name and as the e-mail.
    await expect.poll(() => menu.getByText('zeca@example.com').elements().length).toBe(2);
    await expectAvatar({ firstName: '', email: '' }, 'U');
    open('/help', aUser({ profileImageUrl: image }));
    await expect.poll(() => avatar.element().querySelector('img')?.getAttribute('src')).toBe(image);
  });

  it('[header-picture] the avatar shows the initial when the picture cannot be loaded', async () => {
    open('/help', aUser({ profileImageUrl: '/api/users/0192f0c0-0000-7000-8000-000000000000/avatar' }));
    answerWith('getAvatar', () => new Response(null, { status: 404 }));
    await expect.element(avatar).toHaveTextContent('A');
  });

  it('[header-visitor] shows logo, title, theme toggle and Entrar, but no Entrar on /auth', async () => {
    open('/auth', null);
    const login = banner.getByRole('link', { name: 'Entrar' });
    const home = banner.getByRole('link', { name: 'G2 Software Registry' });
    await expect.element(home).toBeVisible();
    expect(home.element().querySelectorAll('svg')).toHaveLength(1);
    expect(avatar.elements()).toHaveLength(0);
    expect(login.elements()).toHaveLength(0);
    await home.click();
    await expect.element(page.getByRole('heading', { level: 1, name: /O código é seu/ })).toBeVisible();
    await expectPath('/');
    await expect.element(banner.getByRole('button', { name: 'Mudar para tema escuro' })).toBeVisible();
    await login.click();
    await expectPath('/auth');
  });

  it('deletes the account’s drafts from local storage on sign-out', async () => {
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('g2.'));
    answer('logOut', () => {
      refuse('getCurrentUser', 'unauthenticated');
    });
    open('/help', aUser());
    writePrivate('draft', { title: 'Segredo' });
    await avatar.click();
    await item('Sair').click();
    await expectPath('/');
    await expect.poll(drafts).toEqual([]);
  });

  it('[header-logout] Sair ends the session and goes to /, and a failed sign-out is reported', async () => {
    open('/profile', aUser());
    const signOut = async () => {
      await avatar.click();
      await item('Sair').click();
    };
    failWithNetworkError('logOut');
    await signOut();
    await expectToast('Falha no logout');
    await expectPath('/profile');
    answer('logOut', () => {
      refuse('getCurrentUser', 'unauthenticated');
    });
    await signOut();
    await expectPath('/');
    await expect.element(page.getByRole('heading', { level: 1, name: /O código é seu/ })).toBeVisible();
    await expectToast('Logout realizado com sucesso');
    await expectToast('Até logo!');
  });
});
