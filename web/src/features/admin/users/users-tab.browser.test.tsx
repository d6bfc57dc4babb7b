import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../../mock/db.ts';
import { openMocked } from '../../../testing/mock.ts';
import { anAdmin, aStaffRegistration, aUser } from '../../../testing/records.ts';
import { descriptionOf, dialog, expectToast, press, query, region } from '../../../testing/screen.ts';
import { callsOf, hold, leaveToMock, mockApi, refuse } from '../../../testing/server.ts';

const TAB = '/admin?tab=users';
const admin = anAdmin();
const caio = aUser({ firstName: 'Caio', lastName: 'Reis', email: 'caio@example.com' });
const rows = page.getByRole('table', { name: 'Usuários' }).getByRole('row');
const row = (text: string) => rows.filter({ hasText: text });
const expectInRow = (name: string, text: string) =>
  expect.element(row(name).getByText(text, { exact: true })).toBeVisible();
const expectGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent);

let db: Db;
beforeEach(() => {
  db = mockApi({ user: admin, users: [caio] });
});

describe('the list of accounts', () => {
  it('[admin-users-counters] counts accounts, and lists the staff by their workload', async () => {
    const operator = aUser({ firstName: 'Otávia', lastName: 'Prado', role: 'operator' });
    db.addUser(operator);
    for (const status of ['paid', 'reviewing'] as const) {
      db.registrations.push(aStaffRegistration({ status, assignedOperatorId: operator.id }));
    }
    openMocked(TAB, db);
    const counters = region('Contagem de usuários');
    await expect.element(counters.getByText('3', { exact: true })).toBeVisible();
    await expect
      .poll(() => texts([...counters.element().querySelectorAll('dt, dd:not(:empty)')]))
      .toEqual(['Total de usuários', '3', 'Administradores', '1', 'Clientes', '1']);
    const loads = region('Operadores e atribuições').getByRole('listitem');
    await expect.element(loads.first()).toBeVisible();
    await expect
      .poll(() => texts(loads.elements()))
      .toEqual([
        expect.stringMatching(/Otávia Prado2 registros atribuídos$/),
        expect.stringMatching(/Rui Chefe0 registros atribuídos$/),
      ]);
  });

  it('[admin-users-list] keeps search, sort order and page in the URL, 10 accounts per page', async () => {
    for (let n = 0; n <= 50; n += 1) {
      db.addUser(aUser({ firstName: `Bia${String(n).padStart(2, '0')}`, lastName: 'Lira' }));
    }
    openMocked(TAB, db);
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill('lira');
    await expect.element(page.getByText('Mostrando 1-10 de 51')).toBeVisible();
    expect(rows.elements()).toHaveLength(1 + 10);
    const numbers = page
      .getByRole('navigation', { name: 'Páginas' })
      .getByRole('button', { name: /^Página \d/ });
    await expect.poll(() => texts(numbers.elements())).toEqual(['1', '2', '3', '4', '5']);
    const name = page.getByRole('columnheader', { name: 'Nome' });
    await name.getByRole('button').click();
    await expect.element(name).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(row('Bia00 Lira')).toBeVisible();
    await numbers.last().click();
    await expect.element(row('Bia40 Lira')).toBeVisible();
    await expect.poll(() => texts(numbers.elements())).toEqual(['2', '3', '4', '5', '6']);
    await expect.poll(() => query()).toBe('?tab=users&search=lira&sort=name&page=5');
    openMocked(TAB + query().replace('?tab=users', ''), db);
    await expect.element(row('Bia40 Lira')).toBeVisible();
    await page.getByRole('textbox', { name: 'Buscar usuários' }).fill('ninguém');
    await expect.element(page.getByText('Nenhum usuário encontrado')).toBeVisible();
    await expect.poll(() => query()).toBe('?tab=users&search=ningu%C3%A9m&sort=name');
  });
});

