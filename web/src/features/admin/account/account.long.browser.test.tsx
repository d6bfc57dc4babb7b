import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  adminStats,
  anAccount,
  anAdmin,
  aPayment,
  aStaffRegistration,
  aTransaction,
  pageOf,
  paymentsPage,
} from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { main, press, toast } from '../../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../../testing/server.ts';

const SOME_TIME = '2026-03-02T12:00:00.000Z';
const admin = anAdmin();
const account = {
  ...anAccount({ emailVerified: false, credits: 1_500 }),
  waysIn: {
    password: true,
    passkeys: 2,
    links: [{ provider: 'github', name: 'GitHub', lastUsedAt: null }],
  },
};
const section = (name: RegExp) => page.getByRole('region', { name });

const trailEntry = {
  id: crypto.randomUUID(),
  at: SOME_TIME,
  action: 'role-changed',
  actorId: admin.id,
  actorName: 'Rui Chefe',
  subjectType: 'user',
  subjectId: account.id,
  address: null,
  requestId: 'r1',
  detail: {},
} as const;

beforeEach(() => {
  refuse('listAudit', 'not-found');
  answer('getUser', account);
  answer('listUserSessions', {
    ...pageOf(
      [
        {
          id: 's1',
          current: false,
          device: 'Chrome no Windows',
          agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/149.0 Safari/537.36',
          address: '203.0.113.7',
          createdAt: SOME_TIME,
          lastUsedAt: SOME_TIME,
          expiresAt: SOME_TIME,
        },
      ],
      10,
    ),
  });
  answer(
    'listUserMails',
    pageOf(
      [
        {
          id: crypto.randomUUID(),
          subject: 'Boas-vindas ao G2 Software Registry',
          state: 'given_up' as const,
          attempts: 9,
          createdAt: SOME_TIME,
          sentAt: null,
        },
      ],
      10,
    ),
  );
  answer('listAllRegistrations', pageOf([aStaffRegistration({ title: 'Agenda' })], 10));
  answer('listPayments', paymentsPage([aPayment()]));
  answer(
    'listUserTransactions',
    pageOf(
      [{ ...aTransaction({ reason: 'Cortesia', createdBy: admin.id }), createdByName: 'Rui Chefe' }],
      10,
    ),
  );
});

async function openAccountPage(): Promise<void> {
  open(`/admin/users/${account.id}`, admin);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ana Lima' })).toBeVisible();
}

/** Scrolls a section into view, so that it loads its data. */
async function scrollTo(name: RegExp): Promise<void> {
  await expect.poll(() => section(name).elements().length).toBe(1);
  section(name).element().scrollIntoView();
}

describe('the page of an account', () => {
  it('shows the facts of the account, and loads each section with the data of this account only', async () => {
    await openAccountPage();
    await expect.element(main.getByText('ana@example.com (não confirmado)')).toBeVisible();
    await expect.element(main.getByText('senha, 2 chaves de acesso, GitHub')).toBeVisible();
    const sections = [
      [/^Sessões abertas \(1\)/, 'Chrome no Windows'],
      [/^E-mails enviados \(1\)/, 'Não entregue'],
      [/^Registros \(1\)/, 'Agenda'],
      [/^Pagamentos \(1\)/, /123,45/],
      [/^Créditos \(1\)/, /por Rui Chefe/],
    ] as const;
    for (const [name, content] of sections) {
      await scrollTo(new RegExp(name.source.replace(/ \\\(1\\\)$/, '')));
      await expect.element(section(name).getByText(content)).toBeVisible();
    }
    for (const call of ['listAllRegistrations', 'listPayments'] as const) {
      await expect.poll(() => callsOf(call).map(({ query }) => query.userId)).toEqual([account.id]);
    }
    await expect.poll(() => main.getByText('Trilha').elements()).toHaveLength(0);
  });

  it('shows the audit trail of the account if the server has an audit trail', async () => {
    answer('listAudit', pageOf([trailEntry], 10));
    await openAccountPage();
    await scrollTo(/^Trilha/);
    await expect.element(main.getByText('Alterou a função de um usuário')).toBeVisible();
  });

  it('[account-lists] links to the full lists, filtered by this account', async () => {
    answer('listAudit', pageOf([trailEntry], 10));
    await openAccountPage();
    for (const [name, address] of [
      [/^Registros/, `/admin?tab=registrations&user=${account.id}`],
      [/^Pagamentos/, '/admin/payments?search=ana%40example.com'],
      [/^Trilha/, `/admin/trilha?subject=${account.id}`],
    ] as const) {
      await scrollTo(name);
      await expect
        .element(section(name).getByRole('link', { name: 'Ver na lista' }))
        .toHaveAttribute('href', address);
    }
    await expect
      .element(section(/^Trilha/).getByRole('link', { name: 'O que esta pessoa fez' }))
      .toHaveAttribute('href', `/admin/trilha?actor=${account.id}`);
    answer('getEnhancedStats', adminStats);
    await section(/^Registros/)
      .getByRole('link', { name: 'Ver na lista' })
      .click();
    const clearFilterButton = page.getByRole('button', { name: 'Só de uma conta: mostrar de todas' });
    await expect.element(clearFilterButton).toBeVisible();
    await expect.poll(() => callsOf('listAllRegistrations').at(-1)?.query.userId).toBe(account.id);
    await clearFilterButton.click();
    await expect.poll(() => callsOf('listAllRegistrations').at(-1)?.query.userId).toBeUndefined();
    await expect.element(clearFilterButton).not.toBeInTheDocument();
  });

  it('shows an error and a retry button in a section that fails to load', async () => {
    refuse('listUserSessions', 'unavailable');
    await openAccountPage();
    await scrollTo(/^Sessões abertas/);
    const errorText = main.getByText('Não foi possível carregar as sessões.');
    await expect.element(errorText).toBeVisible();
    answer('listUserSessions', pageOf([], 10));
    await press('Tentar novamente', section(/^Sessões abertas/));
    await expect.element(main.getByText('Nenhuma sessão aberta.')).toBeVisible();
  });

  it('ends all sessions of an account after a confirmation', async () => {
    await openAccountPage();
    await scrollTo(/^Sessões abertas/);
    answer('endUserSessions', undefined);
    await press('Encerrar sessões', section(/^Sessões abertas/));
    answer('listUserSessions', pageOf([], 10));
    await press('Encerrar sessões', page.getByRole('dialog'));
    await expect.element(toast.getByText('Sessões encerradas')).toBeVisible();
    await expect.element(main.getByText('Nenhuma sessão aberta.')).toBeVisible();
    expect(callsOf('endUserSessions')).toHaveLength(1);
  });

  it('offers the actions of the user list: deactivates an account, but refuses to delete it', async () => {
    answer('listOperators', pageOf([], 100));
    await openAccountPage();
    answer('deactivateUser', () => {
      answer('getUser', { ...account, isActive: false });
      return { ...account, isActive: false };
    });
    await press('Desativar Ana Lima', main);
    await press('Desativar usuário', page.getByRole('dialog'));
    await expect.element(toast.getByText('Usuário desativado com sucesso')).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Reativar Ana Lima' })).toBeVisible();
    await expect
      .element(main.getByRole('button', { name: 'Excluir Ana Lima' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('says if the account does not exist, and fits the narrowest phone', async () => {
    refuse('getUser', 'not-found');
    open(`/admin/users/${account.id}`, admin);
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Esta conta não existe mais' }))
      .toBeVisible();
    answer('getUser', account);
    await page.viewport(360, 800);
    await openAccountPage();
    await scrollTo(/^Créditos/);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await page.viewport(1280, 900);
  });
});
