import pg from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { authenticatorApp } from '../support/authenticator-app.ts';
import { launchForTests, newContextPage, saveScreenshot, signIn } from '../support/browser.ts';
import { type Client, signUp } from '../support/client.ts';
import { stackFacts, stackUrl } from '../support/shared-stack.ts';

const browser = await launchForTests();
const app = await authenticatorApp();

/** Adds a virtual WebAuthn authenticator that confirms user presence and verification. */
async function giveAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Backdates the last password check of the account's sessions. */
async function backdateSessions(userId: string): Promise<void> {
  const db = new pg.Client({ connectionString: stackFacts().postgresUrl });
  await db.connect();
  await db.query(
    "UPDATE identity.sessions SET confirmed_at = now() - interval '20 minutes' WHERE user_id = $1",
    [userId],
  );
  await db.end();
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function saveRecoveryCodes(page: Page): Promise<string[]> {
  await dialog(page).getByText('Guardei os códigos em lugar seguro').waitFor();
  const codes = await dialog(page).getByRole('listitem').allInnerTexts();
  await dialog(page).getByLabel('Guardei os códigos em lugar seguro').check();
  await press(page, 'Concluir');
  return codes;
}

async function mails(client: Client, to: string): Promise<string[]> {
  const { items } = await client.ok<{ items: { to: string; subject: string }[] }>('/dev/mail');
  return items.filter((mail) => mail.to === to).map((mail) => mail.subject);
}

it('[security-journey] signs in with an app, a passkey and a recovery code', async () => {
  const { client, user, password } = await signUp(stackUrl());
  const { page, context } = await newContextPage(browser, stackUrl());
  await giveAuthenticator(context, page);
  await signIn(page, { email: user.email, password });

  await page.goto('/profile/seguranca');
  await press(page, 'Configurar aplicativo');
  await page.getByRole('img', { name: /Código QR/ }).waitFor();
  await saveScreenshot(page, 'security-set-up');
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '');
  await page.getByLabel('Código do aplicativo').fill(app.codeOf(secret));
  await press(page, 'Ativar');
  const codes = await saveRecoveryCodes(page);
  expect(codes).toHaveLength(10);
  await page.getByText('Segundo fator ativo', { exact: true }).waitFor();

  await context.clearCookies();
  const logIn = async () => {
    await page.goto('/auth');
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Entrar' }).click();
  };
  await logIn();
  await page.getByLabel('Código do aplicativo').fill(app.codeOf(secret));
  await saveScreenshot(page, 'security-second-step');
  await press(page, 'Confirmar e entrar');
  await page.waitForURL('**/dashboard');

  await page.goto('/profile/seguranca');
  await press(page, 'Adicionar chave de acesso');
  await dialog(page).getByLabel('Nome').fill('Celular');
  await press(page, 'Criar chave');
  await page.getByRole('listitem').filter({ hasText: 'Celular' }).waitFor();
  await saveScreenshot(page, 'security');
  await context.clearCookies();
  await page.goto('/auth');
  await press(page, 'Entrar com chave de acesso');
  await page.waitForURL('**/dashboard');

  // After the time limit a sensitive action requires confirmation and then completes.
  await backdateSessions(user.id);
  await page.goto('/profile/seguranca');
  await press(page, 'Gerar novos códigos');
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  await saveScreenshot(page, 'security-confirm');
  await app.untilNext();
  await page.getByRole('dialog').getByLabel('Código do aplicativo').fill(app.codeOf(secret));
  await press(page, 'Confirmar');
  const renewed = await saveRecoveryCodes(page);
  expect(renewed).toHaveLength(10);

  await context.clearCookies();
  await logIn();
  await press(page, 'Usar código de recuperação');
  await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
  await press(page, 'Confirmar e entrar');
  await page.getByRole('alert').getByText('Código incorreto, expirado ou já usado.').waitFor();
  await page.getByLabel('Código de recuperação').fill(renewed[0] ?? '');
  await press(page, 'Confirmar e entrar');
  await page.waitForURL('**/dashboard');
  await expect
    .poll(() => mails(client, user.email), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['Segundo fator ativado', 'Código de recuperação usado']));
});
