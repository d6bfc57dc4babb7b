import type { LinkedAccount, LoginProvider } from '@g2/gateway/contract/links';
import { describe, expect, it } from 'vitest';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  alerts,
  dialog,
  hasNoHorizontalScroll,
  press,
  query,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse, throwRefusal } from '../../testing/server.ts';

const linksSection = region('Contas vinculadas');
const github: LoginProvider = { id: 'github', name: 'GitHub', kind: 'github' };
const google: LoginProvider = { id: 'google', name: 'Google', kind: 'oidc' };
const aLinkedAccount = (changes: Partial<LinkedAccount> = {}): LinkedAccount => ({
  provider: 'google',
  name: 'Google',
  email: 'ana@gmail.example',
  linkedAt: '2026-03-02T12:00:00.000Z',
  lastUsedAt: null,
  ...changes,
});

async function openSecurityPage(links: LinkedAccount[], providers: LoginProvider[], search = '') {
  answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
  answer('listPasskeys', pageOf([], 100));
  answer('listProviders', { items: providers });
  answer('listLinks', () => ({ items: links }));
  open(`/profile/seguranca${search}`, aUser());
  await expect.element(region('Chaves de acesso')).toBeVisible();
  return links;
}

describe('linked accounts', () => {
  it('hides the section when there are neither providers nor linked accounts', async () => {
    await openSecurityPage([], []);
    await expect.poll(() => callsOf('listLinks').length).toBe(1);
    await expect.poll(() => callsOf('listProviders').length).toBe(1);
    await expect.element(linksSection).not.toBeInTheDocument();
  });

  it('shows each linked account with its dates, and offers the other providers', async () => {
    const oldAccount = aLinkedAccount({
      provider: 'antigo',
      name: 'antigo',
      email: null,
      lastUsedAt: '2026-03-04T12:00:00.000Z',
    });
    await openSecurityPage([aLinkedAccount(), oldAccount], [google, github]);
    await expect
      .element(linksSection.getByText('ana@gmail.example · Vinculada em 02/03/2026 · ainda não usada'))
      .toBeVisible();
    await expect
      .element(
        linksSection.getByText('e-mail ainda não informado · Vinculada em 02/03/2026 · usada em 04/03/2026'),
      )
      .toBeVisible();
    await expect.element(linksSection.getByRole('button', { name: 'Vincular GitHub' })).toBeVisible();
    await expect
      .element(linksSection.getByRole('button', { name: 'Vincular Google' }))
      .not.toBeInTheDocument();
    await setViewport(360);
    await expect.poll(hasNoHorizontalScroll).toBe(true);
  });

  it('starts to link an account by redirecting the browser to the provider', async () => {
    await openSecurityPage([], [google, github]);
    await expect.element(linksSection.getByText('Nenhuma conta vinculada.')).toBeVisible();
    answer('startLink', { redirectUrl: '#no-provedor' });
    await press('Vincular GitHub', linksSection);
    await expect.poll(() => window.location.hash).toBe('#no-provedor');
    await expect.poll(() => callsOf('startLink').map(({ body }) => body)).toEqual([{ provider: 'github' }]);
    await expect
      .element(linksSection.getByRole('button', { name: 'Vincular GitHub' }))
      .toHaveAttribute('data-loading', 'true');
  });

  it('says why linking could not start, and allows a retry', async () => {
    await openSecurityPage([], [github]);
    refuse('startLink', 'unavailable', { message: 'O provedor de identidade não respondeu.' });
    await press('Vincular GitHub', linksSection);
    await expect.element(toast.getByText('O provedor de identidade não respondeu.')).toBeVisible();
    await expect.element(linksSection.getByRole('button', { name: 'Vincular GitHub' })).toBeEnabled();
  });

  it('asks for an identity confirmation before linking when the server requires it', async () => {
    await openSecurityPage([], [github]);
    let isConfirmed = false;
    answer('startLink', () => (isConfirmed ? { redirectUrl: '#ida' } : throwRefusal('confirmation-needed')));
    answer('startConfirm', { methods: ['password'], passkey: null });
    answer('confirmIdentity', () => {
      isConfirmed = true;
    });
    await press('Vincular GitHub', linksSection);
    await dialog.getByLabelText('Senha', { exact: true }).fill('Senha-Boa-1');
    await press('Confirmar', dialog);
    await expect.poll(() => window.location.hash).toBe('#ida');
  });

  it('unlinks an account after confirmation', async () => {
    const links = await openSecurityPage([aLinkedAccount()], [google]);
    answer('unlink', () => void links.splice(0));
    await press('Desvincular Google', linksSection);
    await expect.element(dialog.getByText(/A conta Google deixa de entrar na sua\./)).toBeVisible();
    await press('Cancelar', dialog);
    expect(callsOf('unlink')).toEqual([]);
    await press('Desvincular Google', linksSection);
    await press('Desvincular', dialog);
    await expect.element(toast.getByText('Conta desvinculada')).toBeVisible();
    await expect.poll(() => callsOf('unlink').map(({ params }) => params)).toEqual([{ provider: 'google' }]);
    await expect.element(linksSection.getByRole('button', { name: 'Vincular Google' })).toBeVisible();
  });

  it('shows an error when the user unlinks the only way to sign in', async () => {
    await openSecurityPage([aLinkedAccount()], [google]);
    refuse('unlink', 'last-way-in');
    await press('Desvincular Google', linksSection);
    await press('Desvincular', dialog);
    await expect
      .element(toast.getByText('Esta é a única forma de entrar na sua conta. Defina uma senha antes.'))
      .toBeVisible();
    await expect.element(linksSection.getByRole('button', { name: 'Desvincular Google' })).toBeVisible();
  });

  it('shows an error when the linked accounts cannot be loaded, and loads them on a retry', async () => {
    answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
    answer('listPasskeys', pageOf([], 100));
    answer('listProviders', { items: [google] });
    refuse('listLinks', 'internal');
    open('/profile/seguranca', aUser());
    await expect.element(linksSection.getByText('Não foi possível ler as contas vinculadas.')).toBeVisible();
    answer('listLinks', { items: [aLinkedAccount()] });
    await press('Tentar novamente', alerts);
    await expect.element(linksSection.getByText(/ana@gmail\.example/)).toBeVisible();
  });

  it('hides the section while the linked accounts are loading', async () => {
    const release = hold('listLinks');
    await openSecurityPage([aLinkedAccount()], [google]);
    await expect.element(linksSection).not.toBeInTheDocument();
    release();
    await expect.element(linksSection).toBeVisible();
  });
});

