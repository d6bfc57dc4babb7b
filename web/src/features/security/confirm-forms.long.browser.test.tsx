import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { anAdmin, aPayable, aStaffRegistration, aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, mockApi, refused } from '../../testing/server.ts';

const question = page.getByRole('dialog', { name: 'Confirme que é você' });
const password = question.getByLabelText('Senha', { exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

/** Refuses the named calls until the user confirms their identity. @returns whether they have */
function requireConfirmation(...names: Parameters<typeof answer>[0][]): { isConfirmed: boolean } {
  const state = { isConfirmed: false };
  answer('startConfirm', { methods: ['password'], passkey: null });
  answer('confirmIdentity', () => {
    state.isConfirmed = true;
  });
  for (const name of names) {
    answer(name, () => {
      if (!state.isConfirmed) refused('confirmation-needed');
    });
  }
  return state;
}

async function confirm(): Promise<void> {
  await password.fill('certa');
  await press('Confirmar', question);
  await expect.element(question).not.toBeInTheDocument();
}

it('a manual payment keeps its reason during the identity confirmation and is resent unchanged', async () => {
  const db = mockApi({ user: anAdmin(), registrations: [aPayable({ title: 'Por fora' })] });
  const state = requireConfirmation();
  answer('changeRegistrationStatus', () => {
    if (!state.isConfirmed) refused('confirmation-needed');
    return aStaffRegistration({ status: 'paid' });
  });
  openMocked('/admin?tab=registrations', db);
  await press('Atualizar Status: Por fora');
  const form = page.getByRole('dialog', { name: 'Atualizar status', exact: true });
  const reason = form.getByLabelText('Motivo (opcional)');
  await form.getByRole('radio', { name: 'Pago', exact: true }).click();
  await reason.fill('Transferência 4711');
  await press('Atualizar status', form);
  await expect.element(password).toHaveFocus();
  await keys('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(reason).toHaveValue('Transferência 4711');
  await press('Atualizar status', form);
  await confirm();
  await expect.element(toast.getByText('Status atualizado', { exact: true })).toBeVisible();
  const bodies = callsOf('changeRegistrationStatus').map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body).toMatchObject({ status: 'paid', reason: 'Transferência 4711' });
});

it('simultaneous manual payments ask for one identity confirmation', async () => {
  const titles = ['Um', 'Dois', 'Três', 'Quatro'];
  const db = mockApi({ user: anAdmin(), registrations: titles.map((title) => aPayable({ title })) });
  const state = requireConfirmation();
  answer('changeRegistrationStatus', () => {
    if (!state.isConfirmed) refused('confirmation-needed');
    return aStaffRegistration({ status: 'paid' });
  });
  openMocked('/admin?tab=status&sort=title', db);
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).click();
  await press('Atualizar em lote');
  const form = page.getByRole('dialog', { name: 'Atualizar status em lote' });
  await form.getByRole('radio', { name: 'Pago', exact: true }).click();
  await form.getByLabelText('Motivo (opcional)').fill('Convênio');
  await press('Atualizar 4 registros', form);
  await confirm();
  await expect.element(toast.getByText('Status atualizados', { exact: true })).toBeVisible();
  await expect.poll(() => callsOf('confirmIdentity')).toHaveLength(1);
});

it.each(['changeEmail', 'changePassword'] as const)(
  '%s keeps the typed values during the identity confirmation',
  async (name) => {
    requireConfirmation(name);
    open('/profile', aUser({ mfaEnabled: true }));
    const isEmail = name === 'changeEmail';
    if (isEmail) {
      await press('Trocar e-mail', main);
      await field('Novo e-mail').fill('nova@example.com');
      await field('Sua senha').fill('Senha-Boa-1');
    } else {
      await field('Senha atual').fill('Senha-Boa-1');
      await field('Nova senha').fill('Nova-senha-2');
      await field('Repita a nova senha').fill('Nova-senha-2');
    }
    const submit = isEmail ? 'Enviar confirmação' : 'Alterar senha';
    await press(submit, main);
    await press('Cancelar', question);
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(field(isEmail ? 'Sua senha' : 'Senha atual')).toHaveValue('Senha-Boa-1');
    await press(submit, main);
    await confirm();
    const done = isEmail ? /Enviamos um link para nova@example.com/ : 'Senha alterada';
    await expect.element(toast.getByText(done)).toBeVisible();
    const [first, second, third] = callsOf(name).map(({ body }) => body);
    expect([second, third]).toEqual([first, first]);
  },
);

it('cancelling the identity confirmation of a deactivation leaves the user active', async () => {
  const other = aUser({
    id: crypto.randomUUID(),
    firstName: 'Otávia',
    lastName: 'Prado',
    email: 'o@example.com',
  });
  const db = mockApi({ user: anAdmin(), users: [other] });
  requireConfirmation('deactivateUser');
  openMocked('/admin/users', db);
  await press('Desativar Otávia Prado');
  await press('Desativar usuário', page.getByRole('dialog'));
  await expect.element(password).toBeVisible();
  await press('Cancelar', question);
  const row = main.getByRole('row').filter({ hasText: 'Otávia Prado' });
  await expect.element(row.getByText('Ativo', { exact: true })).toBeVisible();
  expect(callsOf('deactivateUser')).toHaveLength(1);
});
