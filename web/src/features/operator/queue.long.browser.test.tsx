import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, keys, press, query, setViewport } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const PAULA_ID = '0198a000-0000-7000-8000-00000000000a';
const operator = aUser({ role: 'operator', firstName: 'Olga' });
const paidRegistration = aStaffRegistration({
  title: 'Paga na sexta',
  status: 'paid',
  statusUpdatedAt: '2026-11-13T15:00:00.000Z',
  paymentPaidAt: '2026-11-13T15:00:00.000Z',
});
const nearDeadline = aStaffRegistration({
  title: 'Quase no prazo',
  status: 'reviewing',
  statusUpdatedAt: '2026-11-16T15:00:00.000Z',
});
const changedToday = aStaffRegistration({
  title: 'De hoje',
  status: 'paid',
  statusUpdatedAt: '2026-11-23T12:00:00.000Z',
});
const inCorrection = aStaffRegistration({
  title: 'Com o cliente',
  status: 'submitted',
  statusUpdatedAt: '2026-11-19T15:00:00.000Z',
  paymentPaidAt: '2026-11-10T15:00:00.000Z',
});
const withCertificate = aStaffRegistration({ title: 'Pronta', status: 'certificate_issued' });
const registrations = [paidRegistration, nearDeadline, changedToday, inCorrection, withCertificate];

const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const waitingTime = (title: string) => row(title).getByText(/^(há \d+ dias? út|desde hoje)/);
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const listRequests = () => callsOf('listQueue').filter(({ query: listQuery }) => listQuery.limit > 1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T18:00:00Z') });
  answer(
    'getQueueStats',
    queueStatsOf({ total: 5, awaitingReview: 2, inReview: 1, late: 3, awaitingClient: 1 }),
  );
  answer('listQueue', pageOf(registrations, 10));
  answer('listColleagues', pageOf([{ id: PAULA_ID, firstName: 'Paula', lastName: 'Reis' }], 100));
  answer('getStaffRegistration', paidRegistration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the waiting time of a registration', () => {
  it('[queue-age] rows show the waiting time in working days, and mark late registrations', async () => {
    open('/operator', operator);
    // The waiting times span two weekends and a holiday.
    await expect.element(waitingTime('Paga na sexta')).toBeVisible();
    expect(registrations.map(({ title }) => waitingTime(title).elements().at(-1)?.textContent)).toEqual([
      'há 5 dias úteis · atrasado',
      'há 4 dias úteis · perto do prazo',
      'desde hoje',
      'há 1 dia útil',
      undefined,
    ]);
    const levels = registrations.map(
      ({ title }) => row(title).element().querySelector<HTMLElement>('[data-level]')?.dataset.level,
    );
    expect(levels).toEqual(['late', 'near', 'in-time', 'in-time', undefined]);
  });

  it('[queue-age-panel] the panel shows the waiting time and the promised time', async () => {
    open(`/operator?open=${paidRegistration.id}`, operator);
    const panel = page.getByRole('complementary');
    await expect
      .element(panel.getByText(/^há 5 dias úteis/))
      .toHaveTextContent('há 5 dias úteis · atrasado · prazo de 2 dias úteis');
    await setViewport(360);
    await expect.element(page.getByText('· atrasado').first()).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[queue-oldest-first] lists that wait for staff are sorted oldest first by default', async () => {
    open('/operator?tab=paid', operator);
    await expect.element(waitingTime('Paga na sexta')).toBeVisible();
    expect(listRequests().at(-1)?.query).toMatchObject({ status: ['paid'], sort: 'statusUpdatedAt' });
    const updatedHeader = page.getByRole('columnheader', { name: 'Última atualização' });
    await expect.element(updatedHeader).toHaveAttribute('aria-sort', 'ascending');
    await press('Título', page.getByRole('columnheader', { name: 'Título' }));
    await expect.poll(query).toBe('?tab=paid&sort=title');
    await expect.poll(() => listRequests().at(-1)?.query.sort).toBe('title');
    open('/operator?tab=reviewing', operator);
    await expect.element(waitingTime('Paga na sexta')).toBeVisible();
    expect(listRequests().at(-1)?.query).toMatchObject({ status: ['reviewing'], sort: 'statusUpdatedAt' });
    await page.getByRole('tab', { name: /^Todos/ }).click();
    await expect.poll(() => listRequests().at(-1)?.query.sort).toBe('-createdAt');
    await page.getByRole('tab', { name: /^Meus/ }).click();
    await expect.poll(() => listRequests().at(-1)?.query).toMatchObject({ assigned: true, sort: '-waiting' });
    // The order by waiting time belongs to no column, so no header has a sort arrow.
    expect(document.querySelectorAll(':is([aria-sort=ascending], [aria-sort=descending])')).toHaveLength(0);
  });
});

