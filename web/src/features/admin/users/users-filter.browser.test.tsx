import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anAccount, anAdmin, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { hasNoHorizontalScroll, query, setViewport, toast } from '../../../testing/screen.ts';
import { answer, callsOf, throwRefusal } from '../../../testing/server.ts';

const lastQuery = () => callsOf('listUsers').at(-1)?.query;
const choose = async (filter: string, option: string) => {
  await page.getByRole('combobox', { name: filter }).click();
  await page.getByRole('option', { name: option }).click();
};

beforeEach(() => {
  answer('listUsers', pageOf([anAccount({ isActive: false })], 100));
});

it('[users-filter] filters users by role and active state, and keeps both filters in the URL', async () => {
  open('/admin/users', anAdmin());
  await choose('Filtrar por função', 'Operador');
  await expect.poll(lastQuery).toMatchObject({ role: 'operator', limit: 100 });
  await choose('Filtrar por situação', 'Só inativos');
  await expect.poll(lastQuery).toMatchObject({ role: 'operator', active: false });
  await expect.poll(() => query()).toBe('?role=operator&active=false');
  await choose('Filtrar por função', 'Todas as funções');
  await expect.poll(query).toBe('?active=false');
  open('/admin/users?active=true&role=nobody', anAdmin());
  await expect.poll(lastQuery).toMatchObject({ active: true });
  expect(lastQuery()?.role).toBeUndefined();
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('[users-filter-none] suggests another filter if no user matches, and shows “ou mais” for a capped count', async () => {
  answer('listUsers', pageOf([], 100));
  open('/admin/users?active=false', anAdmin());
  await expect.element(page.getByText('Tente outro nome, e-mail ou filtro.')).toBeVisible();
  answer('listUsers', { ...pageOf([anAccount()], 100, 10_000), totalCapped: true as const });
  open('/admin/users?active=false', anAdmin());
  await expect.element(page.getByText('10.000 ou mais usuários')).toBeVisible();
});

it('[users-too-far] shows the reason and a button to the first page if the page number is too high', async () => {
  const message = 'Resultados demais para ir tão longe: acrescente uma palavra à busca.';
  answer('listUsers', (call) =>
    call.query.page === 22
      ? throwRefusal('invalid-input', { message, fields: { page: message } })
      : { ...pageOf([anAccount()], 100, 10_000), totalCapped: true as const },
  );
  open('/admin/users?search=comum&page=22', anAdmin());
  await expect.element(page.getByRole('main').getByText(message)).toBeVisible();
  expect(page.getByRole('button', { name: 'Tentar novamente' }).elements()).toEqual([]);
  // A page beyond the limit shows no error toast.
  expect(toast.getByText('Erro ao carregar usuários').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Voltar à primeira página' }).click();
  await expect.element(page.getByText('10.000 ou mais usuários')).toBeVisible();
  await expect.poll(() => query()).toBe('?search=comum');
});
