import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, fits, press, query, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, cut, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const OTHER_VIEW_ID = '0198a000-0000-7000-8000-0000000000aa';
let views: CountedQueueView[] = [];
const aView = (name: string, asked: string, more: Partial<CountedQueueView> = {}): CountedQueueView => ({
  id: `0198a000-0000-7000-8000-${String(views.length).padStart(12, '0')}`,
  name,
  query: asked,
  count: 3,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...more,
});

const saved = page.getByRole('navigation', { name: 'Visões salvas' });
const link = (name: string) => saved.getByRole('link', { name });
const save = saved.getByRole('button', { name: 'Salvar visão' });
const name = dialog.getByRole('textbox', { name: 'Nome' });
/** Opens the list of views, unless it is open. */
const showViews = async () => {
  if (saved.elements().length === 0) await press(/^Visões|^Visão: /);
};
const choose = async (view: string, what: string) => {
  await showViews();
  await press(`Opções da visão ${view}`, saved);
  await page.getByRole('menuitem', { name: what }).click();
};

beforeEach(() => {
  views = [];
  answer('getQueueStats', queueStatsOf());
  answer('listQueue', pageOf([], 10));
  answer('listColleagues', pageOf([], 100));
  answer('listQueueViews', () => pageOf(views, 100));
});

it('[saved-views] saving a view stores the URL’s filters, and the URL selects the view', async () => {
  answer('saveQueueView', ({ body }) => {
    const made = aView(body.name, body.query);
    views = [...views, made];
    return made;
  });
  open('/operator?view=late&jurisdiction=brasil&search=caf%C3%A9&sort=title&page=4', operator);
  await showViews();
  await save.click();
  await name.fill(' Urgências ');
  await press('Salvar', dialog);
  await expect.element(toast.getByText('Visão salva')).toBeVisible();
  await expect
    .poll(() => callsOf('saveQueueView').map(({ body }) => body))
    .toEqual([{ name: 'Urgências', query: 'view=late&search=caf%C3%A9&jurisdiction=brasil&sort=title' }]);
  await expect.poll(() => callsOf('saveQueueView')[0]?.headers.get('idempotency-key')).toMatch(/^\w{32}$/);
  await showViews();
  await expect.element(link('Urgências 3')).toHaveAttribute('aria-current', 'true');
  await showViews();
  await expect.element(save).not.toBeInTheDocument();

  await page.getByRole('tab', { name: /^Todos/ }).click();
  await showViews();
  await expect.element(link('Urgências 3')).not.toHaveAttribute('aria-current');
  await showViews();
  await link('Urgências 3').click();
  await expect.poll(query).toBe('?view=late&search=caf%C3%A9&jurisdiction=brasil&sort=title');
  await showViews();
  await expect.element(link('Urgências 3')).toHaveAttribute('aria-current', 'true');
  const asked = { view: 'late', jurisdiction: 'brasil', search: 'café', sort: 'title', page: 1 };
  await expect
    .poll(() => callsOf('listQueue').map(({ query: one }) => one))
    .toContainEqual(expect.objectContaining(asked));
});

it('[saved-views-change] renames a view, updates it to the current filters, and deletes it', async () => {
  const mine = aView('Minhas', 'assigned=true', { count: 1_000, countCapped: true });
  views = [mine];
  answer('changeQueueView', ({ body, params }) => {
    const before = views[0] ?? mine;
    const changed = { ...before, name: body.name ?? before.name, query: body.query ?? before.query };
    expect(params.id).toBe(mine.id);
    views = [changed];
    return changed;
  });
  answer('removeQueueView', () => {
    views = [];
    return undefined;
  });
  open('/operator?tab=paid&period=30', operator);
  await showViews();
  await expect.element(link('Minhas 1.000+')).not.toHaveAttribute('aria-current');
  await choose('Minhas', 'Renomear');
  await expect.element(name).toHaveValue('Minhas');
  await name.fill('Pagas do mês');
  await press('Salvar', dialog);
  await showViews();
  await expect.element(link('Pagas do mês 1.000+')).toBeVisible();
  await choose('Pagas do mês', 'Atualizar para os filtros de agora');
  await showViews();
  await expect.element(link('Pagas do mês 1.000+')).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(() => callsOf('changeQueueView').map(({ body }) => body))
    .toEqual([{ name: 'Pagas do mês' }, { query: 'status=paid&period=30' }]);
  await choose('Pagas do mês', 'Excluir');
  await expect.element(dialog.getByText(/^A visão "Pagas do mês" deixa de existir/)).toBeVisible();
  await press('Excluir', dialog);
  await showViews();
  await expect.element(link('Pagas do mês 1.000+')).not.toBeInTheDocument();
  await showViews();
  await expect.element(save).toBeVisible();
});

it('[saved-views-refused] shows at the name field that a name is in use, or the network failed', async () => {
  const message = 'Você já tem uma visão com este nome';
  refuse('saveQueueView', 'conflict', { message, fields: { name: message } });
  open('/operator', operator);
  await showViews();
  await save.click();
  await name.fill('Fila');
  await press('Salvar', dialog);
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(name).toHaveValue('Fila');
  refuse('saveQueueView', 'invalid-input', { fields: { name: 'Nome é obrigatório' } });
  await press('Salvar', dialog);
  await expect.element(dialog.getByText('Nome é obrigatório')).toBeVisible();
  cut('saveQueueView');
  await press('Salvar', dialog);
  await expect.element(dialog.getByText(/^Sem conexão com o servidor/)).toBeVisible();
  cut('saveQueueView');
  await press('Salvar', dialog);
  await expect.poll(() => callsOf('saveQueueView')).toHaveLength(4);
  // The outcome is unknown, so the retry uses the same key.
  const keys = callsOf('saveQueueView').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[3]).toBe(keys[2]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('[saved-views-uncounted] a view without a count has no number; 20 views fit a phone', async () => {
  views = Array.from({ length: 20 }, (_, n) => n).map((n) => ({
    ...aView(`Uma visão de nome bem comprido, de número ${n}`, 'view=late', { count: null }),
    id: `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  }));
  await widen(360);
  open('/operator', operator);
  await showViews();
  await expect
    .element(saved.getByRole('link').first())
    .toHaveTextContent('Uma visão de nome bem comprido, de número 0');
  expect(saved.getByRole('link').elements()).toHaveLength(20);
  await expect.poll(() => fits()).toBe(true);
});

it('[saved-views-kept] the last saved view opens on the next visit, without search text', async () => {
  views = [
    aView('Do mês', 'status=paid&period=30'),
    { ...aView('CPF', 'status=reviewing&search=529'), id: OTHER_VIEW_ID },
  ];
  open('/operator', operator);
  await showViews();
  await link('Do mês 3').click();
  await expect.poll(query).toBe('?tab=paid&period=30');
  open('/operator', operator);
  await expect.poll(query).toBe('?tab=paid&period=30');
  await showViews();
  await link('CPF 3').click();
  await expect.poll(query).toBe('?tab=reviewing&search=529');
  open('/operator', operator);
  await expect.poll(query).toBe('?tab=reviewing');
});
