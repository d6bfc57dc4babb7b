import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { tell } from '../../testing/events.ts';
import { openMocked } from '../../testing/mock.ts';
import { anAdmin, aStaffRegistration, aUser, aWebhookEvent, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, press, query, region } from '../../testing/screen.ts';
import { answer, callsOf, mockApi } from '../../testing/server.ts';

const TABS = {
  'Visão geral': null,
  Usuários: 'users',
  Registros: 'registrations',
  Análises: 'analytics',
  Status: 'status',
  Créditos: 'credits',
};
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const expectSelected = (name: string) => expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
const path = () => window.location.pathname + window.location.search;
const totalTexts = () =>
  [...region('Resumo').element().querySelectorAll('dl > div')].map((element) => element.textContent);

let db: Db;
beforeEach(() => {
  db = mockApi({
    user: anAdmin(),
    users: [aUser(), aUser({ role: 'operator' })],
    registrations: (['submitted', 'paid', 'completed', 'certificate_issued'] as const).map((status) =>
      aStaffRegistration({ title: status, status, createdAt: new Date().toISOString() }),
    ),
  });
});

describe('access to the admin panel', () => {
  const expectDenied = async (role: 'client' | 'operator') => {
    const user = aUser({ role });
    for (const address of ['/admin', '/admin?tab=credits', '/admin/payments']) {
      open(address, user);
      await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Acesso Negado');
      expect(page.getByRole('tab').elements()).toEqual([]);
    }
    expect(callsOf('getEnhancedStats')).toEqual([]);
    await page.getByRole('main').getByRole('link').click();
    await expect.poll(path).toBe('/dashboard');
  };

  it('[admin-denied-client] shows a client Acesso Negado and a link to the dashboard', () =>
    expectDenied('client'));

  it('[admin-denied-operator] shows an operator Acesso Negado and a link to the dashboard', () =>
    expectDenied('operator'));
});

it('[admin-tabs] the admin panel has six tabs, keeps the tab in the URL, and defaults to the overview', async () => {
  openMocked('/admin', db);
  await expectSelected('Visão geral');
  const tabs = page.getByRole('tablist', { name: 'Seções do painel' }).getByRole('tab');
  expect(tabs.elements().map((element) => element.textContent)).toEqual(Object.keys(TABS));
  for (const [name, value] of Object.entries(TABS).slice(1)) {
    await tab(name).click();
    await expect.poll(query).toBe(`?tab=${value}`);
  }
  openMocked('/admin?tab=credits', db);
  await expectSelected('Créditos');
  window.history.back();
  await expectSelected('Status');
  await tab('Status').click();
  await keys('{Home}{Enter}');
  await expect.poll(path).toBe('/admin');
  openMocked('/admin?tab=segredo', db);
  await expectSelected('Visão geral');
  await expect.element(region('Resumo')).toBeVisible();
});

describe('the overview tab', () => {
  it('[admin-overview-cards] shows the numbers of users and of active, all and completed registrations', async () => {
    openMocked('/admin', db);
    await expect
      .poll(totalTexts)
      .toEqual([
        expect.stringContaining('Total de usuários31 administrador, 1 cliente, 1 operador'),
        'Registros ativos24 criados este mês',
        'Total de registros41 certificado emitido',
        'Registros concluídos250% do total',
      ]);
    await region('Resumo').getByRole('link', { name: 'Gerenciar usuários' }).click();
    await expect.poll(path).toBe('/admin/users');
  });

  it('[admin-overview-quick] opens the users, registrations, analytics and status tabs by quick actions', async () => {
    openMocked('/admin', db);
    const actions = region('Ações rápidas');
    for (const [action, name] of [
      ['Gerenciar usuários', 'Usuários'],
      ['Ver registros', 'Registros'],
      ['Ver análises', 'Análises'],
      ['Gerenciar status', 'Status'],
    ] as const) {
      await press(new RegExp(`^${action}`), actions);
      await expectSelected(name);
      await expect.poll(() => query()).toBe(`?tab=${TABS[name]}`);
      window.history.back();
      await expectSelected('Visão geral');
    }
  });

  it('[admin-overview-waiting] counts waiting work, updates the counts on events, and links to the lists', async () => {
    answer('listWebhookEvents', pageOf([aWebhookEvent()], 1));
    openMocked('/admin', db);
    const waiting = region('O que aguarda');
    const paid = waiting.getByRole('link', { name: /^Pago / });
    const lineText = () => paid.element().textContent;
    await expect.poll(lineText).toMatch(/^Pago\s*1 registro/);
    expect(waiting.getByText('Em Análise').elements()).toEqual([]);
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    const [row] = db.registrations;
    if (row === undefined) throw new Error('no registration');
    row.status = 'paid';
    // The event updates the count without any click.
    tell('queue', { id: row.id, status: 'paid' });
    await expect.poll(lineText).toMatch(/^Pago\s*2 registros/);
    await paid.click();
    await expectSelected('Registros');
    await expect.poll(() => query()).toBe('?tab=registrations&status=paid');
    window.history.back();
    await waiting.getByRole('link', { name: /^Avisos do provedor/ }).click();
    await expect.poll(path).toBe('/admin/payments?view=events&status=failed');
    answer('listWebhookEvents', pageOf([], 1));
    db.registrations.length = 0;
    openMocked('/admin', db);
    await expect.element(waiting.getByText('Nada aguarda a equipe agora.')).toBeVisible();
  });
});
