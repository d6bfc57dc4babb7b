import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const secondStepForm = page.getByRole('form', { name: 'Segundo fator' });
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

afterEach(() => {
  vi.restoreAllMocks();
});
beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', registrationStatsOf());
});

/** From now on the mock server reports a signed-in user. Returns this user, for the response of the sign-in call. */
function signInUser() {
  const user = aUser({ mfaEnabled: true });
  answer('getCurrentUser', user);
  return user;
}

async function openSecondStep(mfaMethods: string): Promise<void> {
  refuse('logIn', 'mfa-required', { facts: { mfaToken: 'a.b.c', mfaMethods } });
  open('/auth', null);
  await field('E-mail').fill('ana@example.com');
  await field('Senha').fill('Senha-Boa-1');
  await page
    .elementLocator(document.querySelector('form') as HTMLFormElement)
    .getByRole('button', { name: 'Entrar' })
    .click();
  await expect.element(secondStepForm).toBeVisible();
}

function mockPasskeyAnswer(): void {
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
    id: 'AQID',
    rawId: bytesOf('abc'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytesOf('{}'),
      authenticatorData: bytesOf('x'),
      signature: bytesOf('y'),
      userHandle: bytesOf('z'),
    },
  } as unknown as Credential);
}

describe('the second step of a sign-in', () => {
  it('asks for the second factor when an identity provider redirects with a token in the URL', async () => {
    open('/auth?next=%2Fhelp#mfaToken=a.b.c&mfaMethods=totp%2Crecovery', null);
    await expect.element(secondStepForm).toBeVisible();
    await expect.poll(() => window.location.href).toMatch(/\/auth\?next=%2Fhelp$/);
    answer('logInWithFactor', signInUser);
    await field('Código do aplicativo').fill('123456');
    await press('Confirmar e entrar', secondStepForm);
    await expect
      .poll(() => callsOf('logInWithFactor')[0]?.body)
      .toEqual({ mfaToken: 'a.b.c', code: '123456' });
    await expect.poll(() => window.location.pathname).toBe('/help');
  });

  it('replaces the password form with the field for the app’s code, and signs in', async () => {
    await openSecondStep('totp,recovery');
    await expect.element(toast.getByText('Falha no login')).not.toBeInTheDocument();
    const codeField = field('Código do aplicativo');
    await expect.element(codeField).toHaveFocus();
    await expect.element(codeField).toHaveAttribute('autocomplete', 'one-time-code');
    refuse('logInWithFactor', 'wrong-code');
    await codeField.fill('111111');
    await press('Confirmar e entrar', secondStepForm);
    await expect.element(alerts.getByText('Código incorreto, expirado ou já usado.')).toBeVisible();
    answer('logInWithFactor', signInUser);
    await codeField.fill('123 456');
    await press('Confirmar e entrar', secondStepForm);
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    await expect
      .poll(() => callsOf('logInWithFactor').at(-1)?.body)
      .toEqual({ mfaToken: 'a.b.c', code: '123456' });
    await expect.element(toast.getByText('Login realizado com sucesso')).toBeVisible();
  });

  it('accepts a recovery code instead of the app’s code', async () => {
    await openSecondStep('totp,recovery');
    await press('Usar código de recuperação', secondStepForm);
    answer('logInWithFactor', signInUser);
    await field('Código de recuperação').fill('AAAAAA-BBBBBB-CCCCCC-DDDDDD');
    await press('Confirmar e entrar', secondStepForm);
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
  });

  it('accepts a passkey of the account as the second factor', async () => {
    await openSecondStep('passkey,recovery');
    mockPasskeyAnswer();
    answer('startPasskeyLogIn', { options: { challenge: 'AAAA' }, flow: 'd.e.f' });
    answer('logInWithFactor', signInUser);
    await press('Usar chave de acesso', secondStepForm);
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
    await openSecondStep('totp');
    refuse('logInWithFactor', 'mfa-expired');
    await field('Código do aplicativo').fill('123456');
    await press('Confirmar e entrar', secondStepForm);
    await expect
      .element(main.getByText('O tempo para o segundo fator acabou. Entre novamente.'))
      .toBeVisible();
    await expect.element(field('Senha')).toBeVisible();
  });

  it('returns to the password form with the button “Voltar”', async () => {
    await openSecondStep('totp,recovery');
    await press('Voltar', secondStepForm);
    await expect.element(field('E-mail')).toBeVisible();
  });
});

describe('a sign-in by passkey only', () => {
  it('signs in by passkey without e-mail address and password', async () => {
    open('/auth', null);
    mockPasskeyAnswer();
    answer('startPasskeyLogIn', { options: { challenge: 'AAAA' }, flow: 'd.e.f' });
    answer('logInWithPasskey', signInUser);
    await press('Entrar com chave de acesso');
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    await expect
      .poll(() => callsOf('logInWithPasskey')[0]?.body)
      .toMatchObject({ flow: 'd.e.f', response: { id: 'AQID' } });
  });

  it('shows an error for an unknown passkey, but none when the user cancels the browser dialog', async () => {
    open('/auth', null);
    const cancelError = new DOMException('closed', 'NotAllowedError');
    const passkeyRequest = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(cancelError);
    answer('startPasskeyLogIn', { options: { challenge: 'AAAA' }, flow: 'd.e.f' });
    await press('Entrar com chave de acesso');
    await expect.poll(() => passkeyRequest.mock.calls.length).toBe(1);
    await expect.element(page.getByRole('button', { name: 'Entrar com chave de acesso' })).toBeEnabled();
    await expect.element(toast.getByText('Falha no login')).not.toBeInTheDocument();
    mockPasskeyAnswer();
    refuse('logInWithPasskey', 'wrong-code', { message: 'Esta chave de acesso não é conhecida aqui.' });
    await press('Entrar com chave de acesso');
    await expect.element(toast.getByText('Esta chave de acesso não é conhecida aqui.')).toBeVisible();
  });
});
