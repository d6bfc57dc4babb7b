import type { FormerAssignment } from '@g2/gateway/contract/former-assignments';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  adminStats,
  anAccount,
  anAdmin,
  aStaffRegistration,
  pageOf,
  paymentsPage,
} from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, main, press, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const paula = { id: '0198a000-0000-7000-8000-00000000000a', firstName: 'Paula', lastName: 'Reis' };
const otto = anAccount({ firstName: 'Otto', lastName: 'Reis', role: 'operator' });
const inactiveOtto = { ...otto, isActive: false };
const DROPPED_AT = '2026-03-02T12:00:00.000Z';
const formerAssignment = (title: string, assignedOperator: typeof paula | null = null): FormerAssignment => ({
  id: crypto.randomUUID(),
  title,
  status: 'reviewing',
  droppedAt: DROPPED_AT,
  assignedOperatorId: assignedOperator?.id ?? null,
  assignedOperator,
});
const listItems = (name: string) => dialog.getByRole('list', { name }).getByRole('listitem');
const restoreBox = dialog.getByRole('checkbox', { name: /^Devolver/ });

/** Serves seven former assignments, one of which a colleague has taken over. */
function serveSevenAssignments(): void {
  const unassigned = ['A', 'B', 'C', 'D'].map((title) => formerAssignment(title));
  const items = [formerAssignment('Tomado', paula), ...unassigned];
  answer('listDroppedAssignments', { ...pageOf(items, 5, 7), free: 6 });
}

beforeEach(() => {
  answer('getEnhancedStats', adminStats);
  answer('listOperators', pageOf([{ id: otto.id, firstName: 'Otto', lastName: 'Reis', assigned: 7 }], 100));
});

describe('a user who leaves the staff', () => {
  const titles = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'];
  const registrations = titles.map((title) => aStaffRegistration({ title }));
  beforeEach(() => answer('listAllRegistrations', pageOf(registrations, 5, 7)));

  it('[leftovers-deactivate] shows, before a deactivation, which registrations lose their operator', async () => {
    answer('listUsers', pageOf([otto], 100));
    open('/admin/users', anAdmin());
    await press('Desativar Otto Reis');
    await expect
      .element(dialog.getByText(/^7 registros atribuídos a esta pessoa ficarão sem operador/))
      .toBeVisible();
    await expect.element(listItems('Registros que ficarão sem operador').first()).toBeVisible();
    expect(listItems('Registros que ficarão sem operador').elements()).toHaveLength(5);
    await expect.element(dialog.getByText('e mais 2 registros')).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Um', exact: true }))
      .toHaveAttribute('href', `/operator/registrations/${registrations[0]?.id}`);
    const { query } = callsOf('listAllRegistrations').at(-1) ?? {};
    expect([query?.operator, query?.status]).toEqual([
      otto.id,
      ['submitted', 'paid', 'reviewing', 'government_processing', 'completed'],
    ]);
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    await setViewport(1280);
    answer('deactivateUser', inactiveOtto);
    await press('Desativar usuário', dialog);
    await expect.element(toast.getByText('Usuário desativado com sucesso')).toBeVisible();
    await expect.element(toast.getByText('7 registros ficaram sem operador.')).toBeVisible();
    await expect
      .element(toast.getByRole('link', { name: 'Ver os registros sem operador' }))
      .toHaveAttribute('href', '/operator?operator=none');
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-demote] shows, before a change to client, which registrations lose their operator', async () => {
    answer('listUsers', pageOf([otto], 10));
    open('/admin?tab=users', anAdmin());
    await press('Alterar função de Otto Reis');
    expect(dialog.getByRole('list').elements()).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Função' }).click();
    await page.getByRole('option', { name: 'Cliente' }).click();
    await expect.element(listItems('Registros que ficarão sem operador').first()).toBeVisible();
    answer('changeUserRole', { ...otto, role: 'client' });
    await press('Alterar função', dialog);
    await expect
      .element(toast.getByText('Otto Reis agora é Cliente. 7 registros ficaram sem operador.'))
      .toBeVisible();
  });
});