describe('the actions of an admin on an account', () => {
  it('[admin-users-role] warns before it makes a user an admin, and undoes a refused change of role', async () => {
    openMocked(TAB, db);
    const role = dialog.getByRole('combobox', { name: 'Função' });
    const warning = dialog.getByText('Administradores têm acesso total ao sistema', { exact: false });
    const choose = async (option: string) => {
      await role.click();
      await page.getByRole('option', { name: option }).click();
    };
    await press('Alterar função de Caio Reis');
    await expect.element(role).toHaveValue('Cliente');
    await expect.element(dialog.getByRole('button', { name: 'Alterar função' })).toBeDisabled();
    await expectGone(warning);
    await choose('Administrador');
    await expect.element(warning).toBeVisible();
    await choose('Operador');
    await expectGone(warning);
    let letGo = hold('changeUserRole');
    await press('Alterar função', dialog);
    await expectInRow('Caio Reis', 'Operador');
    letGo();
    await expectToast('Função atualizada');
    await expect.poll(() => db.account(caio.id).role).toBe('operator');

    refuse('changeUserRole', 'last-admin');
    letGo = hold('changeUserRole');
    await press('Alterar função de Caio Reis');
    await choose('Administrador');
    await press('Alterar função', dialog);
    await expectInRow('Caio Reis', 'Administrador');
    letGo();
    await expectToast('Erro ao atualizar função');
    await expectInRow('Caio Reis', 'Operador');
  });

  it('[admin-users-remove] asks before it deletes an account, and restores it if refused', async () => {
    openMocked(TAB, db);
    await press('Excluir Caio Reis');
    await expect.element(dialog.getByText('Excluir a conta de Caio Reis?')).toBeVisible();
    await expect.element(dialog.getByText('não pode ser desfeita', { exact: false })).toBeVisible();
    await press('Cancelar', dialog);
    await expectGone(dialog);
    expect(callsOf('deleteUser')).toEqual([]);

    refuse('deleteUser', 'user-has-registrations');
    const letGo = hold('deleteUser');
    await press('Excluir Caio Reis');
    await press('Excluir usuário', dialog);
    await expectGone(row('Caio Reis'));
    letGo();
    await expectToast('Erro ao excluir usuário');
    await expect.element(row('Caio Reis')).toBeVisible();

    leaveToMock('deleteUser');
    await press('Excluir Caio Reis');
    await press('Excluir usuário', dialog);
    await expectToast('Usuário excluído');
    await expectGone(row('Caio Reis'));
    await expect.poll(() => db.users.map(({ id }) => id)).toEqual([admin.id]);
  });

  it('[admin-users-refusals] disables actions that the server would refuse, and says why', async () => {
    db.credit(caio.id, { delta: 250 });
    const olivia = db.addUser(aUser({ firstName: 'Olívia' }));
    db.registrations.push(
      aStaffRegistration({ userId: olivia.id, status: 'paid', paymentPaidAt: olivia.createdAt }),
    );
    openMocked(TAB, db);
    await expectInRow('Rui Chefe', 'Sua conta');
    const own = 'É a sua conta: só outro administrador pode fazer isto.';
    for (const [name, why] of [
      ['Excluir Caio Reis', 'A conta ainda tem 2,50 créditos. Zere o saldo antes de excluir.'],
      ['Excluir Olívia Lima', 'A conta tem um registro pago em andamento. Conclua-o antes de excluir.'],
      ['Alterar função de Rui Chefe', own],
      ['Excluir Rui Chefe', own],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true });
      await expect.element(button).toHaveAttribute('aria-disabled', 'true');
      expect(descriptionOf(button)).toBe(why);
      await button.hover();
      await expect.element(page.getByRole('tooltip').getByText(why)).toBeVisible();
      await button.click({ force: true });
      await expectGone(dialog);
    }
    // Tooltips are rendered by the application, not by the browser's `title`.
    await page.getByRole('button', { name: 'Alterar função de Caio Reis' }).hover();
    await expect.element(page.getByRole('tooltip').getByText('Alterar função de Caio Reis')).toBeVisible();
    expect(document.querySelectorAll('table [title]')).toHaveLength(0);
  });
});
