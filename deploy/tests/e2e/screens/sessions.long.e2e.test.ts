import { describe, expect, it } from 'vitest';
import { ownBrowser, person, signIn } from '../support/browser.ts';
import { signUp } from '../support/client.ts';
import { dialog, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

describe('the open sessions', () => {
  it('[sessions-two-browsers] one browser ends the other, which is out on its next request', async () => {
    const { user, password } = await signUp(stackUrl());
    const { page: desk } = await person(browser, stackUrl());
    const { page: phone, context } = await person(browser, stackUrl(), { userAgent: IPHONE });
    for (const page of [desk, phone]) await signIn(page, { email: user.email, password });

    await desk.goto('/profile/sessoes');
    const list = desk.getByRole('list', { name: 'Sessões abertas' });
    const theirs = list.getByRole('listitem').filter({ hasText: 'Safari no iPhone' });
    await theirs.waitFor();
    await list.getByRole('listitem').filter({ hasText: 'Esta sessão' }).getByText('Em uso agora').waitFor();
    await theirs.getByRole('button', { name: /^Encerrar/ }).click();
    await toast(desk).getByText('Sessão encerrada').waitFor();
    await theirs.waitFor({ state: 'detached' });

    const next = await context.request.get(`${stackUrl()}/api/registrations`);
    expect(next.status()).toBe(401);
    await phone.goto('/profile');
    await phone.waitForURL((url) => url.pathname === '/auth');

    // That of whoever signed up is left, beside this one.
    await desk.getByRole('button', { name: 'Encerrar as outras' }).click();
    await dialog(desk).getByRole('button', { name: 'Encerrar as outras' }).click();
    await desk.getByText('Só esta sessão está aberta.').waitFor();
    expect((await desk.request.get(`${stackUrl()}/api/auth/user`)).status()).toBe(200);
  });
});
