import { closeAfterTests } from '@g2/kit/testing';
import { createFakeGithub } from '@g2/kit/testing-github';
import { freePort } from '@g2/kit/testing-ports';
import { CLIENT, createProvider } from '@g2/kit/testing-provider';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchForTests, newContextPage, saveScreenshot } from '../support/browser.ts';
import { listMailsTo } from '../support/mailbox.ts';
import { startStack } from '../support/stack.ts';

const port = await freePort();
const returnUrl = `http://localhost:${port}/api/login/callback`;
const [google, github] = await Promise.all([
  closeAfterTests(createProvider(returnUrl)),
  closeAfterTests(createFakeGithub(returnUrl)),
]);
const of = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
// This test needs its own stack, because configured providers change every sign-in page.
const starting = startStack({
  env: {
    PORT: String(port),
    OIDC_PROVIDERS: JSON.stringify([
      { id: 'google', name: 'Google', kind: 'oidc', issuer: google.issuer, ...of },
      { id: 'github', name: 'GitHub', kind: 'github', issuer: github.issuer, apiBase: github.issuer, ...of },
    ]),
  },
});
const stack = await closeAfterTests(starting.then((one) => ({ ...one, close: () => one.stop() })));
const browser = await launchForTests();

const EMAIL = 'lia.prado@example.com';
beforeAll(() => {
  google.accounts.set('lia', { email: EMAIL, email_verified: true, given_name: 'Lia', family_name: 'Prado' });
  const emails = [{ email: 'lia@git.example', primary: true, verified: true }];
  github.accounts.set('4242', { login: 'lia', name: 'Lia Prado', avatar_url: null, emails });
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const enter = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const card = (page: Page) => page.getByRole('region', { name: 'Contas vinculadas' });

describe('sign-in with several providers', () => {
  it('accepts each linked provider and never locks the user out', async () => {
    const { page, context } = await newContextPage(browser, stack.url);
    await page.goto('/auth?next=%2Fprofile%2Fseguranca');
    await enter(page, 'Entrar com Google');
    await press(page, 'lia');
    await page.waitForURL('**/profile/seguranca');
    await card(page).getByText(`${EMAIL} · Vinculada em`).waitFor();

    await press(page, 'Vincular GitHub');
    await press(page, '4242');
    await page.waitForURL('**/profile/seguranca');
    await card(page).getByText('A conta GitHub foi vinculada: você já pode entrar por ela.').waitFor();
    await saveScreenshot(page, 'linked-accounts');
    await expect
      .poll(async () => (await listMailsTo(stack.url, EMAIL)).map(({ subject }) => subject))
      .toContain('Conta vinculada');

    await context.clearCookies();
    await page.goto('/auth');
    await enter(page, 'Entrar com GitHub');
    await press(page, '4242');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.goto('/profile/seguranca');
    // The same account, although GitHub reports another e-mail.
    await card(page).getByText(EMAIL).waitFor();
    await press(page, 'Desvincular Google');
    await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
    await card(page).getByRole('button', { name: 'Vincular Google' }).waitFor();
    await press(page, 'Desvincular GitHub');
    await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
    await page.getByText('Esta é a única forma de entrar na sua conta. Defina uma senha antes.').waitFor();
    await card(page).getByRole('button', { name: 'Desvincular GitHub' }).waitFor();
    await context.close();
  });
});
