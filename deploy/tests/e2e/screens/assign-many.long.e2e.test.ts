import { expect, it, vi } from 'vitest';
import { adminAt } from '../support/admin-scene.ts';
import { ownBrowser, person } from '../support/browser.ts';
import { mailsTo } from '../support/mailbox.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { colleague, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const COUNT = 12;
/** The mail goes two minutes after the first word of what it tells. */
const MAIL = { timeout: 180_000, interval: 500 };
const SOON = { timeout: 30_000, interval: 100 };

const browser = await ownBrowser();
const base = stackUrl();
const world = await queueWorld(base);
const ids: string[] = [];
for (let at = 0; at < COUNT; at += 1) ids.push(await world.add(`Muitos ${at}`, 'paid'));
const { page, api } = await adminAt(browser, base, '/admin?tab=status');
const { id: operatorId, email } = world.operatorUser;
const { page: theirs } = await person(browser, base);

type Assigned = { assignedOperatorId: string | null };
const assigned = async (id: string) =>
  (await api.ok<Assigned>(`/api/operator/registrations/${id}`)).assignedOperatorId;
const load = async (): Promise<number> => {
  const { items } = await api.ok<{ items: { id: string; assigned: number }[] }>('/api/admin/operators');
  return items.find(({ id }) => id === operatorId)?.assigned ?? 0;
};
const acts = async (subject: string): Promise<string[]> => {
  const { items } = await api.ok<{ items: { action: string }[] }>(`/api/admin/audit?subject=${subject}`);
  return items.map(({ action }) => action);
};
const told = async () => (await mailsTo(base, email)).filter(({ subject }) => subject.includes('atribuíd'));

it('[assign-many] twelve that an admin hands to an operator are told in one toast and one mail', async () => {
  await enter(theirs, world.operator);
  await theirs.goto('/operator?tab=all');
  await theirs.getByRole('heading', { name: 'Painel do Operador' }).waitFor();
  await page.goto(`/admin?tab=status&sort=title&search=${world.mark}`);
  const all = page.getByRole('checkbox', { name: 'Selecionar todos desta página', exact: true });
  const bar = page.getByRole('region', { name: 'Seleção' });
  await all.check();
  await bar.getByText('10 selecionados').waitFor();
  await press(page.getByRole('main'), 'Página 2');
  // The page before stands until the next one has come.
  await expect.poll(() => page.getByRole('table', { name: 'Registros' }).locator('tbody tr').count()).toBe(2);
  await all.check();
  await bar.getByText('12 selecionados').waitFor();
  await press(bar, 'Atribuir…');
  await dialog(page).getByRole('combobox', { name: 'Operador' }).click();
  await page
    .getByRole('option', { name: /^Otávia Prado \(0/ })
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Operador' }).fill('Otávia Prado');
  // Others of this name may be left of other tests: the one without work is chosen by its id's place in the list.
  const { items } = await api.ok<{ items: { id: string; firstName: string; assigned: number }[] }>(
    '/api/admin/operators',
  );
  const place = items
    .filter(({ firstName }) => firstName === 'Otávia')
    .findIndex(({ id }) => id === operatorId);
  await page
    .getByRole('option', { name: /^Otávia Prado/ })
    .nth(place)
    .click();
  await press(dialog(page), 'Atribuir 12 registros');
  await toast(page).getByText('Atribuições atualizadas').waitFor();
  await toast(theirs).getByText('12 registros foram atribuídos a você').waitFor();
  await toast(theirs).getByRole('link', { name: 'Ver os meus registros' }).click();
  await expect.poll(() => new URL(theirs.url()).search, SOON).toBe('?tab=mine');
  await theirs.getByText('Mostrando 1-10 de 12').waitFor();
  expect(await Promise.all(ids.map(assigned))).toEqual(ids.map(() => operatorId));
  await vi.waitUntil(async () => (await told()).length > 0, MAIL);
  const mails = await told();
  expect(mails.map(({ subject }) => subject)).toEqual(['12 registros atribuídos a você']);
  expect(mails[0]?.text.match(/\/operator\/registrations\//g)).toHaveLength(10);
  expect(mails[0]?.text).toContain('… e mais 2.');
});

it('[assign-back] what a deactivation took is given back, but for what a colleague has since', async () => {
  await page.goto(`/admin/users?search=${email}`);
  await press(page.getByRole('main'), 'Desativar Otávia Prado');
  await dialog(page).getByText('12 registros atribuídos a esta pessoa ficarão sem operador.').waitFor();
  await dialog(page).getByText('e mais 7 registros').waitFor();
  await press(dialog(page), 'Desativar usuário');
  await toast(page).getByText('12 registros ficaram sem operador.').waitFor();
  await vi.waitUntil(async () => (await Promise.all(ids.map(assigned))).every((id) => id === null), SOON);
  await toast(page).getByRole('link', { name: 'Ver os registros sem operador' }).click();
  await expect.poll(() => new URL(page.url()).search, SOON).toBe('?operator=none');
  const [taken = ''] = ids;
  const { client, id: colleagueId } = await colleague(base, world, 'Paula', 'Lima');
  await client.post(`/api/registrations/${taken}/take`, {});
  await page.goto(`/admin/users?search=${email}`);
  await press(page.getByRole('main'), 'Reativar Otávia Prado');
  await dialog(page).getByText('1 foi assumido por colega e fica com ele.').waitFor();
  await dialog(page).getByText('Devolver 11 registros').waitFor();
  await press(dialog(page), 'Reativar usuário');
  await toast(page).getByText('Usuário reativado com sucesso').waitFor();
  await toast(page)
    .getByText(/^11 registros devolvidos\./)
    .waitFor();
  expect([await assigned(taken), await load()]).toEqual([colleagueId, 11]);
  const [, back = ''] = ids;
  await vi.waitUntil(async () => (await acts(back)).includes('operator-assigned'), SOON);
  await vi.waitUntil(async () => {
    const done = await acts(operatorId);
    return ['assignments-dropped', 'assignments-restored'].every((action) => done.includes(action));
  }, SOON);
});
