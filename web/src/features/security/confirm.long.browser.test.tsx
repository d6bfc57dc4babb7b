import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, main, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse, refused } from '../../testing/server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
const CODES = ['AAAAAA-BBBBBB-CCCCCC-DDDDDD'];

/** Opens a page with a sensitive action that is refused until the user confirms their identity. */
async function atSensitive(): Promise<void> {
  let isConfirmed = false;
  answer('getFactors', { totp: true, passkeys: 0, recoveryCodes: 3 });
  answer('listPasskeys', pageOf([], 100));
  answer('renewRecoveryCodes', () =>
    isConfirmed ? { recoveryCodes: CODES } : refused('confirmation-needed'),
  );
  answer('confirmIdentity', () => {
    isConfirmed = true;
  });
  open('/profile/seguranca', aUser({ mfaEnabled: true }));
  await press('Gerar novos códigos', main);
  await expect.element(dialog).toBeVisible();
}

describe('an action that requires an identity confirmation', () => {
  it('asks for the password, and then repeats the refused action by itself', async () => {
    answer('startConfirm', { methods: ['password'], passkey: null });
    await atSensitive();
    const password = dialog.getByLabelText('Senha', { exact: true });
    await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
    const wrong = 'Senha incorreta';
    refuse('confirmIdentity', 'invalid-input', { message: wrong, fields: { password: wrong } });
    await password.fill('errada');
    await press('Confirmar', dialog);
    await expect.element(dialog.getByText(wrong)).toBeVisible();
    let calls = 0;
    answer('renewRecoveryCodes', () => {
      calls += 1;
      return { recoveryCodes: CODES };
    });
    answer('confirmIdentity');
    await password.fill('certa');
    await keys('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    await expect.poll(() => callsOf('confirmIdentity').at(-1)?.body).toEqual({ password: 'certa' });
    expect(calls).toBe(1);
  });

  it('asks for a code of the authenticator app, and accepts a recovery code', async () => {
    answer('startConfirm', { methods: ['totp', 'recovery'], passkey: null });
    await atSensitive();
    await expect.element(dialog.getByLabelText('Código do aplicativo')).toHaveFocus();
    await press('Usar código de recuperação', dialog);
    await dialog.getByLabelText('Código de recuperação').fill('aaaaaa bbbbbb');
    await press('Confirmar', dialog);
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    await expect.poll(() => callsOf('confirmIdentity')[0]?.body).toEqual({ code: 'aaaaaabbbbbb' });
  });

  it('confirms the identity by a passkey', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
      id: 'AQID',
      rawId: bytes('abc'),
      type: 'public-key',
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: bytes('{}'), authenticatorData: bytes('x'), signature: bytes('y') },
    } as unknown as Credential);
    const passkey = { options: { challenge: 'AAAA' }, flow: 'a.b.c' };
    answer('startConfirm', { methods: ['passkey', 'recovery'], passkey });
    await atSensitive();
    await press('Usar chave de acesso', dialog);
    await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
    await expect
      .poll(() => callsOf('confirmIdentity')[0]?.body)
      .toMatchObject({ flow: 'a.b.c', passkey: { id: 'AQID' } });
  });

  it('shows an explanation instead of a form to an account that signs in only by provider', async () => {
    answer('startConfirm', { methods: [], passkey: null });
    await atSensitive();
    await expect.element(dialog.getByText(/entra pelo provedor de identidade/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Confirmar' })).not.toBeInTheDocument();
    await press('Cancelar', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

it('cancelling the identity confirmation keeps the form; the call can be repeated', async () => {
  const person = {
    ...aUser({ firstName: 'Bia', lastName: 'Reis', email: 'bia@example.com' }),
    deletionBlockedBy: null,
  };
  answer('listUsers', pageOf([person], 100));
  let isConfirmed = false;
  answer('adjustUserCredits', ({ params }) => {
    if (!isConfirmed) refused('confirmation-needed');
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
  const form = page.getByRole('dialog', { name: 'Gerenciar créditos' });
  await form.getByLabelText('Delta (centésimos de crédito)').fill('500');
  await form.getByLabelText('Motivo').fill('Cortesia');
  await press('Atualizar créditos', form);
  await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveFocus();
  // Esc closes only the confirmation, not the dialog below it.
  await keys('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(form.getByLabelText('Motivo')).toHaveValue('Cortesia');
  await expect.element(toast.getByText('Confirme que é você para continuar.')).toBeVisible();
  expect(callsOf('adjustUserCredits')).toHaveLength(1);

  await press('Atualizar créditos', form);
  await dialog.getByLabelText('Senha', { exact: true }).fill('certa');
  await press('Confirmar', dialog);
  await expect.element(form).not.toBeInTheDocument();
  const [, second, third] = callsOf('adjustUserCredits');
  expect(third?.body).toEqual(second?.body);
  expect(third?.headers.get('idempotency-key')).toBe(second?.headers.get('idempotency-key'));
});
