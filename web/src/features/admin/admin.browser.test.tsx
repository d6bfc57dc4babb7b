import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { tell } from '../../testing/events.ts';
import { openMocked } from '../../testing/mock.ts';
import { anAdmin, anEvent, aStaffRegistration, aUser, pageOf } from '../../testing/records.ts';
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
const summary = () =>
  [...region('Resumo').element().querySelectorAll('dl > div')].map((one) => one.textContent);

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
    const other = aUser({ role });
    for (const address of ['/admin', '/admin?tab=credits', '/admin/payments']) {
      open(address, other);
      await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Acesso Negado');
      expect(page.getByRole('tab').elements()).toEqual([]);
    }
    expect(callsOf('getEnhancedStats')).toEqual([]);
    await page.getByRole('main').getByRole('link').click();
    await expect.poll(path).toBe('/dashboard');
  };

  it('[admin-denied-client] a client sees Acesso Negado and a link to the dashboard', () =>
    expectDenied('client'));

  it('[admin-denied-operator] an operator sees Acesso Negado and a link back', () =>
    expectDenied('operator'));
});

it('[admin-tabs] the admin panel has six tabs, kept in the URL; an unknown tab shows the overview', async () => {
  openMocked('/admin', db);
  await expectSelected('Visão geral');
  const tabs = page.getByRole('tablist', { name: 'Seções do painel' }).getByRole('tab');
  expect(tabs.elements().map((one) => one.textContent)).toEqual(Object.keys(TABS));
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
  it('[admin-overview-cards] counts users, and active, all and completed registrations', async () => {
    openMocked('/admin', db);
    await expect
      .poll(summary)
      .toEqual([
        expect.stringContaining('Total de usuários31 administrador, 1 cliente, 1 operador'),
        'Registros ativos24 criados este mês',
        'Total de registros41 certificado emitido',
        'Registros concluídos250% do total',
      ]);
    await region('Resumo').getByRole('link', { name: 'Gerenciar usuários' }).click();
    await expect.poll(path).toBe('/admin/users');
  });

  it('[admin-overview-quick] links to users, registrations, analytics and status', async () => {
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

  it('[admin-overview-waiting] counts only what waits, updates by event, and links to its list', async () => {
    answer('listWebhookEvents', pageOf([anEvent()], 1));
    openMocked('/admin', db);
    const waiting = region('O que aguarda');
    const paid = waiting.getByRole('link', { name: /^Pago / });
    const says = () => paid.element().textContent;
    await expect.poll(says).toMatch(/^Pago\s*1 registro/);
    expect(waiting.getByText('Em Análise').elements()).toEqual([]);
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    const [row] = db.registrations;
    if (row === undefined) throw new Error('no registration');
    row.status = 'paid';
    // No click is needed: the event updates the count.
    tell('queue', { id: row.id, status: 'paid' });
    await expect.poll(says).toMatch(/^Pago\s*2 registros/);
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
