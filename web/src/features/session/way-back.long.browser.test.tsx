import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { described, fits, main, press, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, cut, hold, refuse } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const TOKEN = 'x'.repeat(43);
const field = (name: string) => page.getByLabelText(name, { exact: true });
const heading = (name: string) => expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const unproven = aUser({ emailVerified: false });

describe('a forgotten password', () => {
  it('[forgot-asks] takes an address and says the same whether it is known', async () => {
    answer('forgotPassword');
    open('/auth/esqueci', null);
    await heading('Esqueceu a senha?');
    await press('Enviar link', main);
    await expect.poll(() => described(field('E-mail'))).toBe('Email inválido');
    expect(callsOf('forgotPassword')).toEqual([]);
    await field('E-mail').fill(' ana@example.com ');
    const letGo = hold('forgotPassword');
    await press('Enviar link', main);
    await expect.element(main.getByRole('button', { name: 'Enviar link' })).toBeDisabled();
    letGo();
    await heading('Confira seu e-mail');
    await expect.element(main.getByText(/Se houver uma conta com ana@example.com/)).toBeVisible();
    await expect
      .poll(() => callsOf('forgotPassword').map(({ body }) => body))
      .toEqual([{ email: 'ana@example.com' }]);
    await expect.poll(() => document.title).toBe('Esqueci minha senha · G2 Software Registry');
    await press('Pedir de novo', main);
    await expect.element(field('E-mail')).toHaveValue('ana@example.com');
  });

  it('[forgot-fails] keeps what was typed where it fails, and says why', async () => {
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

describe('a new password', () => {
  it('[new-password] is set by the link, whose token the address bar has no longer', async () => {
    answer('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}`, null);
    await heading('Defina uma nova senha');
    expect(window.location.href).not.toContain(TOKEN);
    await field('Nova senha').fill('curta');
    await field('Repita a nova senha').fill('outra');
    await press('Salvar nova senha', main);
    await expect.poll(() => described(field('Nova senha'))).toContain('pelo menos 8 caracteres');
    expect(described(field('Repita a nova senha'))).toBe('As senhas não conferem');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await page.getByRole('button', { name: 'Mostrar ou ocultar senha' }).first().click();
    await expect.element(field('Nova senha')).toHaveAttribute('type', 'text');
    await press('Salvar nova senha', main);
    await heading('Senha alterada');
    await expect
      .poll(() => callsOf('setPasswordByLink').map(({ body }) => body))
      .toEqual([{ token: TOKEN, newPassword: 'Nova-senha-2' }]);
    await expect
      .element(main.getByRole('link', { name: 'Ir para a página de entrada' }))
      .toHaveAttribute('href', '/auth');
  });

  it('[new-password-refused] a link that holds no longer leads to another', async () => {
    refuse('setPasswordByLink', 'token-invalid');
    open(`/auth/nova-senha?token=${TOKEN}`, null);
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await heading('Este link não vale mais');
    await main.getByRole('link', { name: 'Pedir novo link' }).click();
    await heading('Esqueceu a senha?');
    open('/auth/nova-senha', null);
    await expect.element(main.getByText(/Abra novamente o link do e-mail/)).toBeVisible();
  });

  it('[new-password-kept] stays at the form where there is no answer, and shows a refusal at its field', async () => {
    cut('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}`, null);
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await expect.element(main.getByRole('alert').getByText(/Sem conexão/)).toBeVisible();
    await expect.element(field('Nova senha')).toHaveValue('Nova-senha-2');
    refuse('setPasswordByLink', 'invalid-input', { fields: { newPassword: 'Esta senha é comum demais' } });
    await press('Salvar nova senha', main);
    await expect.poll(() => described(field('Nova senha'))).toContain('Esta senha é comum demais');
  });

  it('[undo-change] of the link to a former address says that it comes back', async () => {
    answer('setPasswordByLink');
    open(`/auth/nova-senha?token=${TOKEN}&desfazer=1`, null);
    await heading('Desfazer a troca de e-mail');
    await field('Nova senha').fill('Nova-senha-2');
    await field('Repita a nova senha').fill('Nova-senha-2');
    await press('Salvar nova senha', main);
    await expect.element(main.getByText(/O e-mail da conta voltou a ser o anterior/)).toBeVisible();
  });
});

describe('a way in from a new place', () => {
  const allow = () => press('Permitir e entrar', main);

  it('[allow-sign-in] is sent on a click alone, and leads to the sign-in', async () => {
    answer('allowSignIn');
    open(`/auth/permitir?token=${TOKEN}`, null);
    await heading('Permitir a entrada deste lugar');
    await expect.poll(() => window.location.search).toBe('');
    await settled();
    expect(callsOf('allowSignIn')).toEqual([]);
    await allow();
    await heading('Entrada permitida');
    expect(callsOf('allowSignIn').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    await expect.element(main.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth');
  });

  it('by a link that does not hold leads to a new password; what failed can be tried again', async () => {
    refuse('allowSignIn', 'unavailable');
    open(`/auth/permitir?token=${TOKEN}`, null);
    await allow();
    await heading('Não foi possível permitir');
    refuse('allowSignIn', 'token-invalid');
    await press('Tentar novamente', main);
    await heading('Este link não vale mais');
    await expect
      .element(main.getByRole('link', { name: 'Definir nova senha' }))
      .toHaveAttribute('href', '/auth/esqueci');
  });
});

describe('a confirmation', () => {
  const confirm = () => press('Confirmar e-mail', main);

  it('[confirm-link] is sent on a click alone, signed out as well, and leads on', async () => {
    answer('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await heading('Confirme o seu e-mail');
    await expect.poll(() => window.location.search).toBe('');
    await settled();
    // A program that looks into mails runs the page's scripts, and presses nothing.
    expect(callsOf('verifyEmail')).toEqual([]);
    await confirm();
    await heading('E-mail confirmado');
    expect(callsOf('verifyEmail').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    await expect
      .element(main.getByRole('link', { name: 'Ir para o painel' }))
      .toHaveAttribute('href', '/dashboard');
  });

  it('[confirm-signed-in] is known everywhere at once', async () => {
    answer('verifyEmail', () => {
      answer('getCurrentUser', { ...unproven, emailVerified: true });
    });
    open(`/auth/confirmar?token=${TOKEN}`, unproven);
    await confirm();
    await heading('E-mail confirmado');
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', figuresOf());
    await main.getByRole('link', { name: 'Ir para o painel' }).click();
    await heading('Olá, Ana');
    await expect.element(region('Confirmação do e-mail')).not.toBeInTheDocument();
  });

  it('[confirm-change] of another address needs its owner signed in, and says so', async () => {
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, null);
    await heading('Confirme o novo e-mail');
    await expect.element(main.getByText(/Depois abra o link outra vez/)).toBeVisible();
    expect(main.getByRole('button', { name: 'Confirmar e-mail' }).elements()).toEqual([]);
    answer('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, aUser());
    await confirm();
    await heading('E-mail trocado');
    refuse('verifyEmail', 'email-taken');
    open(`/auth/confirmar?token=${TOKEN}&troca=1`, aUser());
    await confirm();
    await heading('Não foi possível confirmar');
    await expect.element(main.getByText('Este e-mail já está cadastrado.')).toBeVisible();
  });

  it('[confirm-refused] tells each how to go on', async () => {
    refuse('verifyEmail', 'token-invalid');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await confirm();
    await heading('Este link não vale mais');
    await expect.element(main.getByText(/Entre na sua conta e peça outro/)).toBeVisible();
    answer('resendVerification');
    open(`/auth/confirmar?token=${TOKEN}`, unproven);
    await confirm();
    await press('Enviar novamente', main);
    await expect.element(toast.getByText(/enviado para ana@example.com/)).toBeVisible();
    // Opened twice.
    open(`/auth/confirmar?token=${TOKEN}`, aUser());
    await confirm();
    await expect.element(main.getByText('O e-mail da sua conta já está confirmado.')).toBeVisible();
  });

  it('[confirm-again] is tried again where there was no answer', async () => {
    cut('verifyEmail');
    open(`/auth/confirmar?token=${TOKEN}`, null);
    await confirm();
    await heading('Não foi possível confirmar');
    answer('verifyEmail');
    await press('Tentar novamente', main);
    await heading('E-mail confirmado');
  });
});

describe('the own address', () => {
  it('[email-card] says whether it is proven, and has the link sent again', async () => {
    open('/profile', aUser());
    await expect.element(main.getByText('Confirmado', { exact: true })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Enviar novamente' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation', { name: 'Sua conta' })).toBeVisible();
    refuse('resendVerification', 'too-many-requests');
    open('/profile', unproven);
    await expect.element(main.getByText('Não confirmado')).toBeVisible();
    await press('Enviar novamente', main);
    await expect.element(toast.getByText('Erro ao enviar o e-mail')).toBeVisible();
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
  });

  it('[email-change] is changed by password and a link to the new one', async () => {
    const wrong = 'Senha atual incorreta';
    refuse('changeEmail', 'invalid-input', { message: wrong, fields: { currentPassword: wrong } });
    open('/profile', aUser());
    await press('Trocar e-mail', main);
    await expect.element(field('Novo e-mail')).toHaveFocus();
    await press('Enviar confirmação', main);
    await expect.poll(() => described(field('Novo e-mail'))).toBe('Email inválido');
    await field('Novo e-mail').fill('nova@example.com');
    await field('Sua senha').fill('errada');
    await press('Enviar confirmação', main);
    await expect.poll(() => described(field('Sua senha'))).toBe(wrong);
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

  it('[unproven-notice] while unproven, the dashboard names what waits', async () => {
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', figuresOf());
    answer('resendVerification');
    open('/dashboard', unproven);
    const notice = region('Confirmação do e-mail');
    await expect.element(notice.getByText(/esperam para seguir a ana@example.com/)).toBeVisible();
    await press('Enviar novamente', notice);
    await expect.element(toast.getByText('E-mail enviado')).toBeVisible();
    expect(callsOf('resendVerification')).toHaveLength(1);
  });
});
