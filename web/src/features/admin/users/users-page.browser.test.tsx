import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, aStaffRegistration, aUser } from '../../../testing/records.ts';
import { dialog, expectToast, keys, press, query, toast } from '../../../testing/screen.ts';
import { callsOf, hold, leaveToMock, mockApi, refuse } from '../../../testing/server.ts';

const caio = aUser({ firstName: 'Caio', lastName: 'Reis', email: 'caio@example.com' });
const otavia = aUser({ firstName: 'Otávia', lastName: 'Prado', role: 'operator' });
const rows = page.getByRole('table', { name: 'Usuários' }).getByRole('row');
const row = (text: string) => rows.filter({ hasText: text });
const expectInRow = (name: string, text: string) =>
  expect.element(row(name).getByText(text, { exact: true })).toBeVisible();
const expectInDialog = (text: string) =>
  expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();

let db: Db;
beforeEach(() => {
  db = mockApi({ user: anAdmin(), users: [caio, otavia] });
});

describe('the page of all accounts', () => {
  it('[users-list] shows a search field, the number of users, and columns with the state of each account', async () => {
    db.addUser(aUser({ firstName: 'Zoé', lastName: 'Reis', isActive: false }));
    openMocked('/admin/users', db);
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Gerenciamento de Usuários');
    await expect.element(page.getByText('4 usuários', { exact: true })).toBeVisible();
    await expect.poll(() => callsOf('listUsers')[0]?.query.limit).toBe(100);
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill('reis');
    await expect.element(page.getByText('2 usuários', { exact: true })).toBeVisible();
    await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
    await expect.poll(query).toBe('?search=reis&sort=name');
    await expectInRow('Zoé', 'Inativo');
    const cells = () =>
      [...document.querySelectorAll('table tr')]
        .slice(0, 2)
        .map((tableRow) => [...tableRow.children].slice(0, 6).map((cell) => cell.textContent?.trim()));
    await expect.poll(cells).toEqual([
      ['Nome', 'E-mail', 'Função', 'Status', 'Créditos', 'Cadastro'],
      ['Caio Reis', 'caio@example.com', 'Cliente', 'Ativo', '0,00 créditos', '02/03/2026'],
    ]);
  });

  it('[users-keyboard] J and K move the focus in the list, / focuses the search, ? shows the shortcuts', async () => {
    openMocked('/admin/users?sort=name', db);
    await expect.element(row('Rui Chefe')).toBeVisible();
    for (const [key, name] of [
      ['j', 'Caio Reis'],
      ['j', 'Otávia Prado'],
      ['k', 'Caio Reis'],
    ] as const) {
      await keys(key);
      await expect.poll(() => document.activeElement?.textContent).toContain(name);
    }
    // The first Tab focuses the link of the name, the second Tab the edit button.
    await keys('{Tab}{Tab}{Enter}');
    await expectInDialog('Editar usuário');
    await keys('{Escape}');
    await expectClosed();
    await keys('?');
    await expectInDialog('Atalhos de teclado');
    await keys('{Escape}');
    await expectClosed();
    await keys('/ninguém');
    await expect.element(page.getByText('Nenhum usuário encontrado')).toBeVisible();
  });
});

