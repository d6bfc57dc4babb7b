import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { tell } from '../../../testing/events.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, aUser } from '../../../testing/records.ts';
import { dialog, keys, press } from '../../../testing/screen.ts';
import { callsOf, mockApi } from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=credits';
const admin = anAdmin();
const ivo = aUser({ firstName: 'Ivo', lastName: 'Zanini', email: 'ivo@example.com' });
const rows = page.getByRole('list', { name: 'Saldos dos usuários' }).getByRole('listitem');
const row = (text: string) => rows.filter({ hasText: text });
const searchFor = (text: string) => page.getByRole('textbox', { name: 'Buscar usuários' }).fill(text);
const entries = dialog.getByRole('list', { name: 'Histórico de créditos' }).getByRole('listitem');
const expectBalance = (text: string) =>
  expect.element(row('Ivo').getByText(text, { exact: true })).toBeVisible();

let db: Db;
beforeEach(() => {
  db = mockApi({ user: admin, users: [ivo] });
});

describe('the credits tab', () => {
  it('[admin-credits-list] finds users by name or e-mail, ignoring case, and shows ten per page', async () => {
    db.addUser(aUser({ firstName: 'Otto', role: 'operator', email: 'otto@example.com' }));
    for (let n = 0; n < 10; n += 1) db.addUser(aUser({ firstName: 'Rosa', lastName: 'Zanini' }));
    openMocked(TAB_PATH, db);
    await searchFor('ZANINI');
    await expect.element(page.getByText('Mostrando 1-10 de 11')).toBeVisible();
    expect(rows.elements()).toHaveLength(10);
    await press('Página 2');
    await expect.poll(() => rows.elements().length).toBe(1);
    for (const text of ['ivo', 'IVO@example.com', 'Ivo Zanini']) {
      await searchFor(text);
      await expect.element(page.getByText('Mostrando 1-1 de 1')).toBeVisible();
    }
    for (const text of ['ivo@example.com', 'Cliente', 'Cadastro em 02/03/2026'])
      await expect.element(row('Ivo Zanini').getByText(text)).toBeVisible();
    await expectBalance('0,00 créditos');
    for (const [text, role] of [
      ['rui@example.com', 'Administrador'],
      ['otto@example.com', 'Operador'],
    ] as const) {
      await searchFor(text);
      await expect.element(row(text).getByText(role, { exact: true })).toBeVisible();
    }
    await searchFor('ninguém');
    await expect.element(page.getByText('Nenhum usuário encontrado')).toBeVisible();
    // With more than a hundred users, the server searches too.
    for (let n = 0; n < 100; n += 1) db.addUser(aUser({ firstName: 'Novo' }));
    openMocked(TAB_PATH, db);
    await searchFor('ivo');
    await expectBalance('0,00 créditos');
    await expect.poll(() => callsOf('listUsers').map(({ query }) => query.search)).toContain('ivo');
  });

  it('[admin-credits-history] shows the balance chart and each transaction with its author', async () => {
    const hilda = db.addUser(aUser({ firstName: 'Hilda', lastName: 'Ajudante' }));
    const common = { createdAt: '2026-03-02T12:00:00.000Z' };
    db.addTransaction(ivo.id, {
      ...common,
      delta: 250,
      reason: 'Cortesia',
      createdBy: hilda.id,
      referenceType: 'chamado',
      referenceId: '77',
    });
    db.addTransaction(ivo.id, { ...common, delta: 100, reason: 'Bônus', createdBy: admin.id });
    openMocked(TAB_PATH, db);
    await expectBalance('3,50 créditos');
    await press('Histórico de Ivo Zanini');
    await expect.element(entries.nth(1)).toBeVisible();
    expect(entries.elements().map((entry) => entry.textContent)).toEqual([
      'Bônus02/03/2026 09:00 · por Rui Chefe+1,00 créditosSaldo: 3,50 créditos',
      'Cortesia02/03/2026 09:00 · por Hilda Ajudante · Referência: chamado 77+2,50 créditosSaldo: 2,50 créditos',
    ]);
    await expect
      .element(dialog.getByRole('img', { name: /saldo .* entre 0,00 e 3,50 créditos, agora 3,50 créditos/ }))
      .toBeVisible();
    await keys('{Escape}');
    await press('Histórico de Rui Chefe');
    await expect.element(dialog.getByText('Nenhuma transação de crédito encontrada')).toBeVisible();
    db.users.splice(db.users.indexOf(hilda), 1);
    openMocked(TAB_PATH, db);
    await press('Histórico de Ivo Zanini');
    await expect.element(entries.nth(1).getByText('por Usuário removido', { exact: false })).toBeVisible();
  });

  it('[admin-credits-live] updates a user’s balance when the user pays with credits', async () => {
    db.addTransaction(ivo.id, { delta: 350_000 });
    openMocked(TAB_PATH, db);
    await expectBalance('3.500,00 créditos');
    await press('Histórico de Ivo Zanini');
    await expect.poll(() => entries.elements().length).toBe(1);
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    db.addTransaction(ivo.id, { delta: -349_900 });
    tell('queue', { id: crypto.randomUUID(), status: 'paid' });
    await expect.poll(() => entries.elements().length).toBe(2);
    await expect.element(entries.first().getByText('Saldo: 1,00 créditos')).toBeVisible();
    await keys('{Escape}');
    await expectBalance('1,00 créditos');
  });
});
