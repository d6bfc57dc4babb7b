import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, aStaffRegistration, aUser } from '../../../testing/records.ts';
import { descriptionOf, dialog, expectToast, press, query, region } from '../../../testing/screen.ts';
import { callsOf, hold, leaveToMock, mockApi, refuse } from '../../../testing/server.ts';

const TAB_PATH = '/admin?tab=users';
const admin = anAdmin();
const caio = aUser({ firstName: 'Caio', lastName: 'Reis', email: 'caio@example.com' });
const rows = page.getByRole('table', { name: 'Usuários' }).getByRole('row');
const row = (text: string) => rows.filter({ hasText: text });
const expectInRow = (name: string, text: string) =>
  expect.element(row(name).getByText(text, { exact: true })).toBeVisible();
const expectAbsent = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent);

let db: Db;
beforeEach(() => {
  db = mockApi({ user: admin, users: [caio] });
});

describe('the list of accounts', () => {
  it('[admin-users-counters] counts accounts, and lists staff by their numbers of assignments', async () => {
    const operator = aUser({ firstName: 'Otávia', lastName: 'Prado', role: 'operator' });
    db.addUser(operator);
    for (const status of ['paid', 'reviewing'] as const) {
      db.registrations.push(aStaffRegistration({ status, assignedOperatorId: operator.id }));
    }
    openMocked(TAB_PATH, db);
    const counters = region('Contagem de usuários');
    await expect.element(counters.getByText('3', { exact: true })).toBeVisible();
    await expect
      .poll(() => texts([...counters.element().querySelectorAll('dt, dd:not(:empty)')]))
      .toEqual(['Total de usuários', '3', 'Administradores', '1', 'Clientes', '1']);
    const operatorItems = region('Operadores e atribuições').getByRole('listitem');
    await expect.element(operatorItems.first()).toBeVisible();
    await expect
      .poll(() => texts(operatorItems.elements()))
      .toEqual([
        expect.stringMatching(/Otávia Prado2 registros atribuídos$/),
        expect.stringMatching(/Rui Chefe0 registros atribuídos$/),
      ]);
  });

  it('[admin-users-list] shows 10 accounts per page, and keeps search, sort order and page in the URL', async () => {
    for (let n = 0; n <= 50; n += 1) {
      db.addUser(aUser({ firstName: `Bia${String(n).padStart(2, '0')}`, lastName: 'Lira' }));
    }
    openMocked(TAB_PATH, db);
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill('lira');
    await expect.element(page.getByText('Mostrando 1-10 de 51')).toBeVisible();
    expect(rows.elements()).toHaveLength(1 + 10);
    const pageButtons = page
      .getByRole('navigation', { name: 'Páginas' })
      .getByRole('button', { name: /^Página \d/ });
    await expect.poll(() => texts(pageButtons.elements())).toEqual(['1', '2', '3', '4', '5']);
    const name = page.getByRole('columnheader', { name: 'Nome' });
    await name.getByRole('button').click();
    await expect.element(name).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(row('Bia00 Lira')).toBeVisible();
    await pageButtons.last().click();
    await expect.element(row('Bia40 Lira')).toBeVisible();
    await expect.poll(() => texts(pageButtons.elements())).toEqual(['2', '3', '4', '5', '6']);
    await expect.poll(() => query()).toBe('?tab=users&search=lira&sort=name&page=5');
    openMocked(TAB_PATH + query().replace('?tab=users', ''), db);
    await expect.element(row('Bia40 Lira')).toBeVisible();
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill('ninguém');
    await expect.element(page.getByText('Nenhum usuário encontrado')).toBeVisible();
    await expect.poll(() => query()).toBe('?tab=users&search=ningu%C3%A9m&sort=name');
  });
});

