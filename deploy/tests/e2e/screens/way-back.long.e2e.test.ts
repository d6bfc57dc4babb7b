import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchForTests, newContextPage, signIn } from '../support/browser.ts';
import { logIn, signUp } from '../support/client.ts';
import { listMailsTo, mailedToken } from '../support/mailbox.ts';
import { setSessionCookie, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await launchForTests();
const NEXT = 'Outra-senha-2026';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const newAddress = () => `rui-${randomBytes(5).toString('hex')}@example.com`;

async function setPassword(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await field(page, 'Nova senha').fill(NEXT);
  await field(page, 'Repita a nova senha').fill(NEXT);
  await press(page, 'Salvar nova senha');
  await heading(page, 'Senha alterada');
}

describe('account recovery', () => {
  it('[way-back-reset] sets a new password through the mailed link and ends the old session', async () => {
    const { client, user } = await signUp(stackUrl());
    const { page } = await newContextPage(browser, stackUrl());
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await heading(page, 'Esqueceu a senha?');
    await field(page, 'E-mail').fill(user.email);
    await press(page, 'Enviar link');
    await heading(page, 'Confira seu e-mail');
    const token = await mailedToken(stackUrl(), user.email, '/auth/nova-senha');
    requests.length = 0;
    await setPassword(page, `/auth/nova-senha?token=${token}`);
    // Only the request of the page itself contains the token: no later URL and no Referer header does.
    expect(requests.filter((one) => one.includes(token))).toHaveLength(1);
    expect((await client.send('/api/auth/user')).status).toBe(401);
    await signIn(page, { email: user.email.toUpperCase(), password: NEXT });
    await page.goto(`/auth/nova-senha?token=${token}`);
    await field(page, 'Nova senha').fill(NEXT);
    await field(page, 'Repita a nova senha').fill(NEXT);
    await press(page, 'Salvar nova senha');
    await heading(page, 'Este link não vale mais');
    const subjects = (await listMailsTo(stackUrl(), user.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Sua senha foi alterada');
  });

  it('[way-back-change] changes the e-mail address, and reverts it by mail to the old address', async () => {
    const { client, user, password } = await signUp(stackUrl());
    const { page } = await newContextPage(browser, stackUrl());
    await setSessionCookie(page, client);
    await page.goto('/profile');
    const to = newAddress();
    await press(page, 'Trocar e-mail');
    await field(page, 'Novo e-mail').fill(to);
    await field(page, 'Sua senha').fill(password);
    await press(page, 'Enviar confirmação');
    await toast(page).getByText('Confirme no novo e-mail').waitFor();
    const token = await mailedToken(stackUrl(), to, '/auth/confirmar');
    await page.goto(`/auth/confirmar?token=${token}&troca=1`);
    await press(page, 'Confirmar e-mail');
    await heading(page, 'E-mail trocado');
    await page.goto('/profile');
    await expect.poll(() => field(page, 'E-mail').inputValue()).toBe(to);
    await logIn(stackUrl(), { email: to, password });
    const back = await mailedToken(stackUrl(), user.email, '/auth/nova-senha');
    const owner = await newContextPage(browser, stackUrl());
    await setPassword(owner.page, `/auth/nova-senha?token=${back}&desfazer=1`);
    expect((await client.send('/api/auth/user')).status).toBe(401);
    await logIn(stackUrl(), { email: user.email, password: NEXT });
  });
});
