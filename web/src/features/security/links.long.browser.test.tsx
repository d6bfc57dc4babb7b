import type { LinkedAccount, LoginProvider } from '@g2/gateway/contract/links';
import { describe, expect, it } from 'vitest';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, dialog, fits, press, query, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse, refused } from '../../testing/server.ts';

const card = region('Contas vinculadas');
const github: LoginProvider = { id: 'github', name: 'GitHub', kind: 'github' };
const google: LoginProvider = { id: 'google', name: 'Google', kind: 'oidc' };
const aLink = (changes: Partial<LinkedAccount> = {}): LinkedAccount => ({
  provider: 'google',
  name: 'Google',
  email: 'ana@gmail.example',
  linkedAt: '2026-03-02T12:00:00.000Z',
  lastUsedAt: null,
  ...changes,
});

async function atSecurity(links: LinkedAccount[], providers: LoginProvider[], search = '') {
  answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
  answer('listPasskeys', pageOf([], 100));
  answer('listProviders', { items: providers });
  answer('listLinks', () => ({ items: links }));
  open(`/profile/seguranca${search}`, aUser());
  await expect.element(region('Chaves de acesso')).toBeVisible();
  return links;
}

describe('linked accounts', () => {
  it('hides the linked accounts when there are neither providers nor linked accounts', async () => {
    await atSecurity([], []);
    await expect.poll(() => callsOf('listLinks').length).toBe(1);
    await expect.poll(() => callsOf('listProviders').length).toBe(1);
    await expect.element(card).not.toBeInTheDocument();
  });

  it('shows each linked account with its dates, and offers the other providers', async () => {
    const old = aLink({
      provider: 'antigo',
      name: 'antigo',
      email: null,
      lastUsedAt: '2026-03-04T12:00:00.000Z',
    });
    await atSecurity([aLink(), old], [google, github]);
    await expect
      .element(card.getByText('ana@gmail.example · Vinculada em 02/03/2026 · ainda não usada'))
      .toBeVisible();
    await expect
      .element(card.getByText('e-mail ainda não informado · Vinculada em 02/03/2026 · usada em 04/03/2026'))
      .toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Vincular GitHub' })).toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Vincular Google' })).not.toBeInTheDocument();
    await widen(360);
    await expect.poll(fits).toBe(true);
  });

  it('starts to link an account by redirecting the browser to the provider', async () => {
    await atSecurity([], [google, github]);
    await expect.element(card.getByText('Nenhuma conta vinculada.')).toBeVisible();
    answer('startLink', { redirectUrl: '#no-provedor' });
    await press('Vincular GitHub', card);
    await expect.poll(() => window.location.hash).toBe('#no-provedor');
    await expect.poll(() => callsOf('startLink').map(({ body }) => body)).toEqual([{ provider: 'github' }]);
    await expect
      .element(card.getByRole('button', { name: 'Vincular GitHub' }))
      .toHaveAttribute('data-loading', 'true');
  });

  it('says why linking could not start, and allows a retry', async () => {
    await atSecurity([], [github]);
    refuse('startLink', 'unavailable', { message: 'O provedor de identidade não respondeu.' });
    await press('Vincular GitHub', card);
    await expect.element(toast.getByText('O provedor de identidade não respondeu.')).toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Vincular GitHub' })).toBeEnabled();
  });

  it('asks for an identity confirmation before linking when the server requires it', async () => {
    await atSecurity([], [github]);
    let isConfirmed = false;
    answer('startLink', () => (isConfirmed ? { redirectUrl: '#ida' } : refused('confirmation-needed')));
    answer('startConfirm', { methods: ['password'], passkey: null });
    answer('confirmIdentity', () => {
      isConfirmed = true;
    });
    await press('Vincular GitHub', card);
    await dialog.getByLabelText('Senha', { exact: true }).fill('Senha-Boa-1');
    await press('Confirmar', dialog);
    await expect.poll(() => window.location.hash).toBe('#ida');
  });

  it('unlinks an account after confirmation', async () => {
    const links = await atSecurity([aLink()], [google]);
    answer('unlink', () => void links.splice(0));
    await press('Desvincular Google', card);
    await expect.element(dialog.getByText(/A conta Google deixa de entrar na sua\./)).toBeVisible();
    await press('Cancelar', dialog);
    expect(callsOf('unlink')).toEqual([]);
    await press('Desvincular Google', card);
    await press('Desvincular', dialog);
    await expect.element(toast.getByText('Conta desvinculada')).toBeVisible();
    await expect.poll(() => callsOf('unlink').map(({ params }) => params)).toEqual([{ provider: 'google' }]);
    await expect.element(card.getByRole('button', { name: 'Vincular Google' })).toBeVisible();
  });

  it('keeps a linked account that is the only way to sign in, and says so', async () => {
    await atSecurity([aLink()], [google]);
    refuse('unlink', 'last-way-in');
    await press('Desvincular Google', card);
    await press('Desvincular', dialog);
    await expect
      .element(toast.getByText('Esta é a única forma de entrar na sua conta. Defina uma senha antes.'))
      .toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Desvincular Google' })).toBeVisible();
  });

  it('says that the linked accounts could not be loaded, and loads them on a retry', async () => {
    answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
    answer('listPasskeys', pageOf([], 100));
    answer('listProviders', { items: [google] });
    refuse('listLinks', 'internal');
    open('/profile/seguranca', aUser());
    await expect.element(card.getByText('Não foi possível ler as contas vinculadas.')).toBeVisible();
    answer('listLinks', { items: [aLink()] });
    await press('Tentar novamente', alerts);
    await expect.element(card.getByText(/ana@gmail\.example/)).toBeVisible();
  });

  it('hides the linked accounts while they are loading', async () => {
    const letGo = hold('listLinks');
    await atSecurity([aLink()], [google]);
    await expect.element(card).not.toBeInTheDocument();
    letGo();
    await expect.element(card).toBeVisible();
  });
});

describe('the return from a provider', () => {
  it('confirms an account that is really linked, and removes the result from the URL', async () => {
    await atSecurity([aLink()], [google], '?vinculado=google');
    await expect
      .element(card.getByText('A conta Google foi vinculada: você já pode entrar por ela.'))
      .toBeVisible();
    await expect.poll(() => query()).toBe('');
  });

  it('confirms nothing when only the URL says that an account was linked', async () => {
    await atSecurity([], [google], '?vinculado=google');
    await expect.element(card.getByText('Nenhuma conta vinculada.')).toBeVisible();
    await expect.element(card.getByRole('status')).not.toBeInTheDocument();
  });

  it.each([
    ['provider-taken', /já entra em outra conta daqui/],
    ['account-changed', /Outra conta entrou neste navegador/],
    ['forbidden', /não confirmou o e-mail/],
    ['<b>qualquer</b>', 'A conta não foi vinculada. Comece outra vez.'],
  ])('shows why no account was linked: %s', async (code, words) => {
    await atSecurity([], [google], `?erro=${encodeURIComponent(code)}`);
    await expect.element(card.getByRole('alert').getByText(words)).toBeVisible();
    await expect.poll(() => query()).toBe('');
  });
});
