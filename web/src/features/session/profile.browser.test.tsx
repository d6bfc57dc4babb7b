import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, cut, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const expectInToast = (title: string) => expect.element(toast.getByText(title)).toBeVisible();

const user = aUser();

async function atProfile(): Promise<void> {
  open('/profile', user);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
}

describe('the profile', () => {
  it('[profile-names] shows the account, and changes the user’s names on the page and in the header', async () => {
    await atProfile();
    await expect.poll(() => document.title).toBe('Perfil · G2 Software Registry');
    await expect.element(field('E-mail')).toHaveValue('ana@example.com');
    await expect.element(field('E-mail')).toHaveAttribute('readonly');
    await expect.element(main.getByText('Tipo de conta: Cliente · Conta criada em 02/03/2026')).toBeVisible();
    const save = main.getByRole('button', { name: 'Salvar alterações' });
    await expect.element(save).toBeDisabled();
    await field('Nome').fill('B');
    await save.click();
    await expect.poll(() => descriptionOf(field('Nome'))).toBe('Nome deve ter pelo menos 2 caracteres');
    expect(callsOf('updateCurrentUser')).toEqual([]);
    await field('Nome').fill('Berenice');
    cut('updateCurrentUser');
    await save.click();
    await expectInToast('Erro ao atualizar perfil');
    await expect.element(field('Nome')).toHaveValue('Berenice');
    answer('updateCurrentUser', { ...user, firstName: 'Berenice' });
    await save.click();
    await expectInToast('Perfil atualizado');
    await expect
      .poll(() => callsOf('updateCurrentUser').at(-1)?.body)
      .toEqual({ firstName: 'Berenice', lastName: 'Lima' });
    await expect.element(page.getByRole('button', { name: 'Abrir menu do usuário' })).toHaveTextContent('B');
  });

  it('[profile-password] changes the password and shows each refusal at its field', async () => {
    const wrong = 'Senha atual incorreta';
    refuse('changePassword', 'invalid-input', { message: wrong, fields: { currentPassword: wrong } });
    await atProfile();
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
    await expectInToast('Erro ao alterar senha');
    await expect.poll(() => descriptionOf(field('Senha atual'))).toBe(wrong);
    answer('changePassword');
    await field('Senha atual').fill('esta-é');
    await press('Alterar senha', main);
    await expectInToast('Senha alterada');
    const sent = { currentPassword: 'esta-é', newPassword: 'Nova-senha-2' };
    await expect
      .poll(() => callsOf('changePassword').at(-1)?.body)
      .toEqual({ ...sent, revokeApiTokens: true });
    // Unchecking the box keeps the API tokens valid.
    await field('Senha atual').fill('esta-é');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await main.getByRole('checkbox', { name: 'Revogar também os tokens de API' }).click();
    await press('Alterar senha', main);
    await expect
      .poll(() => callsOf('changePassword').at(-1)?.body)
      .toEqual({ ...sent, revokeApiTokens: false });
    await expect.element(field('Senha atual')).toHaveValue('');
  });
});
