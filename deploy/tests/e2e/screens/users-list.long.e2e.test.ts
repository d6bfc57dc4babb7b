import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, eventually, queryOf, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
let page: Page;
let api: Client;

beforeAll(async () => {
  browser = await launch();
  ({ page, api } = await adminAt(browser, stackUrl(), '/admin/users'));
});
afterAll(() => browser?.close());

const rows = (): Locator => page.getByRole('table', { name: 'Usuários' }).locator('tbody tr');
const row = (text: string): Locator => rows().filter({ hasText: text });

describe('the list of users', () => {
  it('[users-list] has a search of at most 100, the columns, the count, and Ativo or Inativo', async () => {
    const asked = page.waitForRequest((request) => request.url().includes('/api/admin/users?'));
    await page.goto('/admin/users');
    expect(new URL((await asked).url()).searchParams.get('limit')).toBe('100');
    await page.getByRole('heading', { name: 'Gerenciamento de Usuários', level: 1 }).waitFor();
    await rows().first().waitFor();
    expect((await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Nome',
      'E-mail',
      'Função',
      'Status',
      'Créditos',
      'Cadastro',
      'Ações',
    ]);
    const { total } = await api.ok<{ total: number }>('/api/admin/users?limit=1');
    await page.getByText(`${total} usuários`, { exact: true }).waitFor();

    const family = uniqueName('Melo');
    const [active, gone] = [
      await signUpAs(stackUrl(), 'Ana', family),
      await signUpAs(stackUrl(), 'Zoé', family),
    ];
    await api.patch(`/api/admin/users/${gone.user.id}/deactivate`);
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill(family);
    await page.getByText('2 usuários', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
    await eventually(() => rows().first().innerText()).toContain('Ana');
    const today = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
    const cells = (await rows().first().getByRole('cell').allInnerTexts()).slice(0, 6);
    expect(cells).toEqual([
      `Ana ${family}`,
      active.user.email,
      'Cliente',
      'Ativo',
      '0,00 créditos',
      today.format(new Date()),
    ]);
    await row('Zoé').getByText('Inativo', { exact: true }).waitFor();
    expect(queryOf(page)).toEqual({ search: family, sort: 'name' });
  });
});