describe('a registration after a request for corrections', () => {
  const resubmitted = aStaffRegistration({
    title: 'De volta',
    status: 'paid',
    statusUpdatedAt: '2026-11-22T15:00:00.000Z',
    paymentPaidAt: '2026-11-10T15:00:00.000Z',
  });

  it('[queue-marks] is marked in row and panel as waiting for the client, or as resubmitted', async () => {
    answer('listQueue', pageOf([resubmitted, inCorrection, paidRegistration], 10));
    answer('getStaffRegistration', resubmitted);
    open(`/operator?open=${resubmitted.id}`, operator);
    await expect.element(row('De volta').getByText('Reenviado')).toBeVisible();
    await expect.element(row('De volta').getByText('Pago', { exact: true })).toBeVisible();
    await expect.element(row('Com o cliente').getByText('Aguardando cliente')).toBeVisible();
    await expect.element(row('Com o cliente').getByText('Submetido')).toBeVisible();
    expect(
      row('Paga na sexta')
        .getByText(/Reenviado|cliente/)
        .elements(),
    ).toEqual([]);
    await expect.element(page.getByRole('complementary').getByText('Reenviado')).toBeVisible();
    await setViewport(360);
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'De volta' }).getByText('Reenviado'))
      .toBeInTheDocument();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});

describe('the views of the queue', () => {
  const views = page.getByRole('navigation', { name: 'Visões da fila' });
  const viewLink = (name: string) => views.getByRole('link', { name: new RegExp(`^${name} `) });
  const choose = async (name: string) => {
    await press(/^Visões|^Visão: /);
    await viewLink(name).click();
    await expect.element(views).not.toBeInTheDocument();
  };

  it('[queue-views] lists the views with counts; the page title counts those for staff', async () => {
    open('/operator?search=x&page=2', operator);
    await press('Visões 3 atrasados');
    await expect
      .poll(() =>
        views
          .getByRole('link')
          .elements()
          .map((element) => element.textContent),
      )
      .toEqual([
        'Atrasados 3',
        'Reenviados 0',
        'Aguardando cliente 1',
        'Mensagens 0',
        'Processamento governamental 0',
        'Encerrados 0',
      ]);
    expect(page.getByRole('tab').elements()).toHaveLength(4);
    // Two of the five registrations do not wait for staff.
    await expect.poll(() => document.title).toMatch(/^\(3\) Fila/);
    await viewLink('Atrasados').click();
    await expect.poll(query).toBe('?search=x&view=late');
    await press(/^Visão: Atrasados/);
    await expect.element(viewLink('Atrasados')).toHaveAttribute('aria-current', 'true');
    await keys('{Escape}');
    expect(page.getByRole('tab', { selected: true }).elements()).toEqual([]);
    await expect
      .poll(() => listRequests().at(-1)?.query)
      .toMatchObject({ view: 'late', sort: 'statusUpdatedAt', page: 1 });
    expect(listRequests().at(-1)?.query.status).toBeUndefined();
    await expect.element(page.getByRole('region', { name: 'Atrasados' }).getByRole('table')).toBeVisible();
    await expect.poll(() => document.title).toMatch(/^\(3\) Fila/);
    await tab('Aguardando').click();
    await expect.poll(query).toBe('?search=x&tab=paid');
    await expect.element(tab('Aguardando')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => document.title).toMatch(/^\(2\) Fila/);
  });

  it('[queue-view-kept] the last view opens on the next visit, unless the URL names another', async () => {
    open('/operator', operator);
    await expect.element(tab('Todos')).toHaveAttribute('aria-selected', 'true');
    await choose('Aguardando cliente');
    await expect.poll(query).toBe('?view=awaiting-client');
    open('/operator', operator);
    await expect.poll(query).toBe('?view=awaiting-client');
    open('/operator?tab=paid&search=x', operator);
    await expect.element(tab('Aguardando')).toHaveAttribute('aria-selected', 'true');
    open('/operator', operator);
    await expect.poll(query).toBe('?tab=paid');
    await tab('Meus atribuídos').click();
    await expect.poll(query).toBe('?tab=mine');
    open('/operator', operator);
    await expect.poll(query).toBe('?tab=mine');
    await tab('Todos').click();
    await expect.poll(query).toBe('');
    open('/operator', operator);
    await expect.element(tab('Todos')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => query()).toBe('');
  });
});

