import type { Session } from '@g2/gateway/contract/sessions';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import {
  dialog,
  hasNoHorizontalScroll,
  main,
  press,
  retry,
  setViewport,
  toast,
} from '../../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../../testing/server.ts';

const sessionId = (digit: number) => String(digit).repeat(64);
const aSession = (digit: number, changes: Partial<Session> = {}): Session => ({
  id: sessionId(digit),
  current: false,
  device: 'Chrome no Windows',
  deviceKind: 'desktop',
  address: '203.0.113.9',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: '2026-03-02T15:30:00.000Z',
  ...changes,
});
const CURRENT = aSession(1, { current: true, device: 'Firefox no Linux' });
const PHONE = aSession(2, { device: 'Safari no iPhone', deviceKind: 'phone', address: '' });
const DESKTOP = aSession(3);

const sessionList = main.getByRole('list', { name: 'Sessões abertas' });
const sessionItem = (device: string) => sessionList.getByRole('listitem').filter({ hasText: device });
let openSessions: Session[] = [];

/** Opens the page with a mock server that removes ended sessions. */
async function openSessionsPage(sessions: Session[]): Promise<void> {
  openSessions = sessions;
  answer('listSessions', () => pageOf(openSessions, 100));
  open('/profile/sessoes');
  await expect.element(sessionItem('Firefox no Linux')).toBeVisible();
}

beforeEach(() => {
  answer('endSession', ({ params }) => {
    openSessions = openSessions.filter(({ id }) => id !== params.id);
    return undefined;
  });
  answer('endOtherSessions', () => {
    openSessions = openSessions.filter(({ current }) => current);
    return undefined;
  });
});

describe('the list of open sessions', () => {
  it('[sessions-list] shows device, last use and IP address, and marks the current session', async () => {
    await openSessionsPage([CURRENT, PHONE, DESKTOP]);
    await expect.element(sessionItem('Firefox no Linux').getByText(/Esta sessão/)).toBeVisible();
    await expect.element(sessionItem('Firefox no Linux').getByText(/Em uso agora/)).toBeVisible();
    expect(sessionItem('Firefox no Linux').getByRole('button').elements()).toEqual([]);
    await expect
      .element(sessionItem('Chrome no Windows').getByText(/Último uso em 02.03.2026 12:30/))
      .toBeVisible();
    await expect.element(sessionItem('Chrome no Windows').getByText(/Endereço 203.0.113.9/)).toBeVisible();
    await expect.element(sessionItem('Safari no iPhone').getByText(/Endereço/)).not.toBeInTheDocument();
    await expect.element(main.getByText(/até 5 minutos/)).toBeVisible();
    await expect
      .element(page.getByRole('navigation', { name: 'Sua conta' }).getByRole('link', { name: 'Sessões' }))
      .toHaveAttribute('aria-current', 'page');
  });

  it('[sessions-end] ends single sessions and removes them from the list', async () => {
    await openSessionsPage([CURRENT, PHONE, DESKTOP]);
    await press(/^Encerrar Safari no iPhone/);
    await expect.element(toast.getByText('Sessão encerrada')).toBeVisible();
    await expect.element(sessionItem('Safari no iPhone')).not.toBeInTheDocument();
    await expect.element(sessionItem('Chrome no Windows')).toBeVisible();
    await expect.poll(() => callsOf('endSession').map(({ params }) => params.id)).toEqual([PHONE.id]);
  });

  it('[sessions-end-all] ends all sessions except the current one after confirmation', async () => {
    await openSessionsPage([CURRENT, PHONE, DESKTOP]);
    await press('Encerrar as outras');
    await expect.element(dialog.getByText(/As outras 2 sessões/)).toBeVisible();
    await press('Cancelar', dialog);
    expect(callsOf('endOtherSessions')).toEqual([]);
    await press('Encerrar as outras');
    const revokeTokensBox = dialog.getByRole('checkbox', { name: 'Revogar também os tokens de API' });
    await expect.element(revokeTokensBox).not.toBeChecked();
    await revokeTokensBox.click();
    await press('Encerrar as outras', dialog);
    await expect
      .poll(() => callsOf('endOtherSessions').map(({ query }) => query))
      .toEqual([{ revokeApiTokens: true }]);
    await expect.element(main.getByText('Só esta sessão está aberta.')).toBeVisible();
    expect(sessionList.getByRole('listitem').elements()).toHaveLength(1);
    expect(main.getByRole('button').elements()).toEqual([]);
  });

  it('keeps a session that could not be ended, and shows the server’s message', async () => {
    await openSessionsPage([CURRENT, DESKTOP]);
    refuse('endSession', 'unavailable');
    await press(/^Encerrar Chrome/);
    await expect.element(toast.getByText('Erro ao encerrar')).toBeVisible();
    await expect.element(sessionItem('Chrome no Windows')).toBeVisible();
  });

  it('loads the list of sessions again when the user presses “Tentar novamente”', async () => {
    refuse('listSessions', 'unavailable');
    open('/profile/sessoes');
    await expect.element(main.getByText('Não foi possível carregar as sessões.')).toBeVisible();
    const release = hold('listSessions');
    await retry();
    answer('listSessions', pageOf([CURRENT], 100));
    release();
    await expect.element(sessionItem('Firefox no Linux')).toBeVisible();
  });

  it.each([360, 1280])(
    '[sessions-axe] the page has no accessibility violations at a width of %i px',
    async (width) => {
      await setViewport(width);
      await openSessionsPage([CURRENT, PHONE, DESKTOP]);
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
      await press('Encerrar as outras');
      await expect.element(dialog).toBeVisible();
      // The dialog gets its accessible name shortly after it appears, so the check polls.
      await expect.poll(violations).toEqual([]);
    },
  );
});

describe('the page “Não fui eu”', () => {
  it.each([360, 1280])(
    '[not-me] links to the pages for a new password and the open sessions, at a width of %i px',
    async (width) => {
      await setViewport(width);
      open('/auth/nao-fui-eu', null);
      await expect.element(page.getByRole('heading', { level: 1, name: 'Não fui eu' })).toBeVisible();
      for (const [name, path] of [
        ['Definir nova senha', '/auth/esqueci'],
        ['Ver as sessões abertas', '/profile/sessoes'],
      ] as const) {
        await expect.element(main.getByRole('link', { name })).toHaveAttribute('href', path);
      }
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    },
  );
});
