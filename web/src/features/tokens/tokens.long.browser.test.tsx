import type { ApiToken } from '@g2/gateway/contract/api-tokens';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  dialog,
  hasNoHorizontalScroll,
  main,
  press,
  retry,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const SECRET = `g2_${'a1B2'.repeat(10)}0Xyz9Q`;
const aToken = (index: number, changes: Partial<ApiToken> = {}): ApiToken => ({
  id: `0192f0c0-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: 'CI do estoque',
  scopes: ['registrations:read', 'files:write'],
  prefix: 'g2_a1B2a',
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  ...changes,
});

const tokenList = main.getByRole('list', { name: 'Seus tokens' });
const tokenItem = (name: string) => tokenList.getByRole('listitem').filter({ hasText: name });
let tokens: ApiToken[] = [];

/** Opens the page with a mock server that stores created tokens and removes revoked tokens. */
async function openTokensPage(initialTokens: ApiToken[]): Promise<void> {
  tokens = initialTokens;
  answer('listApiTokens', () => pageOf(tokens, 100));
  open('/profile/tokens');
  await expect.element(main.getByRole('button', { name: 'Criar token' })).toBeVisible();
}

beforeEach(() => {
  answer('createApiToken', ({ body }) => {
    const { name, scopes } = body as Pick<ApiToken, 'name' | 'scopes'>;
    const newToken = aToken(9, { name, scopes });
    tokens = [newToken, ...tokens];
    return { ...newToken, token: SECRET };
  });
  answer('revokeApiToken', ({ params }) => {
    tokens = tokens.filter(({ id }) => id !== params.id);
    return undefined;
  });
});

describe('API tokens', () => {
  it('[tokens-list] lists tokens with their scopes, last use and expiry', async () => {
    const usageDates = { expiresAt: '2099-05-30T12:00:00.000Z', lastUsedAt: '2026-03-02T15:30:00.000Z' };
    await openTokensPage([aToken(1), aToken(2, { name: 'Esteira', ...usageDates })]);
    await expect
      .element(tokenItem('CI do estoque').getByText('Ainda não usado · criado em 01/03/2026 · não expira'))
      .toBeVisible();
    await expect
      .element(tokenItem('Esteira').getByText(/Último uso em 02.03.2026 12:30 · .*vale até 30\/05\/2099/))
      .toBeVisible();
    for (const text of ['g2_a1B2a…', 'registrations:read', 'files:write']) {
      await expect.element(tokenItem('Esteira').getByText(text)).toBeVisible();
    }
    await expect
      .element(
        page.getByRole('navigation', { name: 'Sua conta' }).getByRole('link', { name: 'Tokens de API' }),
      )
      .toHaveAttribute('aria-current', 'page');
  });

  it('[tokens-create] creates a token with name, scopes and expiry, and shows its text once', async () => {
    await openTokensPage([]);
    await expect.element(main.getByText('Nenhum token ainda')).toBeVisible();
    await press('Criar token');
    await press('Criar token', dialog);
    await expect.element(dialog.getByText('Dê um nome ao token')).toBeVisible();
    expect(callsOf('createApiToken')).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(' Meu robô ');
    await dialog.getByRole('checkbox', { name: 'certificates:read' }).click();
    await dialog.getByRole('checkbox', { name: 'registrations:write' }).click();
    await dialog.getByRole('radio', { name: 'Não expira' }).click();
    await expect.element(dialog.getByText(/um token esquecido também vaza/)).toBeVisible();
    await dialog.getByRole('radio', { name: '30 dias' }).click();
    await press('Criar token', dialog);
    await expect.element(dialog.getByText(SECRET)).toBeVisible();
    await expect
      .poll(() => callsOf('createApiToken').map(({ body }) => body))
      .toEqual([
        {
          name: 'Meu robô',
          scopes: ['registrations:read', 'files:write', 'certificates:read'],
          expiresInDays: 30,
        },
      ]);
    const closeButton = dialog.getByRole('button', { name: 'Fechar' });
    await expect.element(closeButton).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Já guardei o token' }).click();
    await closeButton.click();
    await expect.element(tokenItem('Meu robô')).toBeVisible();
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('[tokens-revoke] revokes a token after confirmation', async () => {
    await openTokensPage([aToken(1), aToken(2, { name: 'Esteira' })]);
    await press('Revogar Esteira');
    await expect.element(dialog.getByText(/deixa de ter acesso na próxima chamada/)).toBeVisible();
    await press('Cancelar', dialog);
    expect(callsOf('revokeApiToken')).toEqual([]);
    await press('Revogar Esteira');
    await press('Revogar', dialog);
    await expect.element(toast.getByText('Token revogado')).toBeVisible();
    await expect.element(tokenItem('Esteira')).not.toBeInTheDocument();
    await expect.element(tokenItem('CI do estoque')).toBeVisible();
  });

  it('shows why a token could not be created, and keeps the typed values', async () => {
    await openTokensPage([]);
    refuse('createApiToken', 'conflict', { message: 'A conta já tem 20 tokens de API.' });
    await press('Criar token');
    const nameField = dialog.getByRole('textbox', { name: 'Nome' });
    await nameField.fill('Mais um');
    await press('Criar token', dialog);
    await expect.element(toast.getByText('A conta já tem 20 tokens de API.')).toBeVisible();
    await expect.element(nameField).toHaveValue('Mais um');
  });

  it('disables the creation of more than twenty tokens, and can load the list again after a failure', async () => {
    refuse('listApiTokens', 'unavailable');
    open('/profile/tokens');
    await expect.element(main.getByText('Não foi possível carregar os tokens.')).toBeVisible();
    answer(
      'listApiTokens',
      pageOf(
        Array.from({ length: 20 }, (_, index) => aToken(index)),
        100,
      ),
    );
    await retry();
    await expect.element(main.getByRole('button', { name: 'Criar token' })).toBeDisabled();
    await expect.element(main.getByText(/o máximo. Revogue um/)).toBeVisible();
  });

  it.each([360, 1280])(
    '[tokens-axe] the page has no accessibility violations at a width of %i px',
    async (width) => {
      await setViewport(width);
      await openTokensPage([
        aToken(1, {
          name: 'Um nome que vai até o fim da linha e passa dela, sem espaços',
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        }),
      ]);
      await expect.element(main.getByText('Expira em breve')).toBeVisible();
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
      await press('Criar token');
      await expect.element(dialog).toBeVisible();
      await expect.poll(violations).toEqual([]);
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('Robô');
      await press('Criar token', dialog);
      await expect.element(dialog.getByText(SECRET)).toBeVisible();
      await expect.poll(violations).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    },
  );
});
