import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anAdmin, aStaffRegistration, pageOf, stats } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, fits, press, region, toast, widen } from '../../../testing/screen.ts';
import { answer, callsOf, refused } from '../../../testing/server.ts';

const operator = (digit: number, firstName: string) => ({
  id: `0198a000-0000-7000-8000-00000000000${digit}`,
  firstName,
  lastName: 'Reis',
});
const [paula, otto, zoe] = [operator(1, 'Paula'), operator(2, 'Otto'), operator(3, 'Zoé')];
const record = (title: string, holder: typeof paula | null = null, over: Partial<StaffRegistration> = {}) =>
  aStaffRegistration({
    title,
    status: 'paid',
    assignedOperatorId: holder?.id ?? null,
    assignedOperator: holder,
    ...over,
  });
const free = record('Livre');
const hers = record('Dela', paula);
const his = record('Dele', otto);
const own = record('Próprio', null, { userId: paula.id });
const picked = (title: string) =>
  dialog
    .getByRole('list', { name: 'Registros selecionados' })
    .getByRole('listitem')
    .filter({ hasText: title });
const outcome = (title: string) =>
  dialog
    .getByRole('list', { name: 'Resultado por registro' })
    .getByRole('listitem')
    .filter({ hasText: title });
const selection = region('Seleção');

async function openAssignDialog(records: StaffRegistration[]): Promise<void> {
  answer('getEnhancedStats', stats);
  answer('listAllRegistrations', pageOf(records, 10));
  answer(
    'listOperators',
    pageOf(
      [paula, otto].map((one) => ({ ...one, assigned: 3 })),
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

it('[assign-bulk] reassigns a colleague’s registration only after a confirmation', async () => {
  await openAssignDialog([free, hers, his, own]);
  await press('Atribuir selecionados', dialog);
  await expect.element(dialog.getByText('Selecione um operador').last()).toBeVisible();
  await choose(/^Paula Reis/);
  await expect.element(picked('Livre').getByText('Passa a ser de Paula Reis.')).toBeVisible();
  await expect.element(picked('Dela').getByText('Não será enviado: já é de Paula Reis.')).toBeVisible();
  await expect.element(picked('Dele').getByText('Não será enviado: é de Otto Reis.')).toBeVisible();
  await expect
    .element(picked('Próprio').getByText(/^Não será enviado: foi registrado por Paula/))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Atribuir 1 registro' })).toBeVisible();
  await widen(360);
  await expect.poll(() => fits()).toBe(true);
  await widen(1280);
  await dialog.getByRole('checkbox', { name: 'Também os que já têm operador' }).click();
  await expect.element(picked('Dele').getByText('Passa de Otto Reis para Paula Reis.')).toBeVisible();
  answer('assignOperator', free);
  await press('Atribuir 2 registros', dialog);
  await expect.element(toast.getByText('Atribuições atualizadas')).toBeVisible();
  await expect
    .poll(() => callsOf('assignOperator').map(({ params, body }) => [params.id, body]))
    .toEqual([
      [free.id, { operatorId: paula.id, from: null }],
      [his.id, { operatorId: paula.id, from: otto.id }],
    ]);
  await expect.element(dialog).not.toBeInTheDocument();
  // Records that were not sent stay selected.
  await expect.element(selection.getByText('2 selecionados')).toBeVisible();
});

it('[assign-bulk-results] shows the new operator of a row that another admin reassigned meanwhile', async () => {
  await openAssignDialog([free, record('Outro')]);
  await choose(/^Paula Reis/);
  const now = { ...free, assignedOperatorId: zoe.id, assignedOperator: zoe };
  answer('getStaffRegistration', now);
  answer('assignOperator', ({ params, body }) =>
    params.id === free.id && body.from !== zoe.id ? refused('already-assigned') : hers,
  );
  await press('Atribuir 2 registros', dialog);
  await expect.element(dialog.getByText('1 atualizado, 1 com falha')).toBeVisible();
  await expect.element(outcome('Livre').getByText(/passou a ser de Zoé Reis enquanto isso/)).toBeVisible();
  await expect.element(outcome('Outro').getByText(/Paula Reis$/)).toBeVisible();
  await press('Tentar novamente (1)', dialog);
  await expect.element(toast.getByText('Atribuições atualizadas')).toBeVisible();
  await expect
    .poll(() => callsOf('assignOperator').at(-1)?.body)
    .toEqual({ operatorId: paula.id, from: zoe.id });
});

it('[assign-bulk-nobody] removes the operator of a row, and skips a row without one', async () => {
  await openAssignDialog([free, his]);
  await choose('Sem operador');
  await expect.element(picked('Dele').getByText('Sai de Otto Reis.')).toBeVisible();
  await expect.element(picked('Livre').getByText('Não será enviado: já está sem operador.')).toBeVisible();
  expect(dialog.getByRole('checkbox').elements()).toEqual([]);
  answer('unassignOperator', free);
  await press('Retirar o operador de 1 registro', dialog);
  await expect.element(toast.getByText('Atribuições atualizadas')).toBeVisible();
  await expect
    .poll(() => callsOf('unassignOperator').map(({ params, query }) => [params.id, query.from]))
    .toEqual([[his.id, otto.id]]);
});
