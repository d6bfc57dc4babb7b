import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../../testing/overview.ts';
import {
  anAccount,
  anAdmin,
  anEvent,
  aPayment,
  aStaffRegistration,
  emptyAnalytics,
  pageOf,
  paymentsPage,
  stats,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, dialog, expectToast, fits, press, region, retry, widen } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const AWAY = 'O serviço está indisponível.';
const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row');
const expectLoading = (name: string) => expect.element(page.getByRole('status', { name })).toBeVisible();

/** Two lists of the payments page: URL, API call, label and error title. */
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
  answer('listWebhookEvents', pageOf([anEvent()], 10));
});

describe('loading, error and empty states of the admin screens', () => {
  it('[admin-overview-states] the overview shows skeletons, retries twice, then offers a retry', async () => {
    const letGo = hold('getEnhancedStats');
    open('/admin', anAdmin());
    const summary = region('Resumo');
    await expect.element(summary.getByText('Total de registros')).toBeVisible();
    expect(summary.element().textContent).not.toMatch(/\d/);
    await expect
      .element(region('O que aguarda').getByText('Carregando', { exact: false }).first())
      .toBeInTheDocument();
    letGo();
    await expect.element(summary.getByText('3 criados este mês')).toBeVisible();

    refuse('getEnhancedStats', 'unavailable', { message: AWAY });
    const before = callsOf('getEnhancedStats').length;
    open('/admin', anAdmin());
    await expectToast('Erro ao carregar estatísticas');
    await expectToast(AWAY);
    await expect.poll(() => callsOf('getEnhancedStats').length - before).toBe(3);
    expect(summary.getByText('—').elements()).toHaveLength(4);
    answer('getEnhancedStats', stats);
    await press('Tentar novamente', page.getByRole('main'));
    await expect.element(summary.getByText('3 criados este mês')).toBeVisible();
  });

  it('[admin-analytics-states] the analytics show skeletons, failures, and texts for missing data', async () => {
    const letGo = hold('getAnalytics');
    open('/admin?tab=analytics', anAdmin());
    await expectLoading('Carregando análises');
    letGo();
    await expect.element(region('Saúde do sistema')).toBeVisible();
    await expect.element(page.getByText('Nenhum registro nos últimos 6 meses')).toBeVisible();
    await expect.element(region('Atividade recente').getByText('Nenhum registro encontrado')).toBeVisible();
    expect(region('Saúde do sistema').getByText('—').elements()).toHaveLength(3);

    refuse('getAnalytics', 'unavailable', { message: AWAY });
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
    refuse('exportRegistrations', 'unavailable', { message: AWAY });
    open('/admin?tab=analytics', anAdmin());
    await press('Exportar');
    await expectToast('Erro ao exportar');
    await expectToast(AWAY);
  });

  it('[admin-registrations-states] the list shows skeletons, then an error after three tries', async () => {
    const letGo = hold('listAllRegistrations');
    open('/admin?tab=registrations', anAdmin());
    await expectLoading('Carregando: Registros');
    letGo();
    await expect.element(rows('Registros').nth(1)).toBeVisible();
    refuse('listAllRegistrations', 'unavailable', { message: AWAY });
    const before = callsOf('listAllRegistrations').length;
    open('/admin?tab=registrations', anAdmin());
    await expect.element(alerts.getByText('Erro ao carregar registros')).toBeVisible();
    await expectToast('Erro ao carregar registros');
    await expect.poll(() => callsOf('listAllRegistrations').length - before).toBe(3);
    answer('listAllRegistrations', pageOf([aStaffRegistration()], 10));
    await retry();
    await expect.element(rows('Registros').nth(1)).toBeVisible();
    await widen(360);
    await expect
      .element(page.getByRole('list', { name: 'Registros' }).getByRole('listitem').first())
      .toBeVisible();
    await expect.poll(() => fits()).toBe(true);
  });

  it('[admin-users-states] the users tab shows skeletons, then an error with a manual retry', async () => {
    const letGo = hold('listUsers');
    open('/admin?tab=users', anAdmin());
    await expectLoading('Carregando: Usuários');
    letGo();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    refuse('listUsers', 'unavailable', { message: AWAY });
    const before = callsOf('listUsers').length;
    open('/admin?tab=users', anAdmin());
    await expect.element(alerts.getByText('Erro ao carregar usuários')).toBeVisible();
    await expectToast(AWAY);
    answer('listUsers', pageOf([anAccount()], 10));
    await retry();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    // One failed request and one manual retry: the query does not retry by itself.
    await expect.poll(() => callsOf('listUsers').length - before).toBe(2);
  });

  it('[users-states] the page of users shows skeletons, then an error with a manual retry', async () => {
    const letGo = hold('listUsers');
    open('/admin/users', anAdmin());
    await expectLoading('Carregando: Usuários');
    letGo();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    refuse('listUsers', 'unavailable', { message: AWAY });
    open('/admin/users', anAdmin());
    await expect.element(alerts.getByText('Falha ao buscar usuários')).toBeVisible();
    await expectToast('Erro ao carregar usuários');
    answer('listUsers', pageOf([anAccount()], 10));
    await retry();
    await expect.element(rows('Usuários').nth(1)).toBeVisible();
    await widen(360);
    await expect
      .element(page.getByRole('list', { name: 'Usuários' }).getByRole('listitem').first())
      .toBeVisible();
    await expect.poll(() => fits()).toBe(true);
  });

  it.each(LISTS)(
    '[admin-payments-states] the list shows a loading state, then an error with a retry: %s',
    async (path, call, label, failed) => {
      const letGo = hold(call);
      open(path, anAdmin());
      await expectLoading(`Carregando: ${label}`);
      letGo();
      await expect.element(page.getByRole('table', { name: label })).toBeVisible();
      refuse(call, 'unavailable', { message: AWAY });
      open(path, anAdmin());
      await expectToast(failed);
      if (call === 'listPayments') answer(call, paymentsPage([aPayment()]));
      else answer(call, pageOf([anEvent()], 10));
      await retry();
      await expect.element(page.getByRole('table', { name: label })).toBeVisible();
    },
  );

  it('[admin-credits-states] the credits tab shows five skeleton rows, then an error with a retry', async () => {
    const person = anAccount({ firstName: 'Quitéria' });
    const list = page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
    answer('listUsers', pageOf([person], 10));
    const letGo = hold('listUsers');
    open('/admin?tab=credits', anAdmin());
    const waiting = page.getByRole('status', { name: 'Carregando: Saldos dos usuários' });
    await expect.element(waiting).toBeVisible();
    expect(waiting.element().children).toHaveLength(5);
    letGo();
    await expect.element(list.first()).toBeVisible();
    refuse('listUsers', 'unavailable', { message: AWAY });
    open('/admin?tab=credits', anAdmin());
    await expectToast('Erro ao carregar usuários');
    answer('listUsers', pageOf([person], 10));
    await retry();
    await expect.element(list.first()).toBeVisible();

    refuse('listUserTransactions', 'unavailable', { message: AWAY });
    await press(/^Histórico/, list);
    await expect.element(dialog.getByRole('alert').getByText('Erro ao carregar histórico')).toBeVisible();
    answer('listUserTransactions', pageOf([], 10));
    await press('Tentar novamente', dialog);
    await expect.element(dialog.getByText('Nenhuma transação de crédito encontrada')).toBeVisible();
  });
});
