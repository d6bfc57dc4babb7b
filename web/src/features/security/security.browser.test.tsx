import type { Factors, Passkey } from '@g2/gateway/contract/factors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, dialog, fits, keys, main, press, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const CODES = Array.from({ length: 10 }, (_, n) => `AAAAA${'ABCDEFGHIJ'[n]}-BBBBBB-CCCCCC-DDDDDD`);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const app = region('Aplicativo autenticador');
const passkeys = region('Chaves de acesso');
const field = (name: string) => page.getByLabelText(name, { exact: true });

const aPasskey = (changes: Partial<Passkey> = {}): Passkey => ({
  id: 'AQID',
  name: 'Celular',
  createdAt: '2026-03-02T12:00:00.000Z',
  lastUsedAt: null,
  backedUp: true,
  ...changes,
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Opens the page; later answers follow changes of the returned `factors`. */
async function atSecurity(has: Partial<Factors> = {}, keysThere: Passkey[] = [], state: object = {}) {
  const factors = { totp: false, passkeys: keysThere.length, recoveryCodes: 0, ...has };
  const user = aUser({ mfaEnabled: factors.totp || factors.passkeys > 0 });
  answer('getFactors', () => factors);
  answer('listPasskeys', () => pageOf(keysThere, 100));
  open('/profile/seguranca', user);
  if (Object.keys(state).length > 0) window.history.replaceState({ usr: state }, '');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Segurança' })).toBeVisible();
  await expect.element(app).toBeVisible();
  return { factors, user };
}

/** Stubs the browser's passkey dialog with a fixed credential. */
function stubPasskey(): void {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const credential = {
    id: 'AQID',
    rawId: bytes('abc'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes('{}'),
      attestationObject: bytes('x'),
      getTransports: () => ['internal'],
    },
  };
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue(credential as unknown as Credential);
}

describe('the authenticator app of an account', () => {
  it('sets up the authenticator app by QR code or secret, and shows recovery codes once', async () => {
    const { factors, user } = await atSecurity();
    await expect.element(main.getByText('Segundo fator inativo')).toBeVisible();
    await expect.element(page.getByRole('navigation', { name: 'Sua conta' })).toBeVisible();
    answer('setUpTotp', { secret: SECRET, otpauthUrl: `otpauth://totp/G2?secret=${SECRET}` });
    await press('Configurar aplicativo', app);
    await expect
      .element(app.getByRole('img', { name: 'Código QR com o segredo para o aplicativo autenticador' }))
      .toBeVisible();
    await expect.element(app.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const code = field('Código do aplicativo');
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');

    const wrong = 'Código incorreto, expirado ou já usado.';
    refuse('enableTotp', 'invalid-input', { message: wrong, fields: { code: wrong } });
    await code.fill('111111');
    await press('Ativar', app);
    await expect.element(app.getByText(wrong)).toBeVisible();

    answer('enableTotp', () => {
      Object.assign(factors, { totp: true, recoveryCodes: 10 });
      answer('getCurrentUser', { ...user, mfaEnabled: true });
      return { recoveryCodes: CODES };
    });
    await code.fill(' 123 456 ');
    await press('Ativar', app);
    await expect.element(dialog.getByText(CODES[9] ?? '')).toBeVisible();
    await expect.poll(() => callsOf('enableTotp').at(-1)?.body).toEqual({ code: '123456' });
    // The dialog cannot be closed before the user confirms having saved the codes.
    await keys('{Escape}');
    await expect.element(dialog.getByRole('button', { name: 'Concluir' })).toBeDisabled();
    for (const name of ['Copiar códigos', 'Baixar', 'Imprimir']) {
      await expect.element(dialog.getByRole('button', { name })).toBeVisible();
    }
    await dialog.getByLabelText('Guardei os códigos em lugar seguro').click();
    await press('Concluir', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(main.getByText('Segundo fator ativo')).toBeVisible();
    await expect.element(main.getByText(/^Restam 10 códigos de recuperação/)).toBeVisible();
    expect(document.body.textContent).not.toContain(CODES[0]);
  });

  it('turns the authenticator app off with a code', async () => {
    const { factors, user } = await atSecurity({ totp: true, recoveryCodes: 4 });
    await press('Desativar aplicativo', app);
    answer('disableTotp', () => {
      Object.assign(factors, { totp: false, recoveryCodes: 0 });
      answer('getCurrentUser', { ...user, mfaEnabled: false });
    });
    await dialog.getByLabelText('Código do aplicativo').fill('123456');
    await press('Desativar aplicativo', dialog);
    await expect.element(main.getByText('Segundo fator inativo')).toBeVisible();
    await expect.element(app.getByRole('button', { name: 'Configurar aplicativo' })).toBeVisible();
  });

  it('says that renewing recovery codes was refused, and shows the new ones on success', async () => {
    await atSecurity({ totp: true, recoveryCodes: 1 });
    await expect.element(main.getByText(/^Resta 1 código de recuperação/)).toBeVisible();
    refuse('renewRecoveryCodes', 'too-many-requests');
    await press('Gerar novos códigos', main);
    await expect.element(toast.getByText('Erro ao gerar códigos')).toBeVisible();
    answer('renewRecoveryCodes', { recoveryCodes: CODES });
    await press('Gerar novos códigos', main);
    await expect.element(dialog.getByText(CODES[0] ?? '')).toBeVisible();
  });
});

describe('passkeys', () => {
  it('creates a passkey with a name, and recovery codes with the first one', async () => {
    const storedPasskeys: Passkey[] = [];
    await atSecurity({}, storedPasskeys);
    await expect.element(passkeys.getByText('Nenhuma chave de acesso cadastrada.')).toBeVisible();
    stubPasskey();
    answer('startPasskey', {
      options: {
        challenge: 'AAAA',
        rp: { id: 'localhost', name: 'G2' },
        user: { id: 'AAAA', name: 'ana', displayName: 'Ana' },
        pubKeyCredParams: [],
      },
      flow: 'a.b.c',
    });
    answer('addPasskey', () => {
      storedPasskeys.push(aPasskey());
      return { ...aPasskey(), recoveryCodes: CODES };
    });
    await press('Adicionar chave de acesso', passkeys);
    await dialog.getByLabelText('Nome').fill('Celular');
    await press('Criar chave', dialog);
    await expect.element(dialog.getByText(CODES[0] ?? '')).toBeVisible();
    await expect
      .poll(() => callsOf('addPasskey')[0]?.body)
      .toMatchObject({
        flow: 'a.b.c',
        name: 'Celular',
        response: { id: 'AQID', response: { transports: ['internal'] } },
      });
    await dialog.getByLabelText('Guardei os códigos em lugar seguro').click();
    await press('Concluir', dialog);
    await expect.element(passkeys.getByText('Celular')).toBeVisible();
    await expect
      .element(passkeys.getByText(/ainda não usada · copiada entre os seus aparelhos/))
      .toBeVisible();
  });

  it('shows no error when the browser’s passkey dialog is cancelled, and allows a retry', async () => {
    await atSecurity();
    const closed = new DOMException('closed', 'NotAllowedError');
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(closed);
    const user = { id: 'AAAA', name: 'a', displayName: 'A' };
    const options = { challenge: 'AAAA', rp: { id: 'localhost', name: 'G2' }, user, pubKeyCredParams: [] };
    answer('startPasskey', { options, flow: 'a.b.c' });
    await press('Adicionar chave de acesso', passkeys);
    await press('Criar chave', dialog);
    await expect.element(dialog.getByRole('button', { name: 'Criar chave' })).toBeEnabled();
    await expect.element(toast.getByText('Erro na chave de acesso')).not.toBeInTheDocument();
  });

  it('renames and removes a passkey, with a warning if it is the last factor', async () => {
    const storedPasskeys = [aPasskey()];
    await atSecurity({}, storedPasskeys);
    await press('Renomear Celular', passkeys);
    answer('renamePasskey', ({ body }) => {
      storedPasskeys[0] = aPasskey(body);
      return aPasskey(body);
    });
    await dialog.getByLabelText('Nome').fill('Telefone');
    await press('Salvar', dialog);
    await expect.element(passkeys.getByText('Telefone')).toBeVisible();
    await press('Remover Telefone', passkeys);
    await expect.element(dialog.getByText(/É o único segundo fator da conta/)).toBeVisible();
    answer('removePasskey', () => void storedPasskeys.pop());
    await press('Remover', dialog);
    await expect.element(passkeys.getByText('Nenhuma chave de acesso cadastrada.')).toBeVisible();
    await expect.poll(() => callsOf('removePasskey')[0]?.params).toEqual({ id: 'AQID' });
  });
});

it('redirects staff without a required second factor from any page, and says why', async () => {
  answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
  answer('listPasskeys', pageOf([], 100));
  refuse('listUsers', 'factor-needed');
  refuse('getEnhancedStats', 'factor-needed');
  refuse('listOperators', 'factor-needed');
  open('/admin/users', aUser({ role: 'admin' }));
  await expect.poll(() => window.location.pathname).toBe('/profile/seguranca');
  await expect.element(alerts.getByText(/A sua função exige um segundo fator/)).toBeVisible();
  await expect.element(app.getByRole('button', { name: 'Configurar aplicativo' })).toBeEnabled();
});

it('the security page fits a phone', async () => {
  await widen(360);
  await atSecurity({ totp: true, recoveryCodes: 3 }, [aPasskey({ name: 'a'.repeat(60) })]);
  await expect.poll(() => fits()).toBe(true);
});

it('the security page reloads what failed to load', async () => {
  refuse('getFactors', 'unavailable');
  answer('listPasskeys', pageOf([], 100));
  open('/profile/seguranca');
  await expect.element(alerts.getByText('Não foi possível ler o segundo fator da conta.')).toBeVisible();
  answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
  await press('Tentar novamente', alerts);
  await expect.element(app).toBeVisible();
});