describe('the actions of an admin on an account', () => {
  it('[admin-users-role] warns about the admin role, and undoes a refused change of role', async () => {
    openMocked(TAB_PATH, db);
    const role = dialog.getByRole('combobox', { name: 'Função' });
    const warning = dialog.getByText('Administradores têm acesso total ao sistema', { exact: false });
    const choose = async (option: string) => {
      await role.click();
      await page.getByRole('option', { name: option }).click();
    };
    await press('Alterar função de Caio Reis');
    await expect.element(role).toHaveValue('Cliente');
    await expect.element(dialog.getByRole('button', { name: 'Alterar função' })).toBeDisabled();
    await expectAbsent(warning);
    await choose('Administrador');
    await expect.element(warning).toBeVisible();
    await choose('Operador');
    await expectAbsent(warning);
    let release = hold('changeUserRole');
    await press('Alterar função', dialog);
    await expectInRow('Caio Reis', 'Operador');
    release();
    await expectToast('Função atualizada');
    await expect.poll(() => db.account(caio.id).role).toBe('operator');

    refuse('changeUserRole', 'last-admin');
    release = hold('changeUserRole');
    await press('Alterar função de Caio Reis');
    await choose('Administrador');
    await press('Alterar função', dialog);
    await expectInRow('Caio Reis', 'Administrador');
    release();
    await expectToast('Erro ao atualizar função');
    await expectInRow('Caio Reis', 'Operador');
  });

  it('[admin-users-remove] deletes an account after a confirmation, and shows it again if refused', async () => {
    openMocked(TAB_PATH, db);
    await press('Excluir Caio Reis');
    await expect.element(dialog.getByText('Excluir a conta de Caio Reis?')).toBeVisible();
    await expect.element(dialog.getByText('não pode ser desfeita', { exact: false })).toBeVisible();
    await press('Cancelar', dialog);
    await expectAbsent(dialog);
    expect(callsOf('deleteUser')).toEqual([]);

    refuse('deleteUser', 'user-has-registrations');
    const release = hold('deleteUser');
    await press('Excluir Caio Reis');
    await press('Excluir usuário', dialog);
    await expectAbsent(row('Caio Reis'));
    release();
    await expectToast('Erro ao excluir usuário');
    await expect.element(row('Caio Reis')).toBeVisible();

    leaveToMock('deleteUser');
    await press('Excluir Caio Reis');
    await press('Excluir usuário', dialog);
    await expectToast('Usuário excluído');
    await expectAbsent(row('Caio Reis'));
    await expect.poll(() => db.users.map(({ id }) => id)).toEqual([admin.id]);
  });

  it('[admin-users-refusals] disables actions that the server would refuse, and shows the reason', async () => {
    db.addTransaction(caio.id, { delta: 250 });
    const olivia = db.addUser(aUser({ firstName: 'Olívia' }));
    db.registrations.push(
      aStaffRegistration({ userId: olivia.id, status: 'paid', paymentPaidAt: olivia.createdAt }),
    );
    openMocked(TAB_PATH, db);
    await expectInRow('Rui Chefe', 'Sua conta');
    const ownAccountRefusal = 'É a sua conta: só outro administrador pode fazer isto.';
    for (const [name, reason] of [
      ['Excluir Caio Reis', 'A conta ainda tem 2,50 créditos. Zere o saldo antes de excluir.'],
      ['Excluir Olívia Lima', 'A conta tem um registro pago em andamento. Conclua-o antes de excluir.'],
      ['Alterar função de Rui Chefe', ownAccountRefusal],
      ['Excluir Rui Chefe', ownAccountRefusal],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      await expect.element(button).toHaveAttribute('aria-disabled', 'true');
      expect(descriptionOf(button)).toBe(reason);
      await button.hover();
      await expect.element(page.getByRole('tooltip').getByText(reason)).toBeVisible();
      await button.click({ force: true });
      await expectAbsent(dialog);
    }
    // Tooltips are rendered by the application, not by the browser's `title`.
    await page.getByRole('button', { name: 'Alterar função de Caio Reis' }).hover();
    await expect.element(page.getByRole('tooltip').getByText('Alterar função de Caio Reis')).toBeVisible();
    expect(document.querySelectorAll('table [title]')).toHaveLength(0);
  });
});
