import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../../testing/overview.ts';
import { anAdmin, aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name);
const currentForm = () => document.querySelector('form') as HTMLFormElement;
const pressSubmit = (name: string) =>
  page.elementLocator(currentForm()).getByRole('button', { name }).click();

function answerEmptyDashboard(): void {
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', registrationStatsOf());
}

async function openLogin(): Promise<void> {
  open('/auth', null);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Acesse sua conta' })).toBeVisible();
}

async function submitLogin(password: string): Promise<void> {
  await field('E-mail').fill('ana@example.com');
  await field('Senha').fill(password);
  await pressSubmit('Entrar');
}

describe('the URL of the sign-in page', () => {
  it('[auth-opens-sign-up] a sign-up URL opens the sign-up form and keeps the return path', async () => {
    open('/auth?conta=nova&next=%2Fprofile', null);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Crie sua conta' })).toBeVisible();
    await expect.poll(() => window.location.search).toBe('?next=%2Fprofile');
    await expect.element(field('Sobrenome')).toBeVisible();
    await page.getByRole('tab', { name: 'Entrar' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Acesse sua conta' })).toBeVisible();
  });
});

describe('login', () => {
  it('[auth-login-checks] marks missing fields and sends no request', async () => {
    await openLogin();
    await pressSubmit('Entrar');
    await expect.poll(() => descriptionOf(field('E-mail'))).toBe('Email inválido');
    expect(descriptionOf(field('Senha'))).toBe('Senha é obrigatória');
    expect(callsOf('logIn')).toEqual([]);
    await expect.element(field('E-mail')).toHaveAttribute('autocomplete', 'username');
    await expect
      .element(page.getByRole('link', { name: 'Esqueceu a senha?' }))
      .toHaveAttribute('href', '/auth/esqueci');
    await expect.element(field('Senha')).toHaveAttribute('autocomplete', 'current-password');
    await field('Senha').fill('segredo');
    await press('Mostrar ou ocultar senha');
    await expect.element(field('Senha')).toHaveAttribute('type', 'text');
  });

  it('[auth-login] shows the error of a failed login until the next attempt, and signs the user in', async () => {
    const loginError = main.getByText('E-mail ou senha incorretos.');
    refuse('logIn', 'wrong-credentials');
    await openLogin();
    await submitLogin('errada');
    await expect.element(loginError).toBeVisible();
    await press('Fechar notificação', toast);
    await expect.element(toast.getByText('Falha no login')).not.toBeInTheDocument();
    await field('Senha').fill('certa');
    await expect.element(loginError).toBeVisible();
    expect(descriptionOf(page.elementLocator(currentForm()))).toBe('E-mail ou senha incorretos.');
    // The error disappears when the next attempt starts, before the server answers.
    failWithNetworkError('logIn');
    const release = hold('logIn');
    await pressSubmit('Entrar');
    await expect.element(loginError).not.toBeInTheDocument();
    release();
    await expect
      .element(main.getByText('Não foi possível entrar. Verifique a conexão e tente novamente.'))
      .toBeVisible();
    await expect.element(field('Senha')).toHaveValue('certa');
    answer('logIn', () => {
      const user = aUser();
      answer('getCurrentUser', user);
      return user;
    });
    answerEmptyDashboard();
    await pressSubmit('Entrar');
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    await expect.element(toast.getByText('Login realizado com sucesso')).toBeVisible();
    await expect.element(toast.getByText('Bem-vindo(a), Ana!')).toBeVisible();
  });

  it('redirects staff to the home page of their role, unless the URL names another page', async () => {
    answersOverview();
    answer('listColleagues', pageOf([], 100));
    for (const [url, staffUser, expectedPath] of [
      ['/auth', aUser({ role: 'operator' }), '/operator'],
      ['/auth', anAdmin(), '/admin'],
      ['/auth?next=%2Fhelp', anAdmin(), '/help'],
    ] as const) {
      open(url, staffUser);
      await expect.poll(() => window.location.pathname).toBe(expectedPath);
    }
  });

  it('deletes the drafts in the browser when the account is deactivated', async () => {
    localStorage.setItem('g2.registration-draft.x', JSON.stringify({ at: Date.now(), value: 1 }));
    refuse('logIn', 'account-deactivated');
    await openLogin();
    await submitLogin('certa');
    await expect.element(toast.getByText('Sua conta está desativada.')).toBeVisible();
    expect(localStorage.getItem('g2.registration-draft.x')).toBeNull();
  });

  it('[auth-busy] shows the server’s message after too many attempts', async () => {
    const messageText = 'Muitas tentativas. Aguarde alguns minutos.';
    refuse('logIn', 'too-many-requests', { message: messageText });
    await openLogin();
    await submitLogin('qualquer');
    await expect.element(toast.getByText('Falha no login')).toBeVisible();
    await expect.element(toast.getByText(messageText)).toBeVisible();
  });

  it('[auth-legal] links to the terms and the privacy policy, each in a new tab', async () => {
    await openLogin();
    for (const [name, expectedPath] of [
      ['Termos de Uso', '/termos'],
      ['Política de Privacidade', '/privacidade'],
    ] as const) {
      const link = main.getByRole('link', { name });
      await expect.element(link).toHaveAttribute('href', expectedPath);
      await expect.element(link).toHaveAttribute('target', '_blank');
    }
  });
});

describe('sign-up', () => {
  it('[auth-sign-up] shows errors at their fields, and signs the new user in', async () => {
    const emailTakenText = 'Este e-mail já está cadastrado.';
    refuse('register', 'email-taken', { message: emailTakenText, fields: { email: emailTakenText } });
    await openLogin();
    await page.getByRole('tab', { name: 'Criar conta' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Crie sua conta' })).toBeVisible();
    await expect.poll(() => document.title).toBe('Criar conta · G2 Software Registry');
    await pressSubmit('Criar conta');
    for (const [name, error] of [
      ['Nome', 'Nome deve ter pelo menos 2 caracteres'],
      ['Sobrenome', 'Sobrenome deve ter pelo menos 2 caracteres'],
      ['E-mail', 'Email inválido'],
      ['Senha', 'A senha deve ter pelo menos 8 caracteres'],
    ] as const)
      await expect.poll(() => descriptionOf(field(name))).toContain(error);
    expect(callsOf('register')).toEqual([]);
    await expect.element(field('Senha')).toHaveAttribute('autocomplete', 'new-password');
    const signUpData = {
      firstName: 'Rui',
      lastName: 'Sá',
      email: 'rui@example.com',
      password: 'Senha-boa-1',
    };
    await field('Nome').fill(signUpData.firstName);
    await field('Sobrenome').fill(signUpData.lastName);
    await field('E-mail').fill(signUpData.email);
    await field('Senha').fill(signUpData.password);
    await pressSubmit('Criar conta');
    await expect.element(toast.getByText('Falha no registro')).toBeVisible();
    await expect.poll(() => descriptionOf(field('E-mail'))).toBe(emailTakenText);
    answerEmptyDashboard();
    answer('register', () => {
      const user = aUser(signUpData);
      answer('getCurrentUser', user);
      return user;
    });
    await pressSubmit('Criar conta');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Olá, Rui' })).toBeVisible();
    await expect.poll(() => callsOf('register').map(({ body }) => body)).toEqual([signUpData, signUpData]);
    await expect.element(toast.getByText('Registro realizado com sucesso')).toBeVisible();
    await expect.element(toast.getByText('Sua conta foi criada. Bem-vindo(a), Rui!')).toBeVisible();
  });
});

describe('the older login page', () => {
  it('[auth-external] /login has one button to /api/login, and redirects a signed-in user to /', async () => {
    open('/login', null);
    const button = main.getByRole('link', { name: 'Entrar com provedor de identidade' });
    await expect.element(button).toHaveAttribute('href', '/api/login');
    expect(main.getByRole('button').elements()).toEqual([]);
    await expect.element(main.getByText(/Ao continuar, você concorda com os/)).toBeVisible();
    expect(main.getByRole('link', { name: /Termos|Privacidade/ }).elements()).toHaveLength(2);
    await expect
      .element(main.getByRole('link', { name: 'Acesse por aqui' }))
      .toHaveAttribute('href', '/auth');
    answerEmptyDashboard();
    open('/login', aUser());
    await expect.element(page.getByRole('heading', { level: 1, name: 'Olá, Ana' })).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe('/');
  });
});
