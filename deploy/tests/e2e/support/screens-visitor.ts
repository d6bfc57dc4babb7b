import type { Page } from 'playwright-core';
import { answered, away, hang, heading, holdToast, type Screen, text, toastShown } from './screen.ts';

const USER = '**/api/auth/user';
const NO_SESSION = /<meta name="g2-session"[^>]*>/;

/** The document does not say that nobody is signed in, so that the page asks. */
const asked = (before: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await before(page);
  await page.route('**/dashboard', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(NO_SESSION, '') });
  });
};

const screens: readonly Omit<Screen, 'area' | 'viewer'>[] = [
  { name: 'landing', path: '/', ready: heading(/./) },
  { name: 'auth-login', path: '/auth', ready: (page) => page.getByLabel('E-mail') },
  {
    name: 'auth-sign-up',
    path: '/auth',
    reach: (page) => page.getByText('Criar conta').first().click(),
    ready: (page) => page.getByLabel('Sobrenome'),
  },
  {
    name: 'auth-login-errors',
    path: '/auth',
    reach: (page) => page.locator('form').getByRole('button', { name: 'Entrar' }).click(),
    ready: text('Senha é obrigatória'),
  },
  {
    name: 'auth-sign-up-errors',
    path: '/auth',
    reach: async (page) => {
      await page.getByText('Criar conta').first().click();
      await page.locator('form').getByRole('button', { name: 'Criar conta' }).click();
    },
    ready: text('Sobrenome deve ter pelo menos 2 caracteres'),
  },
  {
    name: 'auth-refused',
    says: true,
    path: '/auth',
    reach: async (page) => {
      await page.getByLabel('E-mail').fill('ninguem@example.com');
      await page.getByLabel('Senha', { exact: true }).fill('errada-de-propósito');
      await page.locator('form').getByRole('button', { name: 'Entrar' }).click();
      await holdToast(page);
    },
    ready: toastShown('Falha no login'),
  },
  { name: 'auth-forgot', path: '/auth/esqueci', ready: heading('Esqueceu a senha?') },
  {
    name: 'auth-forgot-sent',
    path: '/auth/esqueci',
    reach: async (page) => {
      await page.getByLabel('E-mail').fill('ninguem@example.com');
      await page.getByRole('button', { name: 'Enviar link' }).click();
    },
    ready: heading('Confira seu e-mail'),
  },
  {
    name: 'auth-new-password',
    path: '/auth/nova-senha?token=nenhum',
    reach: (page) => page.getByRole('button', { name: 'Salvar nova senha' }).click(),
    ready: text('A senha deve ter pelo menos 8 caracteres'),
  },
  { name: 'auth-confirm', path: '/auth/confirmar', ready: heading('Este link não vale mais') },
  { name: 'auth-not-me', path: '/auth/nao-fui-eu', ready: heading('Não fui eu') },
  { name: 'login-external', path: '/login', ready: heading('Entrar') },
  { name: 'help', path: '/help', ready: heading(/Ajuda/) },
  {
    name: 'help-none',
    path: '/help',
    reach: (page) => page.getByLabel('Buscar na ajuda').fill('xilofone'),
    ready: text('Nenhuma pergunta encontrada'),
  },
  {
    name: 'help-contact-errors',
    path: '/help#contato',
    reach: (page) => page.getByRole('button', { name: 'Enviar mensagem' }).click(),
    ready: text('Escreva a mensagem'),
  },
  {
    name: 'help-contact-sent',
    path: '/help#contato',
    before: answered('**/api/contact', 201, { number: 'AT-2026-000123' }),
    reach: async (page) => {
      await page.getByLabel('Nome').fill('Rui');
      await page.getByLabel('E-mail').fill('rui@example.com');
      await page.getByLabel('Assunto').fill('Entrar');
      await page.getByLabel('Mensagem').fill('Perdi o celular e não consigo entrar.');
      await page.getByRole('button', { name: 'Enviar mensagem' }).click();
    },
    ready: text('AT-2026-000123'),
  },
  { name: 'versions', path: '/versoes', ready: heading(/A prova acompanha/) },
  { name: 'developers', path: '/desenvolvedores', ready: heading(/dentro da sua esteira/) },
  { name: 'api-reference', path: '/desenvolvedores/api', ready: heading('Referência da API') },
  { name: 'terms', path: '/termos', ready: heading(/Termos/) },
  { name: 'privacy', path: '/privacidade', ready: heading(/Privacidade/) },
  { name: 'verify', path: '/verificar', ready: heading('Conferir um certificado') },
  { name: 'verify-none', path: '/verificar/banana', ready: heading('Isto não é um número de certificado') },
  { name: 'not-found', path: '/nao-existe', ready: heading('Page Not Found') },
  {
    name: 'session-loading',
    path: '/dashboard',
    before: asked(hang(USER)),
    ready: (page) => page.getByRole('status', { name: 'Carregando' }),
  },
  {
    name: 'session-failed',
    path: '/dashboard',
    before: asked(away(USER)),
    ready: heading('Algo deu errado'),
  },
];

export const visitorScreens: readonly Screen[] = screens.map((screen) => ({
  ...screen,
  area: 'visitor',
  viewer: 'visitor',
}));
