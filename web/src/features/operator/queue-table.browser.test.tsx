import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aQueueRegistration,
  assignedTo,
  Desk,
  lastQuery,
  operator,
  panel,
  queueTitles,
  row,
} from '../../testing/desk.ts';
import { aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  alerts,
  hasNoHorizontalScroll,
  press,
  query,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse } from '../../testing/server.ts';

const ownRegistration = aQueueRegistration('Minha', 'reviewing', {
  ...assignedTo(operator),
  applicantName: 'Zuleica Mota',
  applicantEmail: 'zm@example.com',
  createdAt: '2026-03-03T12:00:00.000Z',
});
const waitingRegistration = aQueueRegistration('Aguardando', 'paid');
const governmentRegistration = aQueueRegistration('Revisão', 'government_processing', {
  createdAt: '2026-03-04T12:00:00.000Z',
});
const header = (name: string) => page.getByRole('columnheader', { name });
const list = page.getByRole('list', { name: 'Registros da fila' });
const colourOf = (element: Element | null | undefined) =>
  element instanceof Element ? getComputedStyle(element).backgroundColor : '';
const cellOf = (title: string) => row(title).element().querySelector('td');

beforeEach(() => {
  new Desk(ownRegistration, waitingRegistration, governmentRegistration);
});

describe('the rows of the queue', () => {
  it('[operator-columns] rows show status, operator and dates, and link to the detail page', async () => {
    open('/operator', operator);
    await expect.element(row('Minha')).toBeVisible();
    const headers = page.getByRole('columnheader').elements();
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Título',
      'Requerente',
      'Operador',
      'Criado em',
      'Última atualização',
      'Status',
      'Ações',
    ]);
    const text = row('Minha').element().textContent;
    for (const part of [
      'Zuleica Mota',
      'zm@example.com',
      'OP',
      'Otávia Prado',
      'Em Análise',
      'Atribuído a você',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/03\/03\/2026.*02\/03\/2026 09:00/);
    await expect.element(row('Aguardando').getByText('Não atribuído')).toBeVisible();
    expect(row('Aguardando').getByText('Atribuído a você').elements()).toEqual([]);
    expect(colourOf(cellOf('Minha'))).not.toBe(colourOf(cellOf('Aguardando')));
    await page.getByRole('link', { name: 'Ver Detalhes: Minha' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Minha' })).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(`/operator/registrations/${ownRegistration.id}`);
  });

  it('[operator-sort] column headers sort the rows; the URL keeps the order on reload and Back', async () => {
    open('/operator', operator);
    await expect.poll(queueTitles).toHaveLength(3);
    await expect.element(header('Criado em')).toHaveAttribute('aria-sort', 'descending');
    const sortBy = (name: string) => press(name, header(name));
    await sortBy('Título');
    const ascending = ['Aguardando', 'Minha', 'Revisão'];
    await expect.poll(queueTitles).toEqual(ascending);
    expect([query(), lastQuery()?.sort]).toEqual(['?sort=title', 'title']);
    await expect.element(header('Título')).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(header('Título').getByRole('button')).toHaveFocus();
    await sortBy('Título');
    await expect.poll(queueTitles).toEqual(ascending.toReversed());
    open(`/operator${query()}`, operator);
    await expect.element(header('Título')).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(queueTitles).toEqual(ascending.toReversed());
    await sortBy('Requerente');
    await expect.poll(() => queueTitles().at(-1)).toBe('Minha');
    window.history.back();
    await expect.element(header('Título')).toHaveAttribute('aria-sort', 'descending');
  });

  it('[operator-first-row] the first row is in the upper third of a screen of 1280 × 900', async () => {
    await setViewport(1280, 900);
    open('/operator', operator);
    await expect.element(row('Revisão')).toBeVisible();
    expect(row('Revisão').element().getBoundingClientRect().top).toBeLessThan(330);
  });

  it('[operator-phone] on a phone, rows are cards that can be sorted and that open the panel', async () => {
    await setViewport(360, 740);
    open('/operator', operator);
    const card = list.getByRole('listitem').filter({ hasText: 'Minha' });
    for (const text of ['Zuleica Mota', 'zm@example.com', /Otávia Prado$/, 'Em Análise', 'Atribuído a você'])
      await expect.element(card.getByText(text)).toBeVisible();
    await expect.element(card.getByText('Criado em: 03/03/2026')).toBeVisible();
    await expect.element(card.getByText('Última atualização: 02/03/2026 09:00')).toBeVisible();
    await page
      .getByRole('textbox', { name: 'Ordenar por' })
      .or(page.getByRole('combobox', { name: 'Ordenar por' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Título, crescente' }).click();
    await expect.poll(query).toBe('?sort=title');
    await expect.element(list.getByRole('listitem').first()).toMatchTextContent('Aguardando');
    await card.getByText('Zuleica Mota').click();
    const panelDialog = page.getByRole('dialog', { name: 'Minha' });
    await expect.element(panelDialog.getByRole('heading', { name: 'Histórico de status' })).toBeVisible();
    expect(panelDialog.element().getBoundingClientRect().width).toBe(360);
    await press('Fechar painel', panelDialog);
    await expect.element(panelDialog).not.toBeInTheDocument();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it.each(['light', 'dark'])(
    '[operator-badge-seen] keeps the status badge of an open row visible (%s)',
    async (colourScheme) => {
      new Desk({ ...ownRegistration, status: 'certificate_issued' });
      document.documentElement.classList.toggle('dark', colourScheme === 'dark');
      document.documentElement.dataset.mantineColorScheme = colourScheme;
      open('/operator', operator);
      await row('Minha').click();
      await expect.element(panel()).toBeVisible();
      await expect.element(row('Minha')).toHaveAttribute('data-open', 'true');
      const badge = row('Minha').element().querySelector('[data-status=certificate_issued]');
      await expect.poll(() => colourOf(badge)).not.toBe(colourOf(cellOf('Minha')));
      expect(badge instanceof Element && getComputedStyle(badge).boxShadow).not.toBe('none');
      document.documentElement.classList.remove('dark');
      document.documentElement.dataset.mantineColorScheme = 'light';
    },
  );
});

describe('the operators’ queue', () => {
  it('[operator-cards] shows four counts, and four tabs with their counts and registrations', async () => {
    open('/operator', operator);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Painel do Operador' })).toBeVisible();
    await expect
      .element(region('Resumo da fila'))
      .toMatchTextContent(
        /^Total de registros3Aguardando análise1\spagosEm análise1Processamento governamental1$/,
      );
    await expect
      .poll(() =>
        page
          .getByRole('tab')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Meus atribuídos1', 'Todos3', 'Aguardando1', 'Em análise1']);
    for (const [tab, expectedTitles] of [
      ['Meus', ['Minha']],
      ['Aguardando', ['Aguardando']],
      ['Em análise', ['Minha']],
      ['Todos', ['Revisão', 'Minha', 'Aguardando']],
    ] as const) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expect.poll(queueTitles).toEqual(expectedTitles);
    }
  });

  it('[operator-states] shows when the list is loading, failed or empty, or the counts failed', async () => {
    const releaseResponse = hold('listQueue');
    open('/operator', operator);
    await expect.element(page.getByRole('status', { name: 'Carregando: Registros da fila' })).toBeVisible();
    refuse('listQueue', 'unavailable');
    releaseResponse();
    await expect.element(alerts.getByText('Erro ao carregar registros')).toBeVisible();
    await expect
      .element(alerts.getByText('Não foi possível carregar a fila. Tente novamente.'))
      .toBeVisible();
    new Desk(ownRegistration);
    await press('Tentar novamente', alerts);
    await expect.element(row('Minha')).toBeVisible();
    await page.getByRole('textbox', { name: 'Buscar registros' }).fill('nada');
    await expect.element(page.getByText('Nenhum registro encontrado')).toBeVisible();
    await expect.element(page.getByText('Tente outras palavras ou outra aba.')).toBeVisible();
    await press('Limpar busca');
    await expect.element(row('Minha')).toBeVisible();
    failWithNetworkError('getQueueStats');
    open('/operator', operator);
    await expect.element(toast.getByText('Erro ao carregar estatísticas')).toBeVisible();
    await expect
      .element(toast.getByText('Não foi possível carregar os dados do painel. Tente novamente.'))
      .toBeVisible();
  });

  it('[operator-access] redirects a client to the dashboard and a visitor to the sign-in', async () => {
    answer('listRegistrations', pageOf([]));
    answer('getRegistrationStats', registrationStatsOf());
    for (const address of ['/operator', `/operator/registrations/${ownRegistration.id}`]) {
      open(address, aUser());
      await expect.element(toast.getByText('Acesso não autorizado')).toBeVisible();
      await expect.poll(() => window.location.pathname).toBe('/dashboard');
      open(address, null);
      await expect.poll(() => window.location.pathname).toBe('/auth');
    }
    expect(callsOf('listQueue')).toEqual([]);
  });

  it('[operator-pager-more] shows five page buttons, and an ellipsis if there are more pages', async () => {
    answer('listQueue', ({ query: { page: at } }) => pageOf([ownRegistration], 10, 68, at));
    open('/operator', operator);
    const pages = page.getByRole('navigation', { name: 'Páginas' });
    const expectPages = (text: string) => expect.element(pages).toMatchTextContent(`Anterior${text}Próxima`);
    await expectPages('12345…');
    await press('Página 5', pages);
    await expectPages('…34567');
    await press('Página 4', pages);
    await expectPages('…23456…');
  });

  it('[operator-tab-hover] a hovered tab has the hover colour of the theme', async () => {
    open('/operator', operator);
    const tab = page.getByRole('tab', { name: /^Aguardando/ });
    await tab.hover();
    const colourSample = document.createElement('i');
    colourSample.style.background = 'var(--g2-sunken)';
    document.body.append(colourSample);
    await expect.poll(() => colourOf(tab.element())).toBe(colourOf(colourSample));
    colourSample.remove();
  });

  it('[operator-header-still] the header does not move while the session is loading', async () => {
    const logo = page.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' });
    const logoLeft = () => logo.element().getBoundingClientRect().left;
    open('/operator', operator);
    await expect.element(row('Minha')).toBeVisible();
    const leftBefore = logoLeft();
    const releaseResponse = hold('getCurrentUser');
    open('/operator', operator);
    await expect.element(page.getByRole('status', { name: 'Carregando' })).toBeVisible();
    await expect.poll(() => logoLeft()).toBe(leftBefore);
    releaseResponse();
    await expect.element(row('Minha')).toBeVisible();
    await expect.poll(() => logoLeft()).toBe(leftBefore);
  });
});
