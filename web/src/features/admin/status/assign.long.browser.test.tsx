import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { adminStats, anAdmin, aStaffRegistration, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, region, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, throwRefusal } from '../../../testing/server.ts';

const operator = (digit: number, firstName: string) => ({
  id: `0198a000-0000-7000-8000-00000000000${digit}`,
  firstName,
  lastName: 'Reis',
});
const [paula, otto, zoe] = [operator(1, 'Paula'), operator(2, 'Otto'), operator(3, 'Zoé')];
const newRegistration = (
  title: string,
  assignedOperator: typeof paula | null = null,
  changes: Partial<StaffRegistration> = {},
) =>
  aStaffRegistration({
    title,
    status: 'paid',
    assignedOperatorId: assignedOperator?.id ?? null,
    assignedOperator,
    ...changes,
  });
const unassignedRegistration = newRegistration('Livre');
const assignedToPaula = newRegistration('Dela', paula);
const assignedToOtto = newRegistration('Dele', otto);
const ownedByPaula = newRegistration('Próprio', null, { userId: paula.id });
const selectedRow = (title: string) =>
  dialog
    .getByRole('list', { name: 'Registros selecionados' })
    .getByRole('listitem')
    .filter({ hasText: title });
const resultRow = (title: string) =>
  dialog
    .getByRole('list', { name: 'Resultado por registro' })
    .getByRole('listitem')
    .filter({ hasText: title });
const selection = region('Seleção');

async function openAssignDialog(registrations: StaffRegistration[]): Promise<void> {
  answer('getEnhancedStats', adminStats);
  answer('listAllRegistrations', pageOf(registrations, 10));
  answer(
    'listOperators',
    pageOf(
      [paula, otto].map((person) => ({ ...person, assigned: 3 })),
      100,
    ),
  );
  open('/admin?tab=status', anAdmin());
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).click();
  await press('Atribuir…', selection);
}
async function choose(option: string | RegExp): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Operador' }).click();
  await page.getByRole('option', { name: option }).click();
}

it('[assign-bulk] reassigns another operator’s registration only after a confirmation', async () => {
  await openAssignDialog([unassignedRegistration, assignedToPaula, assignedToOtto, ownedByPaula]);
  await press('Atribuir selecionados', dialog);
  await expect.element(dialog.getByText('Selecione um operador').last()).toBeVisible();
  await choose(/^Paula Reis/);
  await expect.element(selectedRow('Livre').getByText('Passa a ser de Paula Reis.')).toBeVisible();
  await expect.element(selectedRow('Dela').getByText('Não será enviado: já é de Paula Reis.')).toBeVisible();
  await expect.element(selectedRow('Dele').getByText('Não será enviado: é de Otto Reis.')).toBeVisible();
  await expect
    .element(selectedRow('Próprio').getByText(/^Não será enviado: foi registrado por Paula/))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Atribuir 1 registro' })).toBeVisible();
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  await setViewport(1280);
  await dialog.getByRole('checkbox', { name: 'Também os que já têm operador' }).click();
  await expect.element(selectedRow('Dele').getByText('Passa de Otto Reis para Paula Reis.')).toBeVisible();
  answer('assignOperator', unassignedRegistration);
  await press('Atribuir 2 registros', dialog);
  await expect.element(toast.getByText('Atribuições atualizadas')).toBeVisible();
  await expect
    .poll(() => callsOf('assignOperator').map(({ params, body }) => [params.id, body]))
    .toEqual([
      [unassignedRegistration.id, { operatorId: paula.id, from: null }],
      [assignedToOtto.id, { operatorId: paula.id, from: otto.id }],
    ]);
  await expect.element(dialog).not.toBeInTheDocument();
  // Records that were not sent stay selected.
  await expect.element(selection.getByText('2 selecionados')).toBeVisible();
});

it('[assign-bulk-results] shows the new operator of a registration that another admin has reassigned', async () => {
  await openAssignDialog([unassignedRegistration, newRegistration('Outro')]);
  await choose(/^Paula Reis/);
  const reassigned = { ...unassignedRegistration, assignedOperatorId: zoe.id, assignedOperator: zoe };
  answer('getStaffRegistration', reassigned);
  answer('assignOperator', ({ params, body }) =>
    params.id === unassignedRegistration.id && body.from !== zoe.id
      ? throwRefusal('already-assigned')
      : assignedToPaula,
  );
  await press('Atribuir 2 registros', dialog);
  await expect.element(dialog.getByText('1 atualizado, 1 com falha')).toBeVisible();
  await expect.element(resultRow('Livre').getByText(/passou a ser de Zoé Reis enquanto isso/)).toBeVisible();
  await expect.element(resultRow('Outro').getByText(/Paula Reis$/)).toBeVisible();
  await press('Tentar novamente (1)', dialog);
  await expect.element(toast.getByText('Atribuições atualizadas')).toBeVisible();
  await expect
    .poll(() => callsOf('assignOperator').at(-1)?.body)
    .toEqual({ operatorId: paula.id, from: zoe.id });
});

it('[assign-bulk-unassign] removes operators from registrations, and skips those without an operator', async () => {
  await openAssignDialog([unassignedRegistration, assignedToOtto]);
  await choose('Sem operador');
  await expect.element(selectedRow('Dele').getByText('Sai de Otto Reis.')).toBeVisible();
  await expect
    .element(selectedRow('Livre').getByText('Não será enviado: já está sem operador.'))
    .toBeVisible();
  expect(dialog.getByRole('checkbox').elements()).toEqual([]);
  answer('unassignOperator', unassignedRegistration);
  await press('Retirar o operador de 1 registro', dialog);
  await expect.element(toast.getByText('Atribuições atualizadas')).toBeVisible();
  await expect
    .poll(() => callsOf('unassignOperator').map(({ params, query }) => [params.id, query.from]))
    .toEqual([[assignedToOtto.id, otto.id]]);
});
