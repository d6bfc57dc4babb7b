import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  descriptionOf,
  hasNoHorizontalScroll,
  main,
  press,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const TOKEN = 'x'.repeat(43);
const field = (name: string) => page.getByLabelText(name, { exact: true });
const expectHeading = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const unconfirmedUser = aUser({ emailVerified: false });

describe('the request for a new password', () => {
  it('[forgot-asks] asks for an e-mail address, and does not reveal whether an account exists', async () => {
    answer('forgotPassword');
    open('/auth/esqueci', null);
    await expectHeading('Esqueceu a senha?');
    await press('Enviar link', main);
    await expect.poll(() => descriptionOf(field('E-mail'))).toBe('Email inválido');
    expect(callsOf('forgotPassword')).toEqual([]);
    await field('E-mail').fill(' ana@example.com ');
    const release = hold('forgotPassword');
    await press('Enviar link', main);
    await expect.element(main.getByRole('button', { name: 'Enviar link' })).toBeDisabled();
    release();
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
    failWithNetworkError('forgotPassword');
    await press('Enviar link', main);
    await expect.element(main.getByRole('alert').getByText(/Sem conexão/)).toBeVisible();
    await expect.element(field('E-mail')).toHaveValue('ana@example.com');
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});

describe('the page to set a new password', () => {
  it('[new-password] sets a new password by a link, and removes the token from the address bar', async () => {
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

  it('[new-password-kept] keeps the form after a network error, and marks a refused password', async () => {
    failWithNetworkError('setPasswordByLink');
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

  it('[undo-change] setting a password by the undo link also restores the previous e-mail address', async () => {
    answer('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}&desfazer=1`, null);
    await expectHeading('Desfazer a troca de e-mail');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await expect.element(main.getByText(/O e-mail da conta voltou a ser o anterior/)).toBeVisible();
  });
});

describe('the page to allow a sign-in from a new place', () => {
  const pressAllow = () => press('Permitir e entrar', main);

  it('[allow-sign-in] allows a sign-in only on a click, and then links to the sign-in page', async () => {
    answer('allowSignIn');
    open(`/auth/permitir?token=${TOKEN}`, null);
    await expectHeading('Permitir a entrada deste lugar');
    await expect.poll(() => window.location.search).toBe('');
    await settled();
    expect(callsOf('allowSignIn')).toEqual([]);
    await pressAllow();
    await expectHeading('Entrada permitida');
    expect(callsOf('allowSignIn').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    await expect.element(main.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth');
  });

  it('offers a retry after a failure, and a new password when the link is invalid', async () => {
    refuse('allowSignIn', 'unavailable');
    open(`/auth/permitir?token=${TOKEN}`, null);
    await pressAllow();
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
  const pressConfirm = () => press('Confirmar e-mail', main);

  it('[confirm-link] confirms an e-mail address only on a click, also when signed out', async () => {
    answer('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await expectHeading('Confirme o seu e-mail');
    await expect.poll(() => window.location.search).toBe('');
    await settled();
    // Opening the page must not use the link, because mail scanners run the page's scripts.
    expect(callsOf('verifyEmail')).toEqual([]);
    await pressConfirm();
    await expectHeading('E-mail confirmado');
    expect(callsOf('verifyEmail').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    await expect
      .element(main.getByRole('link', { name: 'Ir para o painel' }))
      .toHaveAttribute('href', '/dashboard');
  });

  it('[confirm-signed-in] removes the notice from the dashboard after the confirmation', async () => {
    answer('verifyEmail', () => {
      answer('getCurrentUser', { ...unconfirmedUser, emailVerified: true });
    });
    open(`/auth/confirmar?token=${TOKEN}`, unconfirmedUser);
    await pressConfirm();
    await expectHeading('E-mail confirmado');
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', registrationStatsOf());
    await main.getByRole('link', { name: 'Ir para o painel' }).click();
    await expectHeading('Olá, Ana');
    await expect.element(region('Confirmação do e-mail')).not.toBeInTheDocument();
  });

  it('[confirm-change] confirms a new e-mail address only while the user is signed in', async () => {
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, null);
    await expectHeading('Confirme o novo e-mail');
    await expect.element(main.getByText(/Depois abra o link outra vez/)).toBeVisible();
    expect(main.getByRole('button', { name: 'Confirmar e-mail' }).elements()).toEqual([]);
    answer('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, aUser());
    await pressConfirm();
    await expectHeading('E-mail trocado');
    refuse('verifyEmail', 'email-taken');
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, aUser());
    await pressConfirm();
    await expectHeading('Não foi possível confirmar');
    await expect.element(main.getByText('Este e-mail já está cadastrado.')).toBeVisible();
  });

  it('[confirm-refused] explains to each kind of user how to continue after an invalid link', async () => {
    refuse('verifyEmail', 'token-invalid');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await pressConfirm();
    await expectHeading('Este link não vale mais');
    await expect.element(main.getByText(/Entre na sua conta e peça outro/)).toBeVisible();
    answer('resendVerification');
    open(`/auth/confirmar?token=${TOKEN}`, unconfirmedUser);
    await pressConfirm();
    await press('Enviar novamente', main);
    await expect.element(toast.getByText(/enviado para ana@example.com/)).toBeVisible();
    // The user has confirmed the address already and opens the link again.
    open(`/auth/confirmar?token=${TOKEN}`, aUser());
    await pressConfirm();
    await expect.element(main.getByText('O e-mail da sua conta já está confirmado.')).toBeVisible();
  });

  it('[confirm-again] offers a retry after a network error', async () => {
    failWithNetworkError('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await pressConfirm();
    await expectHeading('Não foi possível confirmar');
    answer('verifyEmail');
    await press('Tentar novamente', main);
    await expectHeading('E-mail confirmado');
  });
});

describe('the user’s e-mail address', () => {
  it('[email-card] shows whether the address is confirmed, and an error when resending fails', async () => {
    open('/profile', aUser());
    await expect.element(main.getByText('Confirmado', { exact: true })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Enviar novamente' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation', { name: 'Sua conta' })).toBeVisible();
    refuse('resendVerification', 'too-many-requests');
    open('/profile', unconfirmedUser);
    await expect.element(main.getByText('Não confirmado')).toBeVisible();
    await press('Enviar novamente', main);
    await expect.element(toast.getByText('Erro ao enviar o e-mail')).toBeVisible();
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[email-change] requires the password, and sends a link to the new e-mail address', async () => {
    const wrongPasswordText = 'Senha atual incorreta';
    refuse('changeEmail', 'invalid-input', {
      message: wrongPasswordText,
      fields: { currentPassword: wrongPasswordText },
    });
    open('/profile', aUser());
    await press('Trocar e-mail', main);
    await expect.element(field('Novo e-mail')).toHaveFocus();
    await press('Enviar confirmação', main);
    await expect.poll(() => descriptionOf(field('Novo e-mail'))).toBe('Email inválido');
    await field('Novo e-mail').fill('nova@example.com');
    await field('Sua senha').fill('errada');
    await press('Enviar confirmação', main);
    await expect.poll(() => descriptionOf(field('Sua senha'))).toBe(wrongPasswordText);
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

  it('[unproven-notice] the dashboard says what is not sent to an unconfirmed e-mail address', async () => {
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', registrationStatsOf());
    answer('resendVerification');
    open('/dashboard', unconfirmedUser);
    const notice = region('Confirmação do e-mail');
    await expect.element(notice.getByText(/esperam para seguir a ana@example.com/)).toBeVisible();
    await press('Enviar novamente', notice);
    await expect.element(toast.getByText('E-mail enviado')).toBeVisible();
    expect(callsOf('resendVerification')).toHaveLength(1);
  });
});
