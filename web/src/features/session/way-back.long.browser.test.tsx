import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, fits, main, press, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, cut, hold, refuse } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const TOKEN = 'x'.repeat(43);
const field = (name: string) => page.getByLabelText(name, { exact: true });
const expectHeading = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const unconfirmed = aUser({ emailVerified: false });

describe('the request for a new password', () => {
  it('[forgot-asks] asks for an e-mail address, and does not reveal whether it has an account', async () => {
    answer('forgotPassword');
    open('/auth/esqueci', null);
    await expectHeading('Esqueceu a senha?');
    await press('Enviar link', main);
    await expect.poll(() => descriptionOf(field('E-mail'))).toBe('Email inválido');
    expect(callsOf('forgotPassword')).toEqual([]);
    await field('E-mail').fill(' ana@example.com ');
    const letGo = hold('forgotPassword');
    await press('Enviar link', main);
    await expect.element(main.getByRole('button', { name: 'Enviar link' })).toBeDisabled();
    letGo();
    await expectHeading('Confira seu e-mail');
    await expect.element(main.getByText(/Se houver uma conta com ana@example.com/)).toBeVisible();
    await expect
      .poll(() => callsOf('forgotPassword').map(({ body }) => body))
      .toEqual([{ email: 'ana@example.com' }]);
    await expect.poll(() => document.title).toBe('Esqueci minha senha · G2 Software Registry');
    await press('Pedir de novo', main);
    await expect.element(field('E-mail')).toHaveValue('ana@example.com');
  });

  it('[forgot-fails] keeps the typed e-mail address after a failure and shows the reason', async () => {
    refuse('forgotPassword', 'too-many-requests');
    open('/auth/esqueci', null);
    await field('E-mail').fill('ana@example.com');
    await press('Enviar link', main);
    await expect.element(main.getByRole('alert').getByText(/Muitas tentativas/)).toBeVisible();
    cut('forgotPassword');
    await press('Enviar link', main);
    await expect.element(main.getByRole('alert').getByText(/Sem conexão/)).toBeVisible();
    await expect.element(field('E-mail')).toHaveValue('ana@example.com');
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
  });
});

