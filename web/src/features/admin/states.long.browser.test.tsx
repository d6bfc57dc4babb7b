import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../../testing/overview.ts';
import {
  adminStats,
  anAccount,
  anAdmin,
  aPayment,
  aStaffRegistration,
  aWebhookEvent,
  emptyAnalytics,
  pageOf,
  paymentsPage,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  alerts,
  dialog,
  expectToast,
  hasNoHorizontalScroll,
  press,
  region,
  retry,
  setViewport,
} from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const UNAVAILABLE = 'O serviço está indisponível.';
const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row');
const expectLoading = (name: string) => expect.element(page.getByRole('status', { name })).toBeVisible();

/** Two lists of the payments page: URL, API call, label, and title of the error. */
const LISTS = [
  ['/admin/payments', 'listPayments', 'Pagamentos', 'Erro ao carregar pagamentos'],
  ['/admin/payments?view=events', 'listWebhookEvents', 'Avisos do provedor', 'Erro ao carregar avisos'],
] as const;

beforeEach(() => {
  answersOverview();
  answer('getAnalytics', emptyAnalytics);
  answer('listUsers', pageOf([anAccount()], 10));
  answer('listAllRegistrations', pageOf([aStaffRegistration()], 10));
  answer('listOperators', pageOf([], 100));
  answer('listPayments', paymentsPage([aPayment()]));
  answer('listWebhookEvents', pageOf([aWebhookEvent()], 10));
});

