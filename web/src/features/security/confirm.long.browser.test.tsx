import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse, throwRefusal } from '../../testing/server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const identityDialog = page.getByRole('dialog', { name: 'Confirme que é você' });
const CODES = ['AAAAAA-BBBBBB-CCCCCC-DDDDDD'];

/** Opens the security page and presses a button whose call requires an identity confirmation. */
async function openIdentityDialog(): Promise<void> {
  let isConfirmed = false;
  answer('getFactors', { totp: true, passkeys: 0, recoveryCodes: 3 });
  answer('listPasskeys', pageOf([], 100));
  answer('renewRecoveryCodes', () =>
    isConfirmed ? { recoveryCodes: CODES } : throwRefusal('confirmation-needed'),
  );
  answer('confirmIdentity', () => {
    isConfirmed = true;
  });
  open('/profile/seguranca', aUser({ mfaEnabled: true }));
  await press('Gerar novos códigos', main);
  await expect.element(identityDialog).toBeVisible();
}

describe('an action that requires an identity confirmation', () => {
  it('asks for the password, and repeats the refused call after the confirmation', async () => {
    answer('startConfirm', { methods: ['password'], passkey: null });
    await openIdentityDialog();
    const passwordField = identityDialog.getByLabelText('Senha', { exact: true });
    await expect.element(passwordField).toHaveAttribute('autocomplete', 'current-password');
    const wrongPasswordText = 'Senha incorreta';
    refuse('confirmIdentity', 'invalid-input', {
      message: wrongPasswordText,
      fields: { password: wrongPasswordText },
    });
    await passwordField.fill('errada');
    await press('Confirmar', identityDialog);
    await expect.element(identityDialog.getByText(wrongPasswordText)).toBeVisible();
    let renewCallCount = 0;
    answer('renewRecoveryCodes', () => {
      renewCallCount += 1;
      return { recoveryCodes: CODES };
    });
    answer('confirmIdentity');
    await passwordField.fill('certa');
    await keys('{Enter}');
    await expect.element(identityDialog).not.toBeInTheDocument();
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    await expect.poll(() => callsOf('confirmIdentity').at(-1)?.body).toEqual({ password: 'certa' });
    expect(renewCallCount).toBe(1);
  });

  it('asks for a code of the authenticator app, and accepts a recovery code', async () => {
    answer('startConfirm', { methods: ['totp', 'recovery'], passkey: null });
    await openIdentityDialog();
    await expect.element(identityDialog.getByLabelText('Código do aplicativo')).toHaveFocus();
    await press('Usar código de recuperação', identityDialog);
    await identityDialog.getByLabelText('Código de recuperação').fill('aaaaaa bbbbbb');
    await press('Confirmar', identityDialog);
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    await expect.poll(() => callsOf('confirmIdentity')[0]?.body).toEqual({ code: 'aaaaaabbbbbb' });
  });

  it('confirms the identity by a passkey', async () => {
    const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
    vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
      id: 'AQID',
      rawId: bytesOf('abc'),
      type: 'public-key',
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytesOf('{}'), authenticatorData: bytesOf('x'), signature: bytesOf('y') },
    } as unknown as Credential);
    const passkey = { options: { challenge: 'AAAA' }, flow: 'a.b.c' };
    answer('startConfirm', { methods: ['passkey', 'recovery'], passkey });
    await openIdentityDialog();
    await press('Usar chave de acesso', identityDialog);
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    await expect
      .poll(() => callsOf('confirmIdentity')[0]?.body)
      .toMatchObject({ flow: 'a.b.c', passkey: { id: 'AQID' } });
  });

  it('shows an explanation instead of a form for an account without password and second factor', async () => {
    answer('startConfirm', { methods: [], passkey: null });
    await openIdentityDialog();
    await expect.element(identityDialog.getByText(/entra pelo provedor de identidade/)).toBeVisible();
    await expect.element(identityDialog.getByRole('button', { name: 'Confirmar' })).not.toBeInTheDocument();
    await press('Cancelar', identityDialog);
    await expect.element(identityDialog).not.toBeInTheDocument();
  });
});

it('keeps the form when the identity confirmation is cancelled, and can submit it again', async () => {
  const managedUser = {
    ...aUser({ firstName: 'Bia', lastName: 'Reis', email: 'bia@example.com' }),
    deletionBlockedBy: null,
  };
  answer('listUsers', pageOf([managedUser], 100));
  let isConfirmed = false;
  answer('adjustUserCredits', ({ params }) => {
    if (!isConfirmed) throwRefusal('confirmation-needed');
    const transaction = {
      id: crypto.randomUUID(),
      userId: params.id,
      delta: 500,
      balanceAfter: 500,
      reason: 'Cortesia',
      referenceType: null,
      referenceId: null,
      createdBy: null,
      createdAt: '2026-03-02T12:00:00.000Z',
    };
    return { transaction, balance: 500 };
  });
  answer('startConfirm', { methods: ['password'], passkey: null });
  answer('confirmIdentity', () => {
    isConfirmed = true;
  });
  open('/admin/users', aUser({ role: 'admin' }));
  await press('Gerenciar créditos de Bia Reis', main.getByRole('table'));
  const creditsDialog = page.getByRole('dialog', { name: 'Gerenciar créditos' });
  await creditsDialog.getByLabelText('Delta (centésimos de crédito)').fill('500');
  await creditsDialog.getByLabelText('Motivo').fill('Cortesia');
  await press('Atualizar créditos', creditsDialog);
  await expect.element(identityDialog.getByLabelText('Senha', { exact: true })).toHaveFocus();
  // Escape closes only the identity dialog, not the dialog below it.
  await keys('{Escape}');
  await expect.element(identityDialog).not.toBeInTheDocument();
  await expect.element(creditsDialog.getByLabelText('Motivo')).toHaveValue('Cortesia');
  await expect.element(toast.getByText('Confirme que é você para continuar.')).toBeVisible();
  expect(callsOf('adjustUserCredits')).toHaveLength(1);

  await press('Atualizar créditos', creditsDialog);
  await identityDialog.getByLabelText('Senha', { exact: true }).fill('certa');
  await press('Confirmar', identityDialog);
  await expect.element(creditsDialog).not.toBeInTheDocument();
  const [, secondCall, thirdCall] = callsOf('adjustUserCredits');
  expect(thirdCall?.body).toEqual(secondCall?.body);
  expect(thirdCall?.headers.get('idempotency-key')).toBe(secondCall?.headers.get('idempotency-key'));
});
