import { randomInt } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, eventually, queryOf, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
let page: Page;
let api: Client;
let world: QueueWorld;

beforeAll(async () => {
  browser = await launch();
  [world, { page, api }] = await Promise.all([
    queueWorld(stackUrl()),
    adminAt(browser, stackUrl(), '/admin'),
  ]);
});
afterAll(() => browser?.close());

const digits = (length: number): string => String(randomInt(10 ** (length - 1), 10 ** length - 1));

describe('what an admin types finds what is meant', () => {
  it('finds registrations without accents, by a tax id however it is written, by id and by certificate', async () => {
    const cpf = `${digits(3)}.${digits(3)}.${digits(3)}-${digits(2)}`;
    const bare = cpf.replaceAll(/\D/g, '');
    const id = await world.add('Gestão Bancária', 'certificate_issued', { applicantTaxId: cpf });
    await world.add('Ação Íntegra', 'submitted', { applicantTaxId: bare });
    const word = page.getByRole('textbox', { name: 'Buscar registros' });
    const titles = () =>
      page.getByRole('table', { name: 'Registros' }).locator('tbody td:first-child').allInnerTexts();
    await page.goto('/admin?tab=registrations&sort=title');
    const finds = async (search: string, names: string[]) => {
      await word.fill(search);
      await eventually(() => queryOf(page).search).toBe(search);
      await eventually(titles).toEqual(names.map((name) => `${world.mark} ${name}`));
    };
    await finds(`${world.mark} gestao bancaria`, ['Gestão Bancária']);
    await finds(`${world.mark.toLowerCase()} ACAO INTEGRA`, ['Ação Íntegra']);
    for (const search of [cpf, bare, bare.slice(0, 9)])
      await finds(search, ['Ação Íntegra', 'Gestão Bancária']);
    await finds(id, ['Gestão Bancária']);
    const proof = await world.ownerOf(id).send(`/api/registrations/${id}/certificate`);
    expect(proof.status).toBe(200);
    expect(await word.getAttribute('placeholder')).toBe('Título, nome, CPF/CNPJ ou certificado');
  });

  it('finds users without accents, in the list and among the balances', async () => {
    const surname = uniqueName('Dúarte');
    await signUpAs(stackUrl(), 'Olívia', surname);
    const typed = `olivia ${surname.replace('ú', 'u')}`;
    await page.goto('/admin/users');
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill(typed);
    await page.getByRole('table', { name: 'Usuários' }).getByText(`Olívia ${surname}`).waitFor();
    await page.getByText('1 usuário', { exact: true }).waitFor();
    await page.goto('/admin?tab=credits');
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill(typed);
    await eventually(() =>
      page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem').count(),
    ).toBe(1);
    await page.getByRole('button', { name: `Histórico de Olívia ${surname}` }).waitFor();
    const { total } = await api.ok<{ total: number }>(`/api/admin/users?search=${encodeURIComponent(typed)}`);
    expect(total).toBe(1);
  });
});
