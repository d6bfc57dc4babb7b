import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { anAdmin, aPayableRegistration, aStaffRegistration, aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, mockApi, throwRefusal } from '../../testing/server.ts';

const identityDialog = page.getByRole('dialog', { name: 'Confirme que é você' });
const passwordField = identityDialog.getByLabelText('Senha', { exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });

/** Refuses the named calls until the user confirms their identity. @returns the state of the confirmation */
function requireConfirmation(...names: Parameters<typeof answer>[0][]): { isConfirmed: boolean } {
  const confirmation = { isConfirmed: false };
  answer('startConfirm', { methods: ['password'], passkey: null });
  answer('confirmIdentity', () => {
    confirmation.isConfirmed = true;
  });
  for (const method of names) {
    answer(method, () => {
      if (!confirmation.isConfirmed) throwRefusal('confirmation-needed');
    });
  }
  return confirmation;
}

async function confirmByPassword(): Promise<void> {
  await passwordField.fill('certa');
  await press('Confirmar', identityDialog);
  await expect.element(identityDialog).not.toBeInTheDocument();
}

it('a status change keeps its form during the identity confirmation, and is resent unchanged', async () => {
  const db = mockApi({ user: anAdmin(), registrations: [aPayableRegistration({ title: 'Por fora' })] });
  const confirmation = requireConfirmation();
  answer('changeRegistrationStatus', () => {
    if (!confirmation.isConfirmed) throwRefusal('confirmation-needed');
    return aStaffRegistration({ status: 'paid' });
  });
  openMocked('/admin?tab=registrations', db);
  await press('Atualizar Status: Por fora');
  const statusDialog = page.getByRole('dialog', { name: 'Atualizar status', exact: true });
  const reasonField = statusDialog.getByLabelText('Motivo (opcional)');
  await statusDialog.getByRole('radio', { name: 'Pago', exact: true }).click();
  await reasonField.fill('Transferência 4711');
  await press('Atualizar status', statusDialog);
  await expect.element(passwordField).toHaveFocus();
  await keys('{Escape}');
  await expect.element(identityDialog).not.toBeInTheDocument();
  await expect.element(reasonField).toHaveValue('Transferência 4711');
  await press('Atualizar status', statusDialog);
  await confirmByPassword();
  await expect.element(toast.getByText('Status atualizado', { exact: true })).toBeVisible();
  const bodies = callsOf('changeRegistrationStatus').map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body).toMatchObject({ status: 'paid', reason: 'Transferência 4711' });
});

it('status changes of several registrations ask for only one identity confirmation', async () => {
  const titles = ['Um', 'Dois', 'Três', 'Quatro'];
  const db = mockApi({
    user: anAdmin(),
    registrations: titles.map((title) => aPayableRegistration({ title })),
  });
  const confirmation = requireConfirmation();
  answer('changeRegistrationStatus', () => {
    if (!confirmation.isConfirmed) throwRefusal('confirmation-needed');
    return aStaffRegistration({ status: 'paid' });
  });
  openMocked('/admin?tab=status&sort=title', db);
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).click();
  await press('Atualizar em lote');
  const statusDialog = page.getByRole('dialog', { name: 'Atualizar status em lote' });
  await statusDialog.getByRole('radio', { name: 'Pago', exact: true }).click();
  await statusDialog.getByLabelText('Motivo (opcional)').fill('Convênio');
  await press('Atualizar 4 registros', statusDialog);
  await confirmByPassword();
  await expect.element(toast.getByText('Status atualizados', { exact: true })).toBeVisible();
  await expect.poll(() => callsOf('confirmIdentity')).toHaveLength(1);
});

it.each(['changeEmail', 'changePassword'] as const)(
  'the form of %s keeps the typed values during the identity confirmation',
  async (method) => {
    requireConfirmation(method);
    open('/profile', aUser({ mfaEnabled: true }));
    const isEmail = method === 'changeEmail';
    if (isEmail) {
      await press('Trocar e-mail', main);
      await field('Novo e-mail').fill('nova@example.com');
      await field('Sua senha').fill('Senha-Boa-1');
    } else {
      await field('Senha atual').fill('Senha-Boa-1');
      await field('Nova senha').fill('Nova-senha-2');
      await field('Repita a nova senha').fill('Nova-senha-2');
    }
    const submitLabel = isEmail ? 'Enviar confirmação' : 'Alterar senha';
    await press(submitLabel, main);
    await press('Cancelar', identityDialog);
    await expect.element(identityDialog).not.toBeInTheDocument();
    await expect.element(field(isEmail ? 'Sua senha' : 'Senha atual')).toHaveValue('Senha-Boa-1');
    await press(submitLabel, main);
    await confirmByPassword();
    const successText = isEmail ? /Enviamos um link para nova@example.com/ : 'Senha alterada';
    await expect.element(toast.getByText(successText)).toBeVisible();
    const [firstBody, secondBody, thirdBody] = callsOf(method).map(({ body }) => body);
    expect([secondBody, thirdBody]).toEqual([firstBody, firstBody]);
  },
);

it('does not deactivate a user when the identity confirmation is cancelled', async () => {
  const otherUser = aUser({
    id: crypto.randomUUID(),
    firstName: 'Otávia',
    lastName: 'Prado',
    email: 'o@example.com',
  });
  const db = mockApi({ user: anAdmin(), users: [otherUser] });
  requireConfirmation('deactivateUser');
  openMocked('/admin/users', db);
  await press('Desativar Otávia Prado');
  await press('Desativar usuário', page.getByRole('dialog'));
  await expect.element(passwordField).toBeVisible();
  await press('Cancelar', identityDialog);
  const userRow = main.getByRole('row').filter({ hasText: 'Otávia Prado' });
  await expect.element(userRow.getByText('Ativo', { exact: true })).toBeVisible();
  expect(callsOf('deactivateUser')).toHaveLength(1);
});
