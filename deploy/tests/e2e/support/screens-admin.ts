import type { Page } from 'playwright-core';
import { away, dialog, hang, inDialog, press, type Screen, skeleton, text } from './screen.ts';
import type { ScreensWorld } from './screens-world.ts';

const row = (page: Page) => page.getByRole('row').nth(1);
const fields = (page: Page) => dialog(page).getByRole('textbox').first();
const actions = (page: Page) => dialog(page).getByRole('button').nth(1);
const tab = (name: string) => `/admin?tab=${name}`;
const found = (name: string) => (world: ScreensWorld) =>
  `${tab(name)}&search=${encodeURIComponent(world.titles.reviewing)}`;
const longUser = (path: string) => (world: ScreensWorld) =>
  `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(world.longUser.email)}`;

const overview = [
  { name: 'admin-overview', path: '/admin', ready: text('Ações rápidas') },
  {
    name: 'admin-overview-loading',
    path: '/admin',
    before: hang('**/api/admin/enhanced-stats'),
    ready: text('Ações rápidas'),
  },
];

const users = [
  { name: 'admin-users-tab', path: tab('users'), ready: row },
  { name: 'admin-users-tab-long', path: longUser(tab('users')), ready: row },
  {
    name: 'admin-users-tab-failed',
    path: tab('users'),
    before: away('**/api/admin/users*'),
    ready: text('Erro ao carregar usuários'),
  },
  {
    name: 'admin-users-tab-none',
    path: `${tab('users')}&search=nada-corresponde`,
    ready: text('Nenhum usuário encontrado'),
  },
  {
    name: 'admin-role-dialog',
    path: longUser(tab('users')),
    reach: press(/^Alterar função de/),
    ready: actions,
  },
  {
    name: 'admin-delete-dialog',
    path: longUser(tab('users')),
    reach: press(/^Excluir Max/),
    ready: inDialog(/não pode ser desfeita/),
  },
  { name: 'users', path: '/admin/users', ready: row },
  { name: 'users-long', path: longUser('/admin/users'), ready: row },
  {
    name: 'users-skeletons',
    path: '/admin/users',
    before: hang('**/api/admin/users*'),
    ready: skeleton,
  },
  { name: 'users-edit', path: longUser('/admin/users'), reach: press(/^Editar/), ready: fields },
  {
    name: 'users-credits',
    path: longUser('/admin/users'),
    reach: press(/^Gerenciar créditos de/),
    ready: fields,
  },
  {
    name: 'users-password',
    path: longUser('/admin/users'),
    reach: press(/^Redefinir senha de/),
    ready: actions,
  },
  {
    name: 'users-deactivate',
    path: longUser('/admin/users'),
    reach: press(/^Desativar/),
    ready: inDialog(/não poderá mais fazer login/),
  },
];

const registrations = [
  { name: 'admin-registrations', path: tab('registrations'), ready: row },
  {
    name: 'admin-registrations-none',
    path: `${tab('registrations')}&search=nada-corresponde`,
    ready: text('Nenhum registro encontrado'),
  },
  {
    name: 'admin-registrations-failed',
    path: tab('registrations'),
    before: away('**/api/admin/registrations*'),
    ready: text('Erro ao carregar registros'),
  },
  {
    name: 'admin-registration-details',
    path: found('registrations'),
    reach: press(/^Ver Detalhes/),
    ready: inDialog('Operador responsável'),
  },
  {
    name: 'admin-status-dialog',
    path: found('registrations'),
    reach: press(/^Atualizar Status:/i),
    ready: inDialog(/Novo status/),
  },
  { name: 'admin-status-tab', path: tab('status'), ready: row },
  {
    name: 'admin-protocols',
    path: tab('status'),
    reach: async (page: Page) => {
      await press(/^Concluir por protocolos/)(page);
      await dialog(page)
        .getByRole('textbox')
        .fill('BR 51 2026 000123-4;20/02/2026\nBR 99;20/02/2026\nBR 98;x');
      await dialog(page).getByRole('button', { name: 'Conferir' }).click();
    },
    ready: inDialog(/linhas podem ser concluídas/),
  },
  {
    name: 'admin-bulk-dialog',
    path: tab('status'),
    reach: async (page: Page) => {
      await page
        .getByRole('checkbox', { name: /Selecionar todos/ })
        .first()
        .click();
      await press(/^Atualizar em lote/)(page);
    },
    ready: (page: Page) =>
      dialog(page)
        .getByText(/permitem este status|Novo status/)
        .first(),
  },
];

const analytics = [
  { name: 'admin-analytics', path: tab('analytics'), ready: text('Saúde do sistema') },
  { name: 'admin-analytics-year', path: `${tab('analytics')}&period=365`, ready: text('Saúde do sistema') },
  {
    name: 'admin-analytics-loading',
    path: tab('analytics'),
    before: hang('**/api/admin/analytics**'),
    ready: skeleton,
  },
  {
    name: 'admin-analytics-failed',
    path: tab('analytics'),
    before: away('**/api/admin/analytics**'),
    ready: text('Erro ao carregar análises'),
  },
];

const money = [
  {
    name: 'admin-credits',
    path: tab('credits'),
    ready: (page: Page) => page.getByRole('button', { name: /^Histórico de/ }).first(),
  },
  {
    name: 'admin-credits-skeletons',
    path: tab('credits'),
    before: hang('**/api/admin/users*'),
    ready: skeleton,
  },
  {
    name: 'admin-credits-history',
    path: (world: ScreensWorld) => `${tab('credits')}&search=${encodeURIComponent(world.client.email)}`,
    reach: press(/^Histórico de/),
    ready: inDialog('Ajuste de conferência'),
  },
  { name: 'admin-credits-issue', path: tab('credits'), reach: press('Emitir Créditos'), ready: fields },
  {
    name: 'admin-credits-issue-errors',
    path: tab('credits'),
    reach: async (page: Page) => {
      await press('Emitir Créditos')(page);
      await dialog(page)
        .getByRole('button', { name: /Emitir|Ajustar/ })
        .last()
        .click();
    },
    ready: inDialog('Motivo é obrigatório'),
  },
  { name: 'admin-payments', path: '/admin/payments', ready: row },
  { name: 'admin-payment-events', path: '/admin/payments?view=events', ready: row },
  {
    name: 'admin-payments-failed',
    path: '/admin/payments',
    before: away('**/api/admin/payments*'),
    ready: text('Erro ao carregar pagamentos'),
  },
];

export const adminScreens: readonly Screen[] = [
  ...overview,
  ...users,
  ...registrations,
  ...analytics,
  ...money,
].map((screen) => ({ ...screen, area: 'admin', viewer: 'admin' }));
