import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRegistration, aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, main, press, toast } from '../../testing/screen.ts';
import { answer, answerWith, callsOf, refuse } from '../../testing/server.ts';

const dialog = page.getByRole('dialog');
const field = (name: string) => dialog.getByLabelText(name);
const deleteButton = dialog.getByRole('button', { name: 'Excluir para sempre' });

async function atOwnData(user = aUser()): Promise<void> {
  answer('getRegistrationStats', figuresOf({ totalRegistrations: 3 }));
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

async function askToDelete(password: string, word = 'EXCLUIR'): Promise<void> {
  await press('Excluir minha conta', main);
  await field('Para confirmar, digite EXCLUIR').fill(word);
  await field('Senha atual').fill(password);
}

describe('the page of the user’s own data', () => {
  it('the page is listed among the account pages, and says what is stored for how long', async () => {
    await atOwnData();
    const places = page.getByRole('navigation', { name: 'Sua conta' });
    await expect
      .element(places.getByRole('link', { name: 'Meus dados' }))
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
    await atOwnData();
    await press('Baixar meus dados', main);
    await expect.element(toast.getByText(/meus-dados-g2-2026-03-02\.json/)).toBeVisible();
    refuse('exportOwnData', 'unavailable');
    await press('Baixar meus dados', main);
    await expect.element(toast.getByText('Não foi possível baixar os seus dados')).toBeVisible();
  });
});

describe('the deletion of one’s own account', () => {
  it('says what a deletion removes and keeps, and asks for a word and the password', async () => {
    await atOwnData();
    await expect
      .element(main.getByText('2 registros nunca pagos, com titulares, histórico e arquivos.'))
      .toBeVisible();
    await expect.element(main.getByText(/^1 registro pago, com os dados/)).toBeVisible();
    await askToDelete('certa', 'excluir');
    await expect.element(deleteButton).toBeDisabled();
    await field('Para confirmar, digite EXCLUIR').fill('EXCLUIR');
    answer('deleteAccount');
    localStorage.setItem('g2.registration-draft.x', JSON.stringify({ at: Date.now(), value: 1 }));
    await deleteButton.click();
    await expect.element(toast.getByText('Conta excluída')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe('/');
    await expect
      .poll(() => callsOf('deleteAccount').map((one) => one.body))
      .toEqual([{ currentPassword: 'certa' }]);
    expect(localStorage.getItem('g2.registration-draft.x')).toBeNull();
  });

  it('deletes nothing when the server refuses, and shows the reason at its field', async () => {
    await atOwnData();
    const message = 'Senha atual incorreta';
    refuse('deleteAccount', 'invalid-input', { message, fields: { currentPassword: message } });
    await askToDelete('errada');
    await deleteButton.click();
    await expect.poll(() => descriptionOf(field('Senha atual'))).toContain(message);
    refuse('deleteAccount', 'user-has-payments', { message: 'Você tem um pagamento em andamento.' });
    await deleteButton.click();
    await expect.element(toast.getByText('Você tem um pagamento em andamento.')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe('/profile/dados');
  });

  it('offers no deletion to staff, nor while credits remain', async () => {
    await atOwnData(aUser({ credits: 1_500 }));
    await expect.element(main.getByText(/^Você ainda tem 15,00 créditos/)).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Excluir minha conta' })).toBeDisabled();
    await atOwnData(aUser({ role: 'operator' }));
    await expect.element(main.getByText(/peça a exclusão a outro administrador/)).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Excluir minha conta' })).toBeDisabled();
  });
});