describe('loading, error and empty states of the admin screens', () => {
  it('[admin-overview-states] the overview shows skeletons; after three failed requests, a retry button', async () => {
    const release = hold('getEnhancedStats');
    open('/admin', anAdmin());
    const summary = region('Resumo');
    await expect.element(summary.getByText('Total de registros')).toBeVisible();
    expect(summary.element().textContent).not.toMatch(/\d/);
    await expect
      .element(region('O que aguarda').getByText('Carregando', { exact: false }).first())
      .toBeInTheDocument();
    release();
    await expect.element(summary.getByText('3 criados este mês')).toBeVisible();

    refuse('getEnhancedStats', 'unavailable', { message: UNAVAILABLE });
    const callsBefore = callsOf('getEnhancedStats').length;
    open('/admin', anAdmin());
    await expectToast('Erro ao carregar estatísticas');
    await expectToast(UNAVAILABLE);
    await expect.poll(() => callsOf('getEnhancedStats').length - callsBefore).toBe(3);
    expect(summary.getByText('—').elements()).toHaveLength(4);
    answer('getEnhancedStats', adminStats);
    await press('Tentar novamente', page.getByRole('main'));
    await expect.element(summary.getByText('3 criados este mês')).toBeVisible();
  });

  it('[admin-analytics-states] the analytics show skeletons, errors, and texts in place of missing data', async () => {
    const release = hold('getAnalytics');
    open('/admin?tab=analytics', anAdmin());
    await expectLoading('Carregando análises');
    release();
    await expect.element(region('Saúde do sistema')).toBeVisible();
    await expect.element(page.getByText('Nenhum registro nos últimos 6 meses')).toBeVisible();
    await expect.element(region('Atividade recente').getByText('Nenhum registro encontrado')).toBeVisible();
    expect(region('Saúde do sistema').getByText('—').elements()).toHaveLength(3);

    refuse('getAnalytics', 'unavailable', { message: UNAVAILABLE });
    open('/admin?tab=analytics', anAdmin());
    await expectToast('Erro ao carregar análises');
    await expect
      .element(alerts.getByText('Não foi possível carregar as análises.', { exact: false }))
      .toBeVisible();
    expect(callsOf('getAnalytics')).toHaveLength(2);
    answer('getAnalytics', emptyAnalytics);
    await retry();
    await expect.element(region('Saúde do sistema')).toBeVisible();
  });

  it('[admin-export-refused] shows the reason when the server refuses an export', async () => {
    refuse('exportRegistrations', 'unavailable', { message: UNAVAILABLE });
    open('/admin?tab=analytics', anAdmin());
    await press('Exportar');
    await expectToast('Erro ao exportar');
    await expectToast(UNAVAILABLE);
  });

  it('[admin-registrations-states] the list shows skeletons; after three failed requests, an error', async () => {
    const release = hold('listAllRegistrations');
    open('/admin?tab=registrations', anAdmin());
    await expectLoading('Carregando: Registros');
    release();
    await expect.element(rows('Registros').nth(1)).toBeVisible();
    refuse('listAllRegistrations', 'unavailable', { message: UNAVAILABLE });
    const callsBefore = callsOf('listAllRegistrations').length;
    open('/admin?tab=registrations', anAdmin());
    await expect.element(alerts.getByText('Erro ao carregar registros')).toBeVisible();
    await expectToast('Erro ao carregar registros');
    await expect.poll(() => callsOf('listAllRegistrations').length - callsBefore).toBe(3);
    answer('listAllRegistrations', pageOf([aStaffRegistration()], 10));
    await retry();
    await expect.element(rows('Registros').nth(1)).toBeVisible();
    await setViewport(360);
    await expect
      .element(page.getByRole('list', { name: 'Registros' }).getByRole('listitem').first())
      .toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[admin-users-states] the users tab shows skeletons or, after a failed request, a retry button', async () => {
    const release = hold('listUsers');
    open('/admin?tab=users', anAdmin());
    await expectLoading('Carregando: Usuários');
    release();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    refuse('listUsers', 'unavailable', { message: UNAVAILABLE });
    const callsBefore = callsOf('listUsers').length;
    open('/admin?tab=users', anAdmin());
    await expect.element(alerts.getByText('Erro ao carregar usuários')).toBeVisible();
    await expectToast(UNAVAILABLE);
    answer('listUsers', pageOf([anAccount()], 10));
    await retry();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    // The first request failed, and the second is the manual retry. There was no automatic retry.
    await expect.poll(() => callsOf('listUsers').length - callsBefore).toBe(2);
  });

  it('[users-states] the page of users shows skeletons or, after a failed request, a retry button', async () => {
    const release = hold('listUsers');
    open('/admin/users', anAdmin());
    await expectLoading('Carregando: Usuários');
    release();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    refuse('listUsers', 'unavailable', { message: UNAVAILABLE });
    open('/admin/users', anAdmin());
    await expect.element(alerts.getByText('Falha ao buscar usuários')).toBeVisible();
    await expectToast('Erro ao carregar usuários');
    answer('listUsers', pageOf([anAccount()], 10));
    await retry();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    await setViewport(360);
    await expect
      .element(page.getByRole('list', { name: 'Usuários' }).getByRole('listitem').first())
      .toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it.each(LISTS)(
    '[admin-payments-states] the list at %s shows skeletons or, after a failed request, a retry button',
    async (path, call, label, errorTitle) => {
      const release = hold(call);
      open(path, anAdmin());
      await expectLoading(`Carregando: ${label}`);
      release();
      await expect.element(page.getByRole('table', { name: label })).toBeVisible();
      refuse(call, 'unavailable', { message: UNAVAILABLE });
      open(path, anAdmin());
      await expectToast(errorTitle);
      if (call === 'listPayments') answer(call, paymentsPage([aPayment()]));
      else answer(call, pageOf([aWebhookEvent()], 10));
      await retry();
      await expect.element(page.getByRole('table', { name: label })).toBeVisible();
    },
  );

  it('[admin-credits-states] the list shows five skeletons or, after a failed request, a retry button', async () => {
    const user = anAccount({ firstName: 'Quitéria' });
    const list = page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
    answer('listUsers', pageOf([user], 10));
    const release = hold('listUsers');
    open('/admin?tab=credits', anAdmin());
    const skeleton = page.getByRole('status', { name: 'Carregando: Saldos dos usuários' });
    await expect.element(skeleton).toBeVisible();
    expect(skeleton.element().children).toHaveLength(5);
    release();
    await expect.element(list.first()).toBeVisible();
    refuse('listUsers', 'unavailable', { message: UNAVAILABLE });
    open('/admin?tab=credits', anAdmin());
    await expectToast('Erro ao carregar usuários');
    answer('listUsers', pageOf([user], 10));
    await retry();
    await expect.element(list.first()).toBeVisible();

    refuse('listUserTransactions', 'unavailable', { message: UNAVAILABLE });
    await press(/^Histórico/, list);
    await expect.element(dialog.getByRole('alert').getByText('Erro ao carregar histórico')).toBeVisible();
    answer('listUserTransactions', pageOf([], 10));
    await press('Tentar novamente', dialog);
    await expect.element(dialog.getByText('Nenhuma transação de crédito encontrada')).toBeVisible();
  });
});