describe('restoring the assignments of a user who returns to the staff', () => {
  it('[leftovers-reactivate] restores, on reactivation, the assignments that no colleague has taken over', async () => {
    serveSevenAssignments();
    answer('listUsers', pageOf([inactiveOtto], 100));
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await expect
      .element(listItems('Atribuições retiradas').filter({ hasText: 'Tomado' }))
      .toHaveTextContent('TomadoCom Paula ReisEm Análise');
    await expect
      .element(listItems('Atribuições retiradas').filter({ hasText: 'Sem operador' }).first())
      .toBeVisible();
    await expect.element(dialog.getByText('e mais 2 registros')).toBeVisible();
    await expect.element(dialog.getByText('1 foi assumido por colega e fica com ele.')).toBeVisible();
    await expect.element(restoreBox).toBeChecked();
    await expect.element(dialog.getByText('Devolver 6 registros')).toBeVisible();
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    await setViewport(1280);
    answer('reactivateUser', otto);
    answer('restoreAssignments', { restored: 6, kept: 1 });
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    await expect
      .element(toast.getByText('6 registros devolvidos. 1 foi assumido por colega e fica com ele.'))
      .toBeVisible();
    await expect.poll(() => callsOf('restoreAssignments').map(({ params }) => params.id)).toEqual([otto.id]);
  });

  it('[leftovers-not-now] restores nothing if the checkbox is cleared, and reports a failed restoration', async () => {
    serveSevenAssignments();
    answer('listUsers', pageOf([inactiveOtto], 100));
    answer('reactivateUser', otto);
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await restoreBox.click();
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    expect(callsOf('restoreAssignments')).toEqual([]);
    refuse('restoreAssignments', 'conflict', { message: 'As atribuições desta pessoa ainda estão mudando.' });
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await expect.element(restoreBox).toBeChecked();
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Erro ao devolver registros')).toBeVisible();
    await expect
      .element(
        toast.getByText('Usuário reativado com sucesso. As atribuições desta pessoa ainda estão mudando.'),
      )
      .toBeVisible();
  });

  it('[leftovers-taken] offers no restoration if colleagues have taken over all assignments', async () => {
    answer('listDroppedAssignments', { ...pageOf([formerAssignment('Tomado', paula)], 5), free: 0 });
    answer('listUsers', pageOf([inactiveOtto], 100));
    answer('reactivateUser', otto);
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await expect.element(dialog.getByText('1 foi assumido por colega e fica com ele.')).toBeVisible();
    expect(restoreBox.elements()).toEqual([]);
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-unknown] reactivates the user without a restoration if the assignments fail to load', async () => {
    refuse('listDroppedAssignments', 'unavailable');
    answer('listUsers', pageOf([inactiveOtto], 100));
    answer('reactivateUser', otto);
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await expect.element(dialog.getByText(/^Não foi possível ver se há atribuições/)).toBeVisible();
    expect(restoreBox.elements()).toEqual([]);
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-nothing] offers no restoration for a user who was never staff', async () => {
    answer('listUsers', pageOf([{ ...inactiveOtto, role: 'client' }], 100));
    answer('reactivateUser', { ...otto, role: 'client' });
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    expect(callsOf('listDroppedAssignments')).toEqual([]);
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-promote] also offers the restoration on a change to a staff role', async () => {
    serveSevenAssignments();
    answer('listUsers', pageOf([{ ...otto, role: 'client' }], 100));
    answer('listOperators', pageOf([], 100));
    open('/admin/users', anAdmin());
    await press('Editar Otto Reis');
    expect(restoreBox.elements()).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Função' }).click();
    await page.getByRole('option', { name: 'Operador' }).click();
    await expect.element(restoreBox).toBeChecked();
    answer('updateUser', otto);
    answer('restoreAssignments', { restored: 6, kept: 0 });
    await press('Salvar alterações', dialog);
    await expect.element(toast.getByText('6 registros devolvidos.')).toBeVisible();
  });

  it('[leftovers-account] also offers the restoration on the page of the account', async () => {
    serveSevenAssignments();
    answer('getUser', { ...otto, waysIn: { password: true, passkeys: 0, links: [] } });
    answer('listUserSessions', pageOf([], 10));
    answer('listUserMails', pageOf([], 10));
    answer('listAllRegistrations', pageOf([], 10));
    answer('listUserTransactions', pageOf([], 10));
    answer('listPayments', paymentsPage([]));
    answer('listAudit', pageOf([], 10));
    open(`/admin/users/${otto.id}`, anAdmin());
    const section = page.getByRole('region', { name: 'Atribuições retiradas (7)' });
    await expect.element(section.getByText('Com Paula Reis', { exact: false })).toBeVisible();
    answer('restoreAssignments', { restored: 6, kept: 1 });
    const callsBefore = callsOf('listDroppedAssignments').length;
    await press('Devolver 6 registros', main);
    await expect.element(toast.getByText(/^6 registros devolvidos\./)).toBeVisible();
    await expect.poll(() => callsOf('listDroppedAssignments').length).toBe(callsBefore + 1);
  });
});
