import type { Factors, Passkey } from '@g2/gateway/contract/factors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  alerts,
  dialog,
  hasNoHorizontalScroll,
  keys,
  main,
  press,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const CODES = Array.from({ length: 10 }, (_, index) => `AAAAA${'ABCDEFGHIJ'[index]}-BBBBBB-CCCCCC-DDDDDD`);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const appSection = region('Aplicativo autenticador');
const passkeysSection = region('Chaves de acesso');
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

/** Opens the security page. The mock server answers with the returned `factors`, which the test may change. */
async function openSecurityPage(
  factorChanges: Partial<Factors> = {},
  storedPasskeys: Passkey[] = [],
  state: object = {},
) {
  const factors = { totp: false, passkeys: storedPasskeys.length, recoveryCodes: 0, ...factorChanges };
  const user = aUser({ mfaEnabled: factors.totp || factors.passkeys > 0 });
  answer('getFactors', () => factors);
  answer('listPasskeys', () => pageOf(storedPasskeys, 100));
  open('/profile/seguranca', user);
  if (Object.keys(state).length > 0) window.history.replaceState({ usr: state }, '');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Segurança' })).toBeVisible();
  await expect.element(appSection).toBeVisible();
  return { factors, user };
}

/** Stubs the browser's passkey dialog with a fixed credential. */
function stubPasskey(): void {
  const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
  const credential = {
    id: 'AQID',
    rawId: bytesOf('abc'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytesOf('{}'),
      attestationObject: bytesOf('x'),
      getTransports: () => ['internal'],
    },
  };
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue(credential as unknown as Credential);
}