describe('the redirect from an identity provider', () => {
  it('says that an account was linked, and removes the result from the URL', async () => {
    await openSecurityPage([aLinkedAccount()], [google], '?vinculado=google');
    await expect
      .element(linksSection.getByText('A conta Google foi vinculada: você já pode entrar por ela.'))
      .toBeVisible();
    await expect.poll(() => query()).toBe('');
  });

  it('ignores the URL when it names an account that is not linked', async () => {
    await openSecurityPage([], [google], '?vinculado=google');
    await expect.element(linksSection.getByText('Nenhuma conta vinculada.')).toBeVisible();
    await expect.element(linksSection.getByRole('status')).not.toBeInTheDocument();
  });

  it.each([
    ['provider-taken', /já entra em outra conta daqui/],
    ['account-changed', /Outra conta entrou neste navegador/],
    ['forbidden', /não confirmou o e-mail/],
    ['<b>qualquer</b>', 'A conta não foi vinculada. Comece outra vez.'],
  ])('shows why no account was linked: %s', async (code, expectedText) => {
    await openSecurityPage([], [google], `?erro=${encodeURIComponent(code)}`);
    await expect.element(linksSection.getByRole('alert').getByText(expectedText)).toBeVisible();
    await expect.poll(() => query()).toBe('');
  });
});
