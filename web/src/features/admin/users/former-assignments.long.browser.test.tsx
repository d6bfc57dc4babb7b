import type { FormerAssignment } from '@g2/gateway/contract/former-assignments';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  anAccount,
  anAdmin,
  aStaffRegistration,
  pageOf,
  paymentsPage,
  stats,
} from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, fits, main, press, toast, widen } from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const paula = { id: '0198a000-0000-7000-8000-00000000000a', firstName: 'Paula', lastName: 'Reis' };
const otto = anAccount({ firstName: 'Otto', lastName: 'Reis', role: 'operator' });
const inactive = { ...otto, isActive: false };
const AT = '2026-03-02T12:00:00.000Z';
const dropped = (title: string, holder: typeof paula | null = null): FormerAssignment => ({
  id: crypto.randomUUID(),
  title,
  status: 'reviewing',
  droppedAt: AT,
  assignedOperatorId: holder?.id ?? null,
  assignedOperator: holder,
});
const list = (name: string) => dialog.getByRole('list', { name }).getByRole('listitem');
const restoreBox = dialog.getByRole('checkbox', { name: /^Devolver/ });

/** Seven former assignments, one of which a colleague has taken. */
function serveSevenAssignments(): void {
  const items = [dropped('Tomado', paula), ...['A', 'B', 'C', 'D'].map((title) => dropped(title))];
  answer('listDroppedAssignments', { ...pageOf(items, 5, 7), free: 6 });
}

beforeEach(() => {
  answer('getEnhancedStats', stats);
  answer('listOperators', pageOf([{ id: otto.id, firstName: 'Otto', lastName: 'Reis', assigned: 7 }], 100));
});

describe('a user who leaves the staff', () => {
  const work = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'].map((title) => aStaffRegistration({ title }));
  beforeEach(() => answer('listAllRegistrations', pageOf(work, 5, 7)));

  it('[leftovers-deactivate] deactivating a user shows which registrations lose their operator', async () => {
    answer('listUsers', pageOf([otto], 100));
    open('/admin/users', anAdmin());
    await press('Desativar Otto Reis');
    await expect
      .element(dialog.getByText(/^7 registros atribuídos a esta pessoa ficarão sem operador/))
      .toBeVisible();
    await expect.element(list('Registros que ficarão sem operador').first()).toBeVisible();
    expect(list('Registros que ficarão sem operador').elements()).toHaveLength(5);
    await expect.element(dialog.getByText('e mais 2 registros')).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Um', exact: true }))
      .toHaveAttribute('href', `/operator/registrations/${work[0]?.id}`);
    const { query } = callsOf('listAllRegistrations').at(-1) ?? {};
    expect([query?.operator, query?.status]).toEqual([
      otto.id,
      ['submitted', 'paid', 'reviewing', 'government_processing', 'completed'],
    ]);
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
    await widen(1280);
    answer('deactivateUser', inactive);
    await press('Desativar usuário', dialog);
    await expect.element(toast.getByText('Usuário desativado com sucesso')).toBeVisible();
    await expect.element(toast.getByText('7 registros ficaram sem operador.')).toBeVisible();
    await expect
      .element(toast.getByRole('link', { name: 'Ver os registros sem operador' }))
      .toHaveAttribute('href', '/operator?operator=none');
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-demote] a change to the client role shows which registrations lose their operator', async () => {
    answer('listUsers', pageOf([otto], 10));
    open('/admin?tab=users', anAdmin());
    await press('Alterar função de Otto Reis');
    expect(dialog.getByRole('list').elements()).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Função' }).click();
    await page.getByRole('option', { name: 'Cliente' }).click();
    await expect.element(list('Registros que ficarão sem operador').first()).toBeVisible();
    answer('changeUserRole', { ...otto, role: 'client' });
    await press('Alterar função', dialog);
    await expect
      .element(toast.getByText('Otto Reis agora é Cliente. 7 registros ficaram sem operador.'))
      .toBeVisible();
  });
});

describe('restoring the assignments of a user who returns to the staff', () => {
  it('[leftovers-reactivate] restores on reactivation the assignments that no colleague has taken', async () => {
    serveSevenAssignments();
    answer('listUsers', pageOf([inactive], 100));
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await expect
      .element(list('Atribuições retiradas').filter({ hasText: 'Tomado' }))
      .toHaveTextContent('TomadoCom Paula ReisEm Análise');
    await expect
      .element(list('Atribuições retiradas').filter({ hasText: 'Sem operador' }).first())
      .toBeVisible();
    await expect.element(dialog.getByText('e mais 2 registros')).toBeVisible();
    await expect.element(dialog.getByText('1 foi assumido por colega e fica com ele.')).toBeVisible();
    await expect.element(restoreBox).toBeChecked();
    await expect.element(dialog.getByText('Devolver 6 registros')).toBeVisible();
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
    await widen(1280);
    answer('reactivateUser', otto);
    answer('restoreAssignments', { restored: 6, kept: 1 });
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    await expect
      .element(toast.getByText('6 registros devolvidos. 1 foi assumido por colega e fica com ele.'))
      .toBeVisible();
    await expect.poll(() => callsOf('restoreAssignments').map(({ params }) => params.id)).toEqual([otto.id]);
  });

  it('[leftovers-not-now] restores nothing when not requested, and reports a failed restoration', async () => {
    serveSevenAssignments();
    answer('listUsers', pageOf([inactive], 100));
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

  it('[leftovers-taken] offers no restoration if colleagues have taken all assignments', async () => {
    answer('listDroppedAssignments', { ...pageOf([dropped('Tomado', paula)], 5), free: 0 });
    answer('listUsers', pageOf([inactive], 100));
    answer('reactivateUser', otto);
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await expect.element(dialog.getByText('1 foi assumido por colega e fica com ele.')).toBeVisible();
    expect(restoreBox.elements()).toEqual([]);
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-unknown] offers no restoration if loading fails, but reactivates the user', async () => {
    refuse('listDroppedAssignments', 'unavailable');
    answer('listUsers', pageOf([inactive], 100));
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
    answer('listUsers', pageOf([{ ...inactive, role: 'client' }], 100));
    answer('reactivateUser', { ...otto, role: 'client' });
    open('/admin/users', anAdmin());
    await press('Reativar Otto Reis');
    await press('Reativar usuário', dialog);
    await expect.element(toast.getByText('Usuário reativado com sucesso')).toBeVisible();
    expect(callsOf('listDroppedAssignments')).toEqual([]);
    expect(callsOf('restoreAssignments')).toEqual([]);
  });

  it('[leftovers-promote] offers the restoration also with a change to a staff role', async () => {
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

  it('[leftovers-account] offers the restoration also on the account’s own page', async () => {
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
    const read = callsOf('listDroppedAssignments').length;
    await press('Devolver 6 registros', main);
    await expect.element(toast.getByText(/^6 registros devolvidos\./)).toBeVisible();
    await expect.poll(() => callsOf('listDroppedAssignments').length).toBe(read + 1);
  });
});
