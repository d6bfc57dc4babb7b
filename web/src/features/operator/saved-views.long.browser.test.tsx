import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, query, setViewport, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const OTHER_VIEW_ID = '0198a000-0000-7000-8000-0000000000aa';
let views: CountedQueueView[] = [];
const aView = (
  name: string,
  viewQuery: string,
  changes: Partial<CountedQueueView> = {},
): CountedQueueView => ({
  id: `0198a000-0000-7000-8000-${String(views.length).padStart(12, '0')}`,
  name,
  query: viewQuery,
  count: 3,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...changes,
});

const savedViewList = page.getByRole('navigation', { name: 'Visões salvas' });
const viewLink = (name: string) => savedViewList.getByRole('link', { name });
const saveButton = savedViewList.getByRole('button', { name: 'Salvar visão' });
const nameField = dialog.getByRole('textbox', { name: 'Nome' });
/** Opens the menu of the views, unless it is open. */
const showViews = async () => {
  if (savedViewList.elements().length === 0) await press(/^Visões|^Visão: /);
};
const chooseMenuItem = async (view: string, menuItem: string) => {
  await showViews();
  await press(`Opções da visão ${view}`, savedViewList);
  await page.getByRole('menuitem', { name: menuItem }).click();
};

beforeEach(() => {
  views = [];
  answer('getQueueStats', queueStatsOf());
  answer('listQueue', pageOf([], 10));
  answer('listColleagues', pageOf([], 100));
  answer('listQueueViews', () => pageOf(views, 100));
});

it('[saved-views] a saved view stores the filters of the URL; a URL with them selects the view', async () => {
  answer('saveQueueView', ({ body }) => {
    const savedView = aView(body.name, body.query);
    views = [...views, savedView];
    return savedView;
  });
  open('/operator?view=late&jurisdiction=brasil&search=caf%C3%A9&sort=title&page=4', operator);
  await showViews();
  await saveButton.click();
  await nameField.fill(' Urgências ');
  await press('Salvar', dialog);
  await expect.element(toast.getByText('Visão salva')).toBeVisible();
  await expect
    .poll(() => callsOf('saveQueueView').map(({ body }) => body))
    .toEqual([{ name: 'Urgências', query: 'view=late&search=caf%C3%A9&jurisdiction=brasil&sort=title' }]);
  await expect.poll(() => callsOf('saveQueueView')[0]?.headers.get('idempotency-key')).toMatch(/^\w{32}$/);
  await showViews();
  await expect.element(viewLink('Urgências 3')).toHaveAttribute('aria-current', 'true');
  await showViews();
  await expect.element(saveButton).not.toBeInTheDocument();

  await page.getByRole('tab', { name: /^Todos/ }).click();
  await showViews();
  await expect.element(viewLink('Urgências 3')).not.toHaveAttribute('aria-current');
  await showViews();
  await viewLink('Urgências 3').click();
  await expect.poll(query).toBe('?view=late&search=caf%C3%A9&jurisdiction=brasil&sort=title');
  await showViews();
  await expect.element(viewLink('Urgências 3')).toHaveAttribute('aria-current', 'true');
  const expectedQuery = { view: 'late', jurisdiction: 'brasil', search: 'café', sort: 'title', page: 1 };
  await expect
    .poll(() => callsOf('listQueue').map(({ query: listQuery }) => listQuery))
    .toContainEqual(expect.objectContaining(expectedQuery));
});