describe('the page to set a new password', () => {
  it('[new-password] sets a new password by a link, and removes its token from the address bar', async () => {
    answer('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}`, null);
    await expectHeading('Defina uma nova senha');
    expect(window.location.href).not.toContain(TOKEN);
    await field('Nova senha').fill('curta');
    await field('Repita a nova senha').fill('outra');
    await press('Salvar nova senha', main);
    await expect.poll(() => descriptionOf(field('Nova senha'))).toContain('pelo menos 8 caracteres');
    expect(descriptionOf(field('Repita a nova senha'))).toBe('As senhas não conferem');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await page.getByRole('button', { name: 'Mostrar ou ocultar senha' }).first().click();
    await expect.element(field('Nova senha')).toHaveAttribute('type', 'text');
    await press('Salvar nova senha', main);
    await expectHeading('Senha alterada');
    await expect
      .poll(() => callsOf('setPasswordByLink').map(({ body }) => body))
      .toEqual([{ token: TOKEN, newPassword: 'Nova-senha-2' }]);
    await expect
      .element(main.getByRole('link', { name: 'Ir para a página de entrada' }))
      .toHaveAttribute('href', '/auth');
  });

  it('[new-password-refused] offers to request another link when the link is invalid', async () => {
    refuse('setPasswordByLink', 'token-invalid');
    open(`/auth/nova-senha?token=${TOKEN}`, null);
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await expectHeading('Este link não vale mais');
    await main.getByRole('link', { name: 'Pedir novo link' }).click();
    await expectHeading('Esqueceu a senha?');
    open('/auth/nova-senha', null);
    await expect.element(main.getByText(/Abra novamente o link do e-mail/)).toBeVisible();
  });

  it('[new-password-kept] keeps the form when the server is silent, and marks a refused password', async () => {
    cut('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}`, null);
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await expect.element(main.getByRole('alert').getByText(/Sem conexão/)).toBeVisible();
    await expect.element(field('Nova senha')).toHaveValue('Nova-senha-2');
    refuse('setPasswordByLink', 'invalid-input', { fields: { newPassword: 'Esta senha é comum demais' } });
    await press('Salvar nova senha', main);
    await expect.poll(() => descriptionOf(field('Nova senha'))).toContain('Esta senha é comum demais');
  });

  it('[undo-change] a password set by the undo link also restores the former e-mail address', async () => {
    answer('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}&desfazer=1`, null);
    await expectHeading('Desfazer a troca de e-mail');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await expect.element(main.getByText(/O e-mail da conta voltou a ser o anterior/)).toBeVisible();
  });
});

describe('allowing a sign-in from a new place', () => {
  const allow = () => press('Permitir e entrar', main);

  it('[allow-sign-in] allows a sign-in only on a click, and then links to the sign-in page', async () => {
    answer('allowSignIn');
    open(`/auth/permitir?token=${TOKEN}`, null);
    await expectHeading('Permitir a entrada deste lugar');
    await expect.poll(() => window.location.search).toBe('');
    await settled();
    expect(callsOf('allowSignIn')).toEqual([]);
    await allow();
    await expectHeading('Entrada permitida');
    expect(callsOf('allowSignIn').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    await expect.element(main.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth');
  });

  it('allowing a sign-in can be retried, and offers a new password when the link is invalid', async () => {
    refuse('allowSignIn', 'unavailable');
    open(`/auth/permitir?token=${TOKEN}`, null);
    await allow();
    await expectHeading('Não foi possível permitir');
    refuse('allowSignIn', 'token-invalid');
    await press('Tentar novamente', main);
    await expectHeading('Este link não vale mais');
    await expect
      .element(main.getByRole('link', { name: 'Definir nova senha' }))
      .toHaveAttribute('href', '/auth/esqueci');
  });
});

describe('the confirmation of an e-mail address', () => {
  const confirm = () => press('Confirmar e-mail', main);

  it('[confirm-link] confirms an e-mail address only on a click, also when signed out', async () => {
    answer('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await expectHeading('Confirme o seu e-mail');
    await expect.poll(() => window.location.search).toBe('');
    await settled();
    // A mail scanner runs the page's scripts but clicks nothing: the link stays unused.
    expect(callsOf('verifyEmail')).toEqual([]);
    await confirm();
    await expectHeading('E-mail confirmado');
    expect(callsOf('verifyEmail').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    await expect
      .element(main.getByRole('link', { name: 'Ir para o painel' }))
      .toHaveAttribute('href', '/dashboard');
  });

  it('[confirm-signed-in] a confirmed e-mail address takes effect on every page at once', async () => {
    answer('verifyEmail', () => {
      answer('getCurrentUser', { ...unconfirmed, emailVerified: true });
    });
    open(`/auth/confirmar?token=${TOKEN}`, unconfirmed);
    await confirm();
    await expectHeading('E-mail confirmado');
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', figuresOf());
    await main.getByRole('link', { name: 'Ir para o painel' }).click();
    await expectHeading('Olá, Ana');
    await expect.element(region('Confirmação do e-mail')).not.toBeInTheDocument();
  });

  it('[confirm-change] confirms a changed e-mail address only while its owner is signed in', async () => {
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, null);
    await expectHeading('Confirme o novo e-mail');
    await expect.element(main.getByText(/Depois abra o link outra vez/)).toBeVisible();
    expect(main.getByRole('button', { name: 'Confirmar e-mail' }).elements()).toEqual([]);
    answer('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, aUser());
    await confirm();
    await expectHeading('E-mail trocado');
    refuse('verifyEmail', 'email-taken');
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, aUser());
    await confirm();
    await expectHeading('Não foi possível confirmar');
    await expect.element(main.getByText('Este e-mail já está cadastrado.')).toBeVisible();
  });

  it('[confirm-refused] explains to each kind of user how to continue with an invalid link', async () => {
    refuse('verifyEmail', 'token-invalid');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await confirm();
    await expectHeading('Este link não vale mais');
    await expect.element(main.getByText(/Entre na sua conta e peça outro/)).toBeVisible();
    answer('resendVerification');
    open(`/auth/confirmar?token=${TOKEN}`, unconfirmed);
    await confirm();
    await press('Enviar novamente', main);
    await expect.element(toast.getByText(/enviado para ana@example.com/)).toBeVisible();
    // The link is opened a second time.
    open(`/auth/confirmar?token=${TOKEN}`, aUser());
    await confirm();
    await expect.element(main.getByText('O e-mail da sua conta já está confirmado.')).toBeVisible();
  });

  it('[confirm-again] offers to confirm again when the server did not answer', async () => {
    cut('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await confirm();
    await expectHeading('Não foi possível confirmar');
    answer('verifyEmail');
    await press('Tentar novamente', main);
    await expectHeading('E-mail confirmado');
  });
});

describe('the user’s e-mail address', () => {
  it('[email-card] shows whether the e-mail address is confirmed, and when the link was not resent', async () => {
    open('/profile', aUser());
    await expect.element(main.getByText('Confirmado', { exact: true })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Enviar novamente' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation', { name: 'Sua conta' })).toBeVisible();
    refuse('resendVerification', 'too-many-requests');
    open('/profile', unconfirmed);
    await expect.element(main.getByText('Não confirmado')).toBeVisible();
    await press('Enviar novamente', main);
    await expect.element(toast.getByText('Erro ao enviar o e-mail')).toBeVisible();
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
  });

  it('[email-change] changes the e-mail address by password and a link sent to the new one', async () => {
    const wrong = 'Senha atual incorreta';
    refuse('changeEmail', 'invalid-input', { message: wrong, fields: { currentPassword: wrong } });
    open('/profile', aUser());
    await press('Trocar e-mail', main);
    await expect.element(field('Novo e-mail')).toHaveFocus();
    await press('Enviar confirmação', main);
    await expect.poll(() => descriptionOf(field('Novo e-mail'))).toBe('Email inválido');
    await field('Novo e-mail').fill('nova@example.com');
    await field('Sua senha').fill('errada');
    await press('Enviar confirmação', main);
    await expect.poll(() => descriptionOf(field('Sua senha'))).toBe(wrong);
    answer('changeEmail');
    await field('Sua senha').fill('Senha-Boa-1');
    await press('Enviar confirmação', main);
    await expect.element(toast.getByText(/Enviamos um link para nova@example.com/)).toBeVisible();
    await expect.element(field('Novo e-mail')).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('changeEmail').at(-1)?.body)
      .toEqual({
        newEmail: 'nova@example.com',
        currentPassword: 'Senha-Boa-1',
      });
  });

  it('[unproven-notice] the dashboard says what an unconfirmed e-mail address prevents', async () => {
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', figuresOf());
    answer('resendVerification');
    open('/dashboard', unconfirmed);
    const notice = region('Confirmação do e-mail');
    await expect.element(notice.getByText(/esperam para seguir a ana@example.com/)).toBeVisible();
    await press('Enviar novamente', notice);
    await expect.element(toast.getByText('E-mail enviado')).toBeVisible();
    expect(callsOf('resendVerification')).toHaveLength(1);
  });
});