describe('the actions of an admin on an account', () => {
  it('[users-edit] edits names and role, shows field errors, and warns about the admin role', async () => {
    openMocked('/admin/users', db);
    await press('Editar Caio Reis');
    const role = dialog.getByRole('combobox', { name: 'Função' });
    await expect.element(role).toHaveValue('Cliente');
    const fillNames = async (first: string, last: string) => {
      await dialog.getByLabelText('Nome', { exact: true }).fill(first);
      await dialog.getByLabelText('Sobrenome').fill(last);
    };
    await fillNames('F', 'P');
    await press('Salvar alterações', dialog);
    await expectInDialog('Nome deve ter pelo menos 2 caracteres');
    await expectInDialog('Sobrenome deve ter pelo menos 2 caracteres');
    expect(callsOf('updateUser')).toEqual([]);
    await fillNames('Fabiano', 'Sá');
    await role.click();
    await page.getByRole('option', { name: 'Administrador' }).click();
    await expectInDialog('Administradores têm acesso total ao sistema e podem gerenciar outros usuários.');
    await role.click();
    await page.getByRole('option', { name: 'Operador' }).click();
    await press('Salvar alterações', dialog);
    await expectToast('Usuário atualizado com sucesso');
    await expectInRow('Fabiano Sá', 'Operador');
    await expect
      .poll(() => db.account(caio.id))
      .toMatchObject({ firstName: 'Fabiano', lastName: 'Sá', role: 'operator' });
  });

  it('[users-credits] requires delta and reason for a change of credits, and shows the delta in credits', async () => {
    openMocked('/admin/users', db);
    await press('Gerenciar créditos de Caio Reis');
    const submit = async (delta: string, reason: string) => {
      await dialog.getByLabelText('Delta', { exact: false }).fill(delta);
      await dialog.getByLabelText('Motivo', { exact: false }).fill(reason);
      await press('Atualizar créditos', dialog);
    };
    for (const [delta, reason] of [
      ['', ''],
      ['abc', 'Cortesia'],
      ['500', '   '],
    ] as const) {
      await submit(delta, reason);
      await expectToast('Delta e motivo são obrigatórios');
      await press('Fechar notificação', toast);
    }
    expect(callsOf('adjustUserCredits')).toEqual([]);
    await submit('10001', 'Cortesia');
    await expectToast('Erro ao atualizar créditos');
    await expectInDialog('Delta deve estar entre -10000 e 10000');
    await dialog.getByLabelText('Delta', { exact: false }).fill('10000');
    await expectInDialog('= 100,00 créditos');
    await press('Atualizar créditos', dialog);
    await expectToast('Créditos atualizados');
    await expectInRow('Caio Reis', '100,00 créditos');
    await expect
      .poll(() => db.transactions)
      .toMatchObject([{ userId: caio.id, delta: 10_000, reason: 'Cortesia' }]);
  });

  it('[users-password] rejects a blank password, and shows the server’s error for a short password', async () => {
    openMocked('/admin/users', db);
    await press('Redefinir senha de Caio Reis');
    const submit = async (password: string) => {
      await dialog.getByLabelText('Nova senha', { exact: true }).fill(password);
      await press('Redefinir senha', dialog);
    };
    for (const blank of ['', '   ']) {
      await submit(blank);
      await expectInDialog('Nova senha é obrigatória');
    }
    expect(callsOf('resetUserPassword')).toEqual([]);
    await submit('curta');
    await expectToast('Erro ao redefinir senha');
    await expectInDialog('A nova senha deve ter pelo menos 8 caracteres');
    await submit('Senha-nova-1');
    await expectToast('Senha redefinida com sucesso');
    await expect.poll(() => db.account(caio.id).password).toBe('Senha-nova-1');
  });

  it('[users-active] warns before it deactivates an account, and undoes a refused change', async () => {
    db.registrations.push(aStaffRegistration({ status: 'paid', assignedOperatorId: otavia.id }));
    openMocked('/admin/users', db);
    await press('Desativar Otávia Prado');
    await expectInDialog('Desativar a conta de Otávia Prado?');
    await expect
      .element(dialog.getByText('O usuário não poderá mais fazer login', { exact: false }))
      .toBeVisible();
    await expectInDialog('1 registro atribuído a esta pessoa ficará sem operador.');
    let release = hold('deactivateUser');
    await press('Desativar usuário', dialog);
    await expectInRow('Otávia Prado', 'Inativo');
    release();
    await expectToast('Usuário desativado com sucesso');
    await expect.poll(() => db.account(otavia.id).isActive).toBe(false);

    refuse('reactivateUser', 'unavailable');
    release = hold('reactivateUser');
    await press('Reativar Otávia Prado');
    await expect
      .element(dialog.getByText('O usuário poderá fazer login novamente.', { exact: false }))
      .toBeVisible();
    await press('Reativar usuário', dialog);
    await expectInRow('Otávia Prado', 'Ativo');
    release();
    await expectToast('Erro ao reativar usuário');
    await expectInRow('Otávia Prado', 'Inativo');
    leaveToMock('reactivateUser');
    await press('Reativar Otávia Prado');
    await press('Reativar usuário', dialog);
    await expectToast('Usuário reativado com sucesso');
    await expect.poll(() => db.account(otavia.id).isActive).toBe(true);
  });
});