it('[saved-views-change] renames a view, updates it to the current filters, and deletes it', async () => {
  const ownListView = aView('Minhas', 'assigned=true', { count: 1_000, countCapped: true });
  views = [ownListView];
  answer('changeQueueView', ({ body, params }) => {
    const before = views[0] ?? ownListView;
    const changed = { ...before, name: body.name ?? before.name, query: body.query ?? before.query };
    expect(params.id).toBe(ownListView.id);
    views = [changed];
    return changed;
  });
  answer('removeQueueView', () => {
    views = [];
    return undefined;
  });
  open('/operator?tab=paid&period=30', operator);
  await showViews();
  await expect.element(viewLink('Minhas 1.000+')).not.toHaveAttribute('aria-current');
  await chooseMenuItem('Minhas', 'Renomear');
  await expect.element(nameField).toHaveValue('Minhas');
  await nameField.fill('Pagas do mês');
  await press('Salvar', dialog);
  await showViews();
  await expect.element(viewLink('Pagas do mês 1.000+')).toBeVisible();
  await chooseMenuItem('Pagas do mês', 'Atualizar para os filtros de agora');
  await showViews();
  await expect.element(viewLink('Pagas do mês 1.000+')).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(() => callsOf('changeQueueView').map(({ body }) => body))
    .toEqual([{ name: 'Pagas do mês' }, { query: 'status=paid&period=30' }]);
  await chooseMenuItem('Pagas do mês', 'Excluir');
  await expect.element(dialog.getByText(/^A visão "Pagas do mês" deixa de existir/)).toBeVisible();
  await press('Excluir', dialog);
  await showViews();
  await expect.element(viewLink('Pagas do mês 1.000+')).not.toBeInTheDocument();
  await showViews();
  await expect.element(saveButton).toBeVisible();
});

it('[saved-views-refused] the name field shows why a view was not saved', async () => {
  const message = 'Você já tem uma visão com este nome';
  refuse('saveQueueView', 'conflict', { message, fields: { name: message } });
  open('/operator', operator);
  await showViews();
  await saveButton.click();
  await nameField.fill('Fila');
  await press('Salvar', dialog);
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(nameField).toHaveValue('Fila');
  refuse('saveQueueView', 'invalid-input', { fields: { name: 'Nome é obrigatório' } });
  await press('Salvar', dialog);
  await expect.element(dialog.getByText('Nome é obrigatório')).toBeVisible();
  failWithNetworkError('saveQueueView');
  await press('Salvar', dialog);
  await expect.element(dialog.getByText(/^Sem conexão com o servidor/)).toBeVisible();
  failWithNetworkError('saveQueueView');
  await press('Salvar', dialog);
  await expect.poll(() => callsOf('saveQueueView')).toHaveLength(4);
  // After a network failure the outcome is unknown, so the retry uses the same key.
  const idempotencyKeys = callsOf('saveQueueView').map(({ headers }) => headers.get('idempotency-key'));
  expect(idempotencyKeys[3]).toBe(idempotencyKeys[2]);
  expect(idempotencyKeys[2]).not.toBe(idempotencyKeys[0]);
});

it('[saved-views-uncounted] shows no number for a view without a count; 20 views fit a phone', async () => {
  views = Array.from({ length: 20 }, (_, n) => n).map((n) => ({
    ...aView(`Uma visão de nome bem comprido, de número ${n}`, 'view=late', { count: null }),
    id: `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  }));
  await setViewport(360);
  open('/operator', operator);
  await showViews();
  await expect
    .element(savedViewList.getByRole('link').first())
    .toHaveTextContent('Uma visão de nome bem comprido, de número 0');
  expect(savedViewList.getByRole('link').elements()).toHaveLength(20);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});

it('[saved-views-kept] the last saved view opens on the next visit, without its search text', async () => {
  views = [
    aView('Do mês', 'status=paid&period=30'),
    { ...aView('CPF', 'status=reviewing&search=529'), id: OTHER_VIEW_ID },
  ];
  open('/operator', operator);
  await showViews();
  await viewLink('Do mês 3').click();
  await expect.poll(query).toBe('?tab=paid&period=30');
  open('/operator', operator);
  await expect.poll(query).toBe('?tab=paid&period=30');
  await showViews();
  await viewLink('CPF 3').click();
  await expect.poll(query).toBe('?tab=reviewing&search=529');
  open('/operator', operator);
  await expect.poll(query).toBe('?tab=reviewing');
});
