import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, queryOf } from '../support/admin-scene.ts';
import { ownBrowser, person } from '../support/browser.ts';
import { type Client, demoSession, signUp } from '../support/client.ts';
import { enter, payable, payByCard } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

type Stats = {
  users: { total: number; admins: number; clients: number };
  registrations: { total: number; recent: number };
  statusCounts: Record<string, number>;
};

const TABS = ['Visão geral', 'Usuários', 'Registros', 'Análises', 'Status', 'Créditos'];

const browser = await ownBrowser();
const { page, api } = await adminAt(browser, stackUrl(), '/admin');

const stats = (): Promise<Stats> => api.ok<Stats>('/api/admin/enhanced-stats');
const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true });
const selected = (name: string): Promise<string | null> => tab(name).getAttribute('aria-selected');
const panel = (name: string): Locator => page.getByRole('region', { name, exact: true });

async function isDenied(session: Client): Promise<void> {
  const { page: other, context } = await person(browser, stackUrl());
  await enter(other, session);
  for (const path of ['/admin', '/admin?tab=credits', '/admin/payments']) {
    await other.goto(path);
    await other.getByRole('heading', { name: 'Acesso Negado', level: 1 }).waitFor();
    expect(await other.getByRole('tab').count()).toBe(0);
  }
  await other.getByRole('main').getByRole('link').click();
  await other.waitForURL('**/dashboard');
  await context.close();
}

describe('access to the admin panel', () => {
  it('[admin-denied-client] shows a client Acesso Negado, and the way to the dashboard', async () => {
    await isDenied((await signUp(stackUrl())).client);
  });

  it('[admin-denied-operator] shows an operator the same', async () => {
    await isDenied(await demoSession(stackUrl(), 'operator'));
  });
});

describe('the tabs', () => {
  it('[admin-tabs] are six, kept in the address; overview is plain /admin and an unknown one is ignored', async () => {
    await page.goto('/admin');
    await tab('Visão geral').waitFor();
    const tabs = page.getByRole('tablist', { name: 'Seções do painel' }).getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(TABS);
    expect(await selected('Visão geral')).toBe('true');
    const names = ['users', 'registrations', 'analytics', 'status', 'credits'];
    for (const [i, name] of names.entries()) {
      await tab(TABS[i + 1] ?? '').click();
      await eventually(() => queryOf(page)).toEqual({ tab: name });
    }
    await page.reload();
    await eventually(() => selected('Créditos')).toBe('true');
    await page.goBack();
    await eventually(() => selected('Status')).toBe('true');
    await tab('Status').press('Home');
    await page.keyboard.press('Enter');
    await eventually(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/admin');
    await page.goto('/admin?tab=segredo');
    await eventually(() => selected('Visão geral')).toBe('true');
    await panel('Resumo').waitFor();
  });
});

describe('the overview', () => {
  it('[admin-overview-cards] counts users, active, all and completed registrations', async () => {
    const { users, registrations, statusCounts: n } = await stats();
    await page.goto('/admin');
    const sum = (...names: string[]) => names.reduce((total, name) => total + (n[name] ?? 0), 0);
    const text = async () => (await panel('Resumo').innerText()).replace(/\n+/g, '\n');
    const admins = `${users.admins} ${users.admins === 1 ? 'administrador' : 'administradores'}`;
    const clients = `${users.clients} ${users.clients === 1 ? 'cliente' : 'clientes'}`;
    const others = users.total - users.admins - users.clients;
    const operators = `${others} ${others === 1 ? 'operador' : 'operadores'}`;
    const active = sum('submitted', 'paid', 'reviewing', 'government_processing');
    const issued =
      n.certificate_issued === 1 ? '1 certificado emitido' : `${n.certificate_issued} certificados emitidos`;
    await eventually(text).toContain(
      `Total de usuários\n${users.total}\n${admins}, ${clients}, ${operators}`,
    );
    const created = registrations.recent === 1 ? '1 criado' : `${registrations.recent} criados`;
    await eventually(text).toContain(`Registros ativos\n${active}\n${created} este mês`);
    await eventually(text).toContain(`Total de registros\n${registrations.total}\n${issued}`);
    await eventually(text).toContain(`Registros concluídos\n${sum('completed', 'certificate_issued')}\n`);
    await panel('Resumo').getByRole('link', { name: 'Gerenciar usuários' }).click();
    await page.waitForURL('**/admin/users');
  });

  it('[admin-overview-quick] leads to users, registrations, analytics, status and the payments', async () => {
    await page.goto('/admin');
    const actions = [
      ['Gerenciar usuários', 'users', 'Usuários'],
      ['Ver registros', 'registrations', 'Registros'],
      ['Ver análises', 'analytics', 'Análises'],
      ['Gerenciar status', 'status', 'Status'],
    ] as const;
    for (const [action, name, title] of actions) {
      await panel('Ações rápidas').getByRole('button', { name: action }).click();
      await eventually(() => queryOf(page)).toEqual({ tab: name });
      expect(await selected(title)).toBe('true');
      await page.goBack();
    }
    await panel('Ações rápidas')
      .getByRole('link', { name: /^Pagamentos Reembolsos/ })
      .click();
    await page.waitForURL('**/admin/payments');
  });

  it('[admin-overview-waiting] says what waits, at once when more comes, and leads to just that', async () => {
    await page.goto('/admin');
    const line = panel('O que aguarda').getByRole('link', { name: /^Pago / });
    const waiting = async () => Number(/Pago\s+(\d+)/.exec(await line.innerText())?.[1]);
    await eventually(waiting).toBe((await stats()).statusCounts.paid);
    const { client } = await signUp(stackUrl());
    const before = await waiting();
    await payByCard(client, await payable(client));
    // Nothing is pressed: the event does it.
    await eventually(waiting).toBe(before + 1);
    await line.click();
    await eventually(() => queryOf(page)).toEqual({ tab: 'registrations', status: 'paid' });
    expect(await selected('Registros')).toBe('true');
    await page.goBack();
    await panel('O que aguarda')
      .getByRole('link', { name: /^Avisos do provedor/ })
      .click();
    await page.waitForURL('**/admin/payments?view=events&status=failed');
  });
});
