import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const step = page.getByRole('form', { name: 'Segundo fator' });
const bytes = (text: string) => new TextEncoder().encode(text).buffer;

afterEach(() => {
  vi.restoreAllMocks();
});
beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', figuresOf());
});

/** Signs in a user and returns that user as the sign-in's answer. */
function signInUser() {
  const user = aUser({ mfaEnabled: true });
  answer('getCurrentUser', user);
  return user;
}

async function atStep(mfaMethods: string): Promise<void> {
  refuse('logIn', 'mfa-required', { facts: { mfaToken: 'a.b.c', mfaMethods } });
  open('/auth', null);
  await field('E-mail').fill('ana@example.com');
  await field('Senha').fill('Senha-Boa-1');
  await page
    .elementLocator(document.querySelector('form') as HTMLFormElement)
    .getByRole('button', { name: 'Entrar' })
    .click();
  await expect.element(step).toBeVisible();
}

function answerWithPasskey(): void {
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
    id: 'AQID',
    rawId: bytes('abc'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes('{}'),
      authenticatorData: bytes('x'),
      signature: bytes('y'),
      userHandle: bytes('z'),
    },
  } as unknown as Credential);
}

describe('the second step of a sign-in', () => {
  it('asks for the second factor after a provider’s sign-in, by a token in the URL', async () => {
    open('/auth?next=%2Fhelp#mfaToken=a.b.c&mfaMethods=totp%2Crecovery', null);
    await expect.element(step).toBeVisible();
    await expect.poll(() => window.location.href).toMatch(/\/auth\?next=%2Fhelp$/);
    answer('logInWithFactor', signInUser);
    await field('Código do aplicativo').fill('123456');
    await press('Confirmar e entrar', step);
    await expect
      .poll(() => callsOf('logInWithFactor')[0]?.body)
      .toEqual({ mfaToken: 'a.b.c', code: '123456' });
    await expect.poll(() => window.location.pathname).toBe('/help');
  });

  it('asks for the app’s code in place of the password form, and signs in', async () => {
    await atStep('totp,recovery');
    await expect.element(toast.getByText('Falha no login')).not.toBeInTheDocument();
    const code = field('Código do aplicativo');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    refuse('logInWithFactor', 'wrong-code');
    await code.fill('111111');
    await press('Confirmar e entrar', step);
    await expect.element(alerts.getByText('Código incorreto, expirado ou já usado.')).toBeVisible();
    answer('logInWithFactor', signInUser);
    await code.fill('123 456');
    await press('Confirmar e entrar', step);
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    await expect
      .poll(() => callsOf('logInWithFactor').at(-1)?.body)
      .toEqual({ mfaToken: 'a.b.c', code: '123456' });
    await expect.element(toast.getByText('Login realizado com sucesso')).toBeVisible();
  });

  it('accepts a recovery code instead of the app’s code', async () => {
    await atStep('totp,recovery');
    await press('Usar código de recuperação', step);
    answer('logInWithFactor', signInUser);
    await field('Código de recuperação').fill('AAAAAA-BBBBBB-CCCCCC-DDDDDD');
    await press('Confirmar e entrar', step);
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
  });

  it('accepts a passkey of the account as the second factor', async () => {
    await atStep('passkey,recovery');
    answerWithPasskey();
    answer('startPasskeyLogIn', { options: { challenge: 'AAAA' }, flow: 'd.e.f' });
    answer('logInWithFactor', signInUser);
    await press('Usar chave de acesso', step);
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    await expect.poll(() => callsOf('startPasskeyLogIn')[0]?.body).toEqual({ mfaToken: 'a.b.c' });
    await expect
      .poll(() => callsOf('logInWithFactor')[0]?.body)
      .toMatchObject({
        mfaToken: 'a.b.c',
        flow: 'd.e.f',
        passkey: { id: 'AQID' },
      });
  });

  it('returns to the password form with an explanation when the second factor expired', async () => {
    await atStep('totp');
    refuse('logInWithFactor', 'mfa-expired');
    await field('Código do aplicativo').fill('123456');
    await press('Confirmar e entrar', step);
    await expect
      .element(main.getByText('O tempo para o segundo fator acabou. Entre novamente.'))
      .toBeVisible();
    await expect.element(field('Senha')).toBeVisible();
  });

  it('leads from the second factor back to the password form', async () => {
    await atStep('totp,recovery');
    await press('Voltar', step);
    await expect.element(field('E-mail')).toBeVisible();
  });
});

describe('a sign-in by passkey only', () => {
  it('signs in by passkey without e-mail address and password', async () => {
    open('/auth', null);
    answerWithPasskey();
    answer('startPasskeyLogIn', { options: { challenge: 'AAAA' }, flow: 'd.e.f' });
    answer('logInWithPasskey', signInUser);
    await press('Entrar com chave de acesso');
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    await expect
      .poll(() => callsOf('logInWithPasskey')[0]?.body)
      .toMatchObject({ flow: 'd.e.f', response: { id: 'AQID' } });
  });

  it('shows that a passkey is unknown, but no error when the browser dialog is cancelled', async () => {
    open('/auth', null);
    const closed = new DOMException('closed', 'NotAllowedError');
    const passkeyRequest = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(closed);
    answer('startPasskeyLogIn', { options: { challenge: 'AAAA' }, flow: 'd.e.f' });
    await press('Entrar com chave de acesso');
    await expect.poll(() => passkeyRequest.mock.calls.length).toBe(1);
    await expect.element(page.getByRole('button', { name: 'Entrar com chave de acesso' })).toBeEnabled();
    await expect.element(toast.getByText('Falha no login')).not.toBeInTheDocument();
    answerWithPasskey();
    refuse('logInWithPasskey', 'wrong-code', { message: 'Esta chave de acesso não é conhecida aqui.' });
    await press('Entrar com chave de acesso');
    await expect.element(toast.getByText('Esta chave de acesso não é conhecida aqui.')).toBeVisible();
  });
});
