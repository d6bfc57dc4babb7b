import type { User } from '@g2/gateway/contract/users';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openEventStream, tell } from '../testing/events.ts';
import {
  anAccount,
  anAdmin,
  anEvidence,
  aPayableRegistration,
  aStaffRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { article, dialog, main, press } from '../testing/screen.ts';
import { answer, callsOf, handleOtherRequests, refusal } from '../testing/server.ts';
import { settled } from '../testing/settled.ts';

const NOTICE = 'O servidor não respondeu: o que está na tela pode ter mudado.';
const notice = page.getByText(NOTICE);

/** Refuses every call except the paths that `passes` accepts; returns the refused paths in order. */
function refuseAll(passes: (path: string) => boolean = () => false): string[] {
  const refused: string[] = [];
  handleOtherRequests(async ({ url }) => {
    const { pathname } = new URL(url);
    if (passes(pathname)) return null;
    refused.push(pathname);
    return refusal('unavailable', {});
  });
  return refused;
}

/** Requests for the event stream and the session, in order and without repetitions. Other queries may come between. */
const sessionChecksIn = (paths: readonly string[]): string =>
  paths
    .filter((path) => path === '/api/events' || path === '/api/auth/user')
    .filter((path, index, all) => path !== all[index - 1])
    .join(' ');

/** Reopens the event stream, which receives a ping if it is not refused. */
function reconnect(user: User): void {
  openEventStream();
  window.dispatchEvent(new Event('online'));
  tell('ping', { userId: user.id });
}

/**
 * Simulates a server restart under an open page: first every call fails, the event stream included; then the stream
 * reconnects while every query of the page fails. `expectIntact` checks the page each time.
 */
async function simulateRestart(
  user: User,
  queries: string[],
  expectIntact: () => Promise<void>,
): Promise<void> {
  await expect.poll(() => callsOf('followEvents').length).toBe(1);
  tell('ping', { userId: user.id });
  // Wait until the page has loaded, so that none of its first requests is refused.
  await expect.poll(settled).toBe(true);
  const refusedPaths = refuseAll();
  window.dispatchEvent(new Event('online'));
  // The stream is retried after a second.
  await expect.poll(() => sessionChecksIn(refusedPaths)).toContain('/api/events /api/auth/user /api/events');
  await expectIntact();
  const failedPaths = refuseAll((path) => path === '/api/events');
  reconnect(user);
  await expect.poll(() => failedPaths).toEqual(expect.arrayContaining(['/api/auth/user', ...queries]));
  await expect.element(notice).toBeVisible();
  await expectIntact();
  handleOtherRequests(async () => null);
  // Click through the DOM, because a dialog may cover the button. Repeat, because a query may fail after a click.
  const refresh = page.getByRole('status').filter({ hasText: NOTICE }).getByRole('button');
  await expect
    .poll(() => {
      for (const button of refresh.elements()) (button as HTMLElement).click();
      return notice.elements();
    })
    .toEqual([]);
  await expectIntact();
}

describe('while the server is restarted', () => {
  it('the form to request corrections keeps the typed text', async () => {
    const user = aUser({ role: 'operator' });
    const record = aStaffRegistration({ status: 'reviewing', allowedActions: ['request_corrections'] });
    answer('getStaffRegistration', record);
    answer('listStaffHolders', pageOf([], 100));
    answer('getStaffHistory', pageOf([], 100));
    answer('listColleagues', pageOf([], 100));
    answer('listReasons', pageOf([], 100));
    open(`/operator/registrations/${record.id}`, user);
    await press('Solicitar Correções', main);
    const field = dialog.getByLabelText('O que o cliente deve corrigir (opcional)');
    await field.fill('Falta o módulo de faturamento.');
    const recordPath = `/api/operator/registrations/${record.id}`;
    await simulateRestart(user, [recordPath, `${recordPath}/history`, `${recordPath}/holders`], async () => {
      await expect.element(field).toHaveValue('Falta o módulo de faturamento.');
      await expect.element(page.getByText(record.description).first()).toBeInTheDocument();
    });
  });

  it('the form to issue credits keeps the typed text', async () => {
    const user = anAdmin();
    answer('listUsers', pageOf([anAccount()], 10));
    open('/admin?tab=credits', user);
    await press('Emitir Créditos', main);
    const [reason, amount] = [
      dialog.getByLabelText('Motivo', { exact: false }),
      dialog.getByLabelText('Quantidade (centésimos de crédito)', { exact: false }),
    ];
    await reason.fill('Cortesia pelo atraso');
    await amount.fill('250');
    await simulateRestart(user, ['/api/admin/users'], async () => {
      await expect.element(reason).toHaveValue('Cortesia pelo atraso');
      await expect.element(amount).toHaveValue('250');
    });
  });

  it('the profile form keeps the typed text', async () => {
    const user = aUser();
    open('/profile', user);
    await page.getByLabelText('Sobrenome').fill('de Souza');
    await page.getByLabelText('Senha atual').fill('segredo');
    await simulateRestart(user, [], async () => {
      await expect.element(page.getByLabelText('Sobrenome')).toHaveValue('de Souza');
      await expect.element(page.getByLabelText('Senha atual')).toHaveValue('segredo');
    });
  });

  it('the dashboard keeps its cards, its figures and an open dialog', async () => {
    const user = aUser();
    const registration = aPayableRegistration({ userId: user.id });
    answer('listRegistrations', pageOf([registration]));
    answer('getRegistrationStats', registrationStatsOf());
    answer('getRegistration', registration);
    answer('getRegistrationHistory', pageOf([], 100));
    answer('listHolders', pageOf([], 100));
    answer('getEvidence', anEvidence());
    open('/dashboard', user);
    await press('Ver Detalhes', article(registration.title));
    await expect.element(dialog.getByText('Próximos passos')).toBeVisible();
    const path = '/api/registrations';
    const paths = [path, `${path}/stats`, `${path}/${registration.id}`, `${path}/${registration.id}/history`];
    await simulateRestart(user, paths, async () => {
      await expect.element(dialog.getByText('Próximos passos')).toBeVisible();
      for (const failure of [/Não foi possível/, 'Algo deu errado'])
        expect(page.getByText(failure).elements()).toEqual([]);
      await expect.poll(() => document.querySelectorAll('article').length).toBeGreaterThan(0);
    });
  });
});
