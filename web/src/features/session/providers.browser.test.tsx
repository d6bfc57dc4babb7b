import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../../testing/render.tsx';
import { alerts, hasNoHorizontalScroll, main, setViewport } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const providers = {
  items: [
    { id: 'google', name: 'Google', kind: 'oidc' as const },
    { id: 'github', name: 'GitHub', kind: 'github' as const },
  ],
};
const link = (name: string) => main.getByRole('link', { name, exact: true });
const openAuth = async (search = '') => {
  open(`/auth${search}`, null);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Acesse sua conta' })).toBeVisible();
};

describe('the identity providers on the sign-in page', () => {
  it('shows a button for each identity provider, which keeps the return path', async () => {
    answer('listProviders', providers);
    await openAuth('?next=%2Fregister%3Fid%3D1');
    await expect
      .element(link('Entrar com GitHub'))
      .toHaveAttribute('href', '/api/login?provider=github&next=%2Fregister%3Fid%3D1');
    await expect.element(main.getByText('ou', { exact: true })).toBeVisible();
    await setViewport(360);
    await expect.poll(hasNoHorizontalScroll).toBe(true);
  });

  it('labels the provider buttons differently on the sign-up form', async () => {
    answer('listProviders', providers);
    await openAuth();
    await expect.element(link('Entrar com Google')).toHaveAttribute('href', '/api/login?provider=google');
    await page.getByRole('tab', { name: 'Criar conta' }).click();
    await expect.element(link('Continuar com Google')).toHaveAttribute('href', '/api/login?provider=google');
    await expect.element(link('Continuar com GitHub')).toBeVisible();
    await expect.element(link('Entrar com Google')).not.toBeInTheDocument();
  });

  it('shows no provider buttons when there are none or their list fails to load', async () => {
    for (const hasLoadError of [false, true]) {
      if (hasLoadError) refuse('listProviders', 'not-found');
      const previousCallCount = callsOf('listProviders').length;
      await openAuth();
      await expect.poll(() => callsOf('listProviders').length).toBeGreaterThan(previousCallCount);
      await expect.element(main.getByText('ou', { exact: true })).not.toBeInTheDocument();
      await expect.element(alerts).not.toBeInTheDocument();
    }
  });
});

describe('the redirect from an identity provider without a sign-in', () => {
  it.each([
    ['forbidden', /não confirmou o seu e-mail/],
    ['unavailable', /não respondeu/],
    ['unauthenticated', /O tempo para entrar/],
    ['account-deactivated', 'Sua conta está desativada.'],
    ['not-found', /não é mais oferecido/],
    ['provider-unlinked', /vincule este provedor em Perfil/],
    ['<i>qualquer</i>', 'Não foi possível entrar por este provedor. Tente novamente.'],
  ])('says why the provider did not sign the user in: %s', async (code, expectedText) => {
    await openAuth(`?erro=${encodeURIComponent(code)}`);
    await expect.element(alerts.getByText(expectedText)).toBeVisible();
  });
});
