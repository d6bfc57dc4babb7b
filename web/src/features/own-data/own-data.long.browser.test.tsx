import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRegistration, aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, main, press, toast } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const dialog = page.getByRole('dialog');
const field = (name: string) => dialog.getByLabelText(name);
const deleteButton = dialog.getByRole('button', { name: 'Excluir para sempre' });

async function openOwnData(user = aUser()): Promise<void> {
  answer('getRegistrationStats', registrationStatsOf({ totalRegistrations: 3 }));
  answer(
    'listRegistrations',
    pageOf([
      aRegistration(),
      aRegistration(),
      aRegistration({ paymentPaidAt: '2026-03-02T12:00:00.000Z', canResubmit: true }),
    ]),
  );
  open('/profile/dados', user);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meus dados' })).toBeVisible();
}

async function fillDeleteDialog(password: string, confirmationWord = 'EXCLUIR'): Promise<void> {
  await press('Excluir minha conta', main);
  await field('Para confirmar, digite EXCLUIR').fill(confirmationWord);
  await field('Senha atual').fill(password);
}

describe('the page of the user’s own data', () => {
  it('appears in the account navigation, and says which data is stored for how long', async () => {
    await openOwnData();
    const accountNav = page.getByRole('navigation', { name: 'Sua conta' });
    await expect
      .element(accountNav.getByRole('link', { name: 'Meus dados' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(main.getByText(/^45 dias\./)).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Política de Privacidade' }))
      .toHaveAttribute('href', '/privacidade');
  });

  it('downloads the user’s data as a file, and reports a failed download', async () => {
    answerWith(
      'exportOwnData',
      () =>
        new Response('{}', {
          headers: {
            'content-type': 'application/json',
            'content-disposition': 'attachment; filename="meus-dados-g2-2026-03-02.json"',
          },
        }),
    );
    await openOwnData();
    await press('Baixar meus dados', main);
    await expect.element(toast.getByText(/meus-dados-g2-2026-03-02\.json/)).toBeVisible();
    refuse('exportOwnData', 'unavailable');
    await press('Baixar meus dados', main);
    await expect.element(toast.getByText('Não foi possível baixar os seus dados')).toBeVisible();
  });
});

describe('the deletion of the user’s own account', () => {
  it('says what is deleted and kept, and requires the confirmation word and the password', async () => {
    await openOwnData();
    await expect
      .element(main.getByText('2 registros nunca pagos, com titulares, histórico e arquivos.'))
      .toBeVisible();
    await expect.element(main.getByText(/^1 registro pago, com os dados/)).toBeVisible();
    await fillDeleteDialog('certa', 'excluir');
    await expect.element(deleteButton).toBeDisabled();
    await field('Para confirmar, digite EXCLUIR').fill('EXCLUIR');
    answer('deleteAccount');
    localStorage.setItem('g2.registration-draft.x', JSON.stringify({ at: Date.now(), value: 1 }));
    await deleteButton.click();
    await expect.element(toast.getByText('Conta excluída')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe('/');
    await expect
      .poll(() => callsOf('deleteAccount').map((request) => request.body))
      .toEqual([{ currentPassword: 'certa' }]);
    expect(localStorage.getItem('g2.registration-draft.x')).toBeNull();
  });

  it('shows why the server refuses the deletion, and stays on the page', async () => {
    await openOwnData();
    const message = 'Senha atual incorreta';
    refuse('deleteAccount', 'invalid-input', { message, fields: { currentPassword: message } });
    await fillDeleteDialog('errada');
    await deleteButton.click();
    await expect.poll(() => descriptionOf(field('Senha atual'))).toContain(message);
    refuse('deleteAccount', 'user-has-payments', { message: 'Você tem um pagamento em andamento.' });
    await deleteButton.click();
    await expect.element(toast.getByText('Você tem um pagamento em andamento.')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe('/profile/dados');
  });

  it('disables the deletion for staff and for users with credits', async () => {
    await openOwnData(aUser({ credits: 1_500 }));
    await expect.element(main.getByText(/^Você ainda tem 15,00 créditos/)).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Excluir minha conta' })).toBeDisabled();
    await openOwnData(aUser({ role: 'operator' }));
    await expect.element(main.getByText(/peça a exclusão a outro administrador/)).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Excluir minha conta' })).toBeDisabled();
  });
});
