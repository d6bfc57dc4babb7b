import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const expectToastTitle = (title: string) => expect.element(toast.getByText(title)).toBeVisible();

const user = aUser();

async function openProfile(): Promise<void> {
  open('/profile', user);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
}

describe('the profile', () => {
  it('[profile-names] shows the account data, and updates the name on the page and in the header', async () => {
    await openProfile();
    await expect.poll(() => document.title).toBe('Perfil · G2 Software Registry');
    await expect.element(field('E-mail')).toHaveValue('ana@example.com');
    await expect.element(field('E-mail')).toHaveAttribute('readonly');
    await expect.element(main.getByText('Tipo de conta: Cliente · Conta criada em 02/03/2026')).toBeVisible();
    const saveButton = main.getByRole('button', { name: 'Salvar alterações' });
    await expect.element(saveButton).toBeDisabled();
    await field('Nome').fill('B');
    await saveButton.click();
    await expect.poll(() => descriptionOf(field('Nome'))).toBe('Nome deve ter pelo menos 2 caracteres');
    expect(callsOf('updateCurrentUser')).toEqual([]);
    await field('Nome').fill('Berenice');
    failWithNetworkError('updateCurrentUser');
    await saveButton.click();
    await expectToastTitle('Erro ao atualizar perfil');
    await expect.element(field('Nome')).toHaveValue('Berenice');
    answer('updateCurrentUser', { ...user, firstName: 'Berenice' });
    await saveButton.click();
    await expectToastTitle('Perfil atualizado');
    await expect
      .poll(() => callsOf('updateCurrentUser').at(-1)?.body)
      .toEqual({ firstName: 'Berenice', lastName: 'Lima' });
    await expect.element(page.getByRole('button', { name: 'Abrir menu do usuário' })).toHaveTextContent('B');
  });

  it('[profile-password] changes the password, and shows each error at its field', async () => {
    const wrongPasswordText = 'Senha atual incorreta';
    refuse('changePassword', 'invalid-input', {
      message: wrongPasswordText,
      fields: { currentPassword: wrongPasswordText },
    });
    await openProfile();
    await field('Senha atual').fill('não-é-esta');
    await field('Nova senha').fill('curta');
    await field('Repita a nova senha').fill('outra');
    await press('Alterar senha', main);
    await expect
      .poll(() => descriptionOf(field('Nova senha')))
      .toContain('A nova senha deve ter pelo menos 8 caracteres');
    expect(descriptionOf(field('Repita a nova senha'))).toBe('As senhas não conferem');
    expect(callsOf('changePassword')).toEqual([]);
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Alterar senha', main);
    await expectToastTitle('Erro ao alterar senha');
    await expect.poll(() => descriptionOf(field('Senha atual'))).toBe(wrongPasswordText);
    answer('changePassword');
    await field('Senha atual').fill('esta-é');
    await press('Alterar senha', main);
    await expectToastTitle('Senha alterada');
    const passwords = { currentPassword: 'esta-é', newPassword: 'Nova-senha-2' };
    await expect
      .poll(() => callsOf('changePassword').at(-1)?.body)
      .toEqual({ ...passwords, revokeApiTokens: true });
    // Unchecking the box keeps the API tokens valid.
    await field('Senha atual').fill('esta-é');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await main.getByRole('checkbox', { name: 'Revogar também os tokens de API' }).click();
    await press('Alterar senha', main);
    await expect
      .poll(() => callsOf('changePassword').at(-1)?.body)
      .toEqual({ ...passwords, revokeApiTokens: false });
    await expect.element(field('Senha atual')).toHaveValue('');
  });
});