describe('the filters and display settings of the queue', () => {
  const choose = async (filter: string, option: string) => {
    if (page.getByRole('dialog', { name: /^Filtros/ }).elements().length === 0) await press(/^Filtros/);
    await page
      .getByRole('combobox', { name: filter })
      .or(page.getByRole('textbox', { name: filter }))
      .first()
      .click();
    await page.getByRole('option', { name: option }).click();
  };

  it('[queue-filters] keeps the filters in the URL, and sends them to the server', async () => {
    open('/operator?page=2', operator);
    await choose('Operador', 'Paula Reis');
    await expect.poll(query).toBe(`?operator=${PAULA_ID}`);
    await choose('Jurisdição', 'Brasil');
    await choose('Criado em', 'Últimos 30 dias');
    await expect.poll(query).toBe(`?operator=${PAULA_ID}&jurisdiction=brasil&period=30`);
    await expect
      .poll(() => listRequests().at(-1)?.query)
      .toMatchObject({ operator: PAULA_ID, jurisdiction: 'brasil', period: 30, page: 1 });
    await choose('Avisos do arquivo', 'Arquivo .env');
    await expect.poll(() => listRequests().at(-1)?.query.warning).toBe('env-file');
    await choose('Avisos do arquivo', 'Qualquer aviso');
    await expect.poll(query).toBe(`?operator=${PAULA_ID}&jurisdiction=brasil&period=30&warning=any`);
    await choose('Operador', 'Ninguém');
    await expect.poll(() => listRequests().at(-1)?.query.operator).toBe('none');
    await expect.element(page.getByRole('button', { name: 'Filtros (4)' })).toBeVisible();
    // The user's own list has no operator filter.
    await page.getByRole('tab', { name: /^Meus atribuídos/ }).click();
    await expect
      .poll(() => listRequests().at(-1)?.query)
      .toMatchObject({ assigned: true, jurisdiction: 'brasil' });
    expect(listRequests().at(-1)?.query.operator).toBeUndefined();
    await press('Filtros (3)');
    await press('Limpar filtros');
    await expect.poll(query).toBe(`?operator=none&tab=mine`);
    await expect.element(page.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible();
  });

  it('[queue-look] stores rows per page and row height for the next visit', async () => {
    open('/operator?page=3', operator);
    await expect.element(waitingTime('Paga na sexta')).toBeVisible();
    const rowHeight = () => row('Paga na sexta').element().getBoundingClientRect().height;
    const heightBefore = rowHeight();
    await press('Exibição');
    await page.getByRole('radio', { name: '25' }).click();
    await expect.poll(() => listRequests().at(-1)?.query).toMatchObject({ limit: 25, page: 1 });
    await page.getByRole('switch', { name: 'Linhas compactas' }).click();
    await expect.poll(rowHeight).toBeLessThan(heightBefore);
    open('/operator', operator);
    await expect.element(waitingTime('Paga na sexta')).toBeVisible();
    expect(listRequests().at(-1)?.query.limit).toBe(25);
    await expect.poll(() => rowHeight()).toBeLessThan(heightBefore);
  });

  it('[queue-look-tabs] a setting changed in another browser tab applies on the next visit', async () => {
    open('/operator?tab=paid', operator);
    await expect.element(waitingTime('Paga na sexta')).toBeVisible();
    const storedSettings = () => JSON.parse(localStorage.getItem('queue') ?? '{}');
    localStorage.setItem('queue', JSON.stringify({ ...storedSettings(), rows: 50 }));
    await tab('Meus atribuídos').click();
    await expect.poll(storedSettings).toMatchObject({ last: '?tab=mine', rows: 50 });
    open('/operator?tab=paid', operator);
    await expect.poll(() => listRequests().at(-1)?.query).toMatchObject({ status: ['paid'], limit: 50 });
  });
});
