import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../testing/overview.ts';
import {
  anAccount,
  anAdmin,
  aStaffRegistration,
  aUser,
  pageOf,
  queueStatsOf,
  registrationStatsOf,
} from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { main, press, toast } from '../testing/screen.ts';
import { answer, failWithNetworkError, hold, refuse } from '../testing/server.ts';

const ID = '0192f0c0-0000-7000-8000-000000000000';
const expectHeading = (name: string | RegExp) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const address = () => window.location.pathname + window.location.search;
const expectUrl = (expected: string) => expect.poll(address).toBe(expected);
const client = aUser();

function answersDashboard(): void {
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', registrationStatsOf());
}

function answersStaff(): void {
  answersOverview();
  answer('listQueue', pageOf([], 10));
  answer('getQueueStats', queueStatsOf());
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', aStaffRegistration({ id: ID, title: 'Agenda da clínica' }));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('listUsers', pageOf([anAccount()], 10));
}

describe('the routes for a visitor', () => {
  it('[routes-visitor] a visitor sees the public pages and login, and no protected page', async () => {
    open('/', null);
    await expectHeading('O código é seu. Tenha como provar.');
    open('/auth', null);
    await expectHeading('Acesse sua conta');
    for (const name of ['Entrar', 'Criar conta'])
      await expect.element(page.getByRole('tab', { name })).toBeVisible();
    await expect.poll(() => document.title).toBe('Entrar · G2 Software Registry');
    for (const protectedPath of [
      '/dashboard',
      '/register?step=upload',
      '/creditos',
      '/recibos',
      `/registros/${ID}`,
      `/registros/${ID}/arquivos`,
      '/profile',
      '/operator',
      `/operator/registrations/${ID}`,
      '/admin?tab=users',
      '/admin/users',
    ]) {
      open(protectedPath, null);
      await expectUrl(`/auth?next=${encodeURIComponent(protectedPath)}`);
      await expectHeading('Acesse sua conta');
    }
  });

  it('[routes-return] returns to the requested page after signing in', async () => {
    open('/profile?de=menu', null);
    await expect.element(main.getByText('Entre ou crie a conta para continuar de onde parou.')).toBeVisible();
    answer('logIn', () => {
      answer('getCurrentUser', client);
      return client;
    });
    await page.getByLabelText('E-mail').fill(client.email);
    await page.getByLabelText('Senha', { exact: true }).fill('Senha-boa-1');
    await press('Entrar', page.elementLocator(document.querySelector('form') as Element));
    await expectHeading('Perfil');
    await expect.poll(() => address()).toBe('/profile?de=menu');
  });
});

describe('the routes for a signed-in user', () => {
  it('[routes-client] a client gets dashboard, wizard and profile, and no staff pages', async () => {
    answersDashboard();
    for (const path of ['/', '/dashboard']) {
      open(path, client);
      await expectHeading('Olá, Ana');
      await expect.poll(() => address()).toBe(path);
    }
    open('/auth', client);
    await expectUrl('/dashboard');
    open('/register', client);
    await expectHeading(/Registr/);
    for (const staffPage of ['/operator', `/operator/registrations/${ID}`]) {
      open(staffPage, client);
      await expect.element(toast.getByText('Acesso não autorizado')).toBeVisible();
      await expectUrl('/dashboard');
    }
    for (const adminPage of ['/admin', '/admin?tab=users', '/admin/users']) {
      open(adminPage, client);
      await expectHeading('Acesso Negado');
    }
    await main.getByRole('link', { name: 'Ir para o painel' }).click();
    await expectUrl('/dashboard');
  });

  it('[routes-staff] an operator gets the operator’s pages, an admin gets all pages', async () => {
    answersStaff();
    const operator = aUser({ role: 'operator' });
    for (const user of [operator, anAdmin()]) {
      open('/operator', user);
      await expectHeading(/Operador/);
      open(`/operator/registrations/${ID}`, user);
      await expectHeading('Agenda da clínica');
    }
    open('/admin/users', operator);
    await expectHeading('Acesso Negado');
    open('/admin', anAdmin());
    await expectHeading(/Administra/);
    open('/admin?tab=credits', anAdmin());
    await expect.element(page.getByRole('tab', { selected: true })).toHaveTextContent('Créditos');
    open('/admin/users', anAdmin());
    await expectHeading(/Usuários/);
  });
});

describe('the routes for every user', () => {
  it('[pages-unknown] an unknown path is a 404 page for every user, before any guard', async () => {
    for (const [unknown, user] of [
      ['/nao/existe', null],
      ['/admin/zzz', client],
      ['/operator/registrations', aUser({ role: 'operator' })],
    ] as const) {
      open(unknown, user);
      await expectHeading('Page Not Found');
      await expect.poll(() => document.title).toBe('Page Not Found · G2 Software Registry');
      await expect.poll(() => address()).toBe(unknown);
    }
  });

  it('[routes-not-found] the 404 page links to the home page and to a new registration', async () => {
    answersDashboard();
    open('/dashboard/nada', client);
    await expectHeading('Page Not Found');
    await expect.element(main.getByRole('link', { name: 'Página inicial' })).toHaveAttribute('href', '/');
    await main.getByRole('link', { name: 'Registrar software' }).click();
    await expectUrl('/register');
  });

  it('[routes-session-spinner] shows a spinner while the session loads, and retries a failure', async () => {
    const releaseCall = hold('getCurrentUser');
    open('/profile', client);
    const spinner = main.getByRole('status', { name: 'Carregando' });
    await expect.element(spinner).toBeVisible();
    const { left, width, top } = spinner.element().getBoundingClientRect();
    expect(Math.abs(left + width / 2 - document.documentElement.clientWidth / 2)).toBeLessThan(2);
    expect(top).toBeGreaterThan(150);
    expect(top).toBeLessThan(700);
    failWithNetworkError('getCurrentUser');
    releaseCall();
    await expectHeading('Algo deu errado');
    answer('getCurrentUser', client);
    await press('Tentar novamente', main);
    await expectHeading('Perfil');
  });

  it('[routes-session-ended] an ended session redirects to /auth with the path to return to', async () => {
    open('/profile', client);
    await page.getByLabelText('Sobrenome').fill('Souza');
    refuse('updateCurrentUser', 'unauthenticated');
    refuse('getCurrentUser', 'unauthenticated');
    await press('Salvar alterações', main);
    await expectHeading('Acesse sua conta');
    await expect.poll(() => address()).toBe('/auth?next=%2Fprofile');
    await expect.element(main.getByText(/^Sua sessão foi encerrada/)).toBeVisible();
  });
});