describe('the authenticator app of an account', () => {
  it('sets up the authenticator app with a QR code or secret, and shows the recovery codes once', async () => {
    const { factors, user } = await openSecurityPage();
    await expect.element(main.getByText('Segundo fator inativo')).toBeVisible();
    await expect.element(page.getByRole('navigation', { name: 'Sua conta' })).toBeVisible();
    answer('setUpTotp', { secret: SECRET, otpauthUrl: `otpauth://totp/G2?secret=${SECRET}` });
    await press('Configurar aplicativo', appSection);
    await expect
      .element(
        appSection.getByRole('img', { name: 'Código QR com o segredo para o aplicativo autenticador' }),
      )
      .toBeVisible();
    await expect.element(appSection.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const codeField = field('Código do aplicativo');
    await expect.element(codeField).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(codeField).toHaveAttribute('inputmode', 'numeric');

    const wrongCodeText = 'Código incorreto, expirado ou já usado.';
    refuse('enableTotp', 'invalid-input', { message: wrongCodeText, fields: { code: wrongCodeText } });
    await codeField.fill('111111');
    await press('Ativar', appSection);
    await expect.element(appSection.getByText(wrongCodeText)).toBeVisible();

    answer('enableTotp', () => {
      Object.assign(factors, { totp: true, recoveryCodes: 10 });
      answer('getCurrentUser', { ...user, mfaEnabled: true });
      return { recoveryCodes: CODES };
    });
    await codeField.fill(' 123 456 ');
    await press('Ativar', appSection);
    await expect.element(dialog.getByText(CODES[9] ?? '')).toBeVisible();
    await expect.poll(() => callsOf('enableTotp').at(-1)?.body).toEqual({ code: '123456' });
    // The dialog cannot be closed before the user confirms that the codes are saved.
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

  it('disables the authenticator app with a code', async () => {
    const { factors, user } = await openSecurityPage({ totp: true, recoveryCodes: 4 });
    await press('Desativar aplicativo', appSection);
    answer('disableTotp', () => {
      Object.assign(factors, { totp: false, recoveryCodes: 0 });
      answer('getCurrentUser', { ...user, mfaEnabled: false });
    });
    await dialog.getByLabelText('Código do aplicativo').fill('123456');
    await press('Desativar aplicativo', dialog);
    await expect.element(main.getByText('Segundo fator inativo')).toBeVisible();
    await expect.element(appSection.getByRole('button', { name: 'Configurar aplicativo' })).toBeVisible();
  });

  it('shows an error when the recovery codes cannot be renewed, and otherwise the new codes', async () => {
    await openSecurityPage({ totp: true, recoveryCodes: 1 });
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
  it('creates a named passkey, and shows recovery codes after the first passkey', async () => {
    const storedPasskeys: Passkey[] = [];
    await openSecurityPage({}, storedPasskeys);
    await expect.element(passkeysSection.getByText('Nenhuma chave de acesso cadastrada.')).toBeVisible();
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
    await press('Adicionar chave de acesso', passkeysSection);
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
    await expect.element(passkeysSection.getByText('Celular')).toBeVisible();
    await expect
      .element(passkeysSection.getByText(/ainda não usada · copiada entre os seus aparelhos/))
      .toBeVisible();
  });

  it('shows no error when the browser’s passkey dialog is cancelled, and allows a retry', async () => {
    await openSecurityPage();
    const cancelError = new DOMException('closed', 'NotAllowedError');
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(cancelError);
    const user = { id: 'AAAA', name: 'a', displayName: 'A' };
    const options = { challenge: 'AAAA', rp: { id: 'localhost', name: 'G2' }, user, pubKeyCredParams: [] };
    answer('startPasskey', { options, flow: 'a.b.c' });
    await press('Adicionar chave de acesso', passkeysSection);
    await press('Criar chave', dialog);
    await expect.element(dialog.getByRole('button', { name: 'Criar chave' })).toBeEnabled();
    await expect.element(toast.getByText('Erro na chave de acesso')).not.toBeInTheDocument();
  });

  it('renames a passkey, and warns before the last second factor is removed', async () => {
    const storedPasskeys = [aPasskey()];
    await openSecurityPage({}, storedPasskeys);
    await press('Renomear Celular', passkeysSection);
    answer('renamePasskey', ({ body }) => {
      storedPasskeys[0] = aPasskey(body);
      return aPasskey(body);
    });
    await dialog.getByLabelText('Nome').fill('Telefone');
    await press('Salvar', dialog);
    await expect.element(passkeysSection.getByText('Telefone')).toBeVisible();
    await press('Remover Telefone', passkeysSection);
    await expect.element(dialog.getByText(/É o único segundo fator da conta/)).toBeVisible();
    answer('removePasskey', () => void storedPasskeys.pop());
    await press('Remover', dialog);
    await expect.element(passkeysSection.getByText('Nenhuma chave de acesso cadastrada.')).toBeVisible();
    await expect.poll(() => callsOf('removePasskey')[0]?.params).toEqual({ id: 'AQID' });
  });
});

it('redirects staff without a required second factor to the security page, and says why', async () => {
  answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
  answer('listPasskeys', pageOf([], 100));
  refuse('listUsers', 'factor-needed');
  refuse('getEnhancedStats', 'factor-needed');
  refuse('listOperators', 'factor-needed');
  open('/admin/users', aUser({ role: 'admin' }));
  await expect.poll(() => window.location.pathname).toBe('/profile/seguranca');
  await expect.element(alerts.getByText(/A sua função exige um segundo fator/)).toBeVisible();
  await expect.element(appSection.getByRole('button', { name: 'Configurar aplicativo' })).toBeEnabled();
});

it('the security page fits the width of a phone', async () => {
  await setViewport(360);
  await openSecurityPage({ totp: true, recoveryCodes: 3 }, [aPasskey({ name: 'a'.repeat(60) })]);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('the security page can load the second factors again after a failure', async () => {
  refuse('getFactors', 'unavailable');
  answer('listPasskeys', pageOf([], 100));
  open('/profile/seguranca');
  await expect.element(alerts.getByText('Não foi possível ler o segundo fator da conta.')).toBeVisible();
  answer('getFactors', { totp: false, passkeys: 0, recoveryCodes: 0 });
  await press('Tentar novamente', alerts);
  await expect.element(appSection).toBeVisible();
});
