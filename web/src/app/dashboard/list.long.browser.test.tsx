import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { aPayableRegistration, aRegistration, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  alerts,
  article,
  hasNoHorizontalScroll,
  press,
  query,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const pages = page.getByRole('navigation', { name: 'Páginas' });
const shownPages = (): string =>
  [...pages.element().children]
    .slice(1, -1)
    .map((element) => element.textContent)
    .join(' ');
const expectText = (text: string) => expect.element(page.getByText(text)).toBeVisible();

/** Serves this many registrations, newest first, with search by title. */
function serveMany(count: number): void {
  const all = Array.from({ length: count }, (_, index) =>
    aRegistration({ title: `Programa ${String(count - index).padStart(3, '0')}` }),
  );
  answer('listRegistrations', ({ query: { page: pageNumber, limit, search = '' } }) => {
    const found = all.filter(({ title }) => title.toLowerCase().includes(search));
    return pageOf(found.slice((pageNumber - 1) * limit, pageNumber * limit), limit, found.length, pageNumber);
  });
  answer('getRegistrationStats', {
    totalRegistrations: count,
    recentRegistrations: count,
    totalFileSize: 0,
    uniqueJurisdictions: 1,
  });
}

describe('the list of registrations', () => {
  it('[dashboard-pages] shows 12 registrations per page, and the page number in the URL', async () => {
    serveMany(97);
    open('/dashboard');
    await expectText('Mostrando 1-12 de 97');
    expect(page.getByRole('article').elements()).toHaveLength(12);
    await expect.poll(() => shownPages()).toBe('1 2 3 … 9');
    await expect.element(pages.getByRole('button', { name: 'Anterior' })).toBeDisabled();
    await press('Próxima', pages);
    await expectText('Mostrando 13-24 de 97');
    await expect.poll(() => shownPages()).toBe('1 2 3 4 … 9');
    await press('Página 4', pages);
    await press('Página 5', pages);
    await expectText('Mostrando 49-60 de 97');
    await expect.poll(() => shownPages()).toBe('1 … 3 4 5 6 7 … 9');
    expect(pages.element().querySelector('[aria-current=page]')?.textContent).toBe('5');
    // A reload shows the same page.
    open(`/dashboard${query()}`);
    await expectText('Mostrando 49-60 de 97');
    window.history.back();
    await expectText('Mostrando 37-48 de 97');
    await press('Página 9', pages);
    await expect.element(article('Programa 001')).toBeVisible();
    expect(page.getByRole('article').elements()).toHaveLength(1);
    await expect.element(pages.getByRole('button', { name: 'Próxima' })).toBeDisabled();
    await press('Anterior', pages);
    await expectText('Mostrando 85-96 de 97');
    await page.getByLabelText('Buscar registros').fill('programa 01');
    await expectText('Mostrando 1-10 de 10');
    await expect.poll(() => query()).toBe('?search=programa+01');
  });

  it('says that a search found more results than were counted', async () => {
    serveMany(13);
    answer('listRegistrations', {
      ...pageOf([aRegistration({ title: 'Programa 001' })], 12, 1_000),
      totalCapped: true,
    });
    open('/dashboard?search=programa');
    await expectText('Mostrando 1-12 de 1.000 ou mais');
  });

  it('goes to the last page when the page in the URL is empty', async () => {
    serveMany(13);
    open('/dashboard?page=5');
    await expectText('Mostrando 13-13 de 13');
    await expect.element(article('Programa 001')).toBeVisible();
  });

  it('[dashboard-loading] shows skeletons first, then the old page until the next page loads', async () => {
    serveMany(13);
    const releaseCall = hold('listRegistrations');
    const releaseFigures = hold('getRegistrationStats');
    open('/dashboard');
    await expect.element(page.getByRole('status', { name: 'Carregando registros' })).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Carregando prioridades' })).toBeVisible();
    await expect.element(region('Resumo')).toHaveAttribute('aria-busy', 'true');
    expect(region('Resumo').element().querySelectorAll('.mantine-Skeleton-root')).toHaveLength(4);
    releaseCall();
    releaseFigures();
    await expect.element(article('Programa 013')).toBeVisible();
    await expect.element(region('Resumo').getByText('+13 este mês')).toBeVisible();
    expect(page.getByRole('status', { name: /^Carregando/ }).elements()).toHaveLength(0);
    const releaseSecondPage = hold('listRegistrations');
    await press('Página 2', pages);
    await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull();
    await expect.element(article('Programa 013')).toBeVisible();
    releaseSecondPage();
    await expect.element(article('Programa 001')).toBeVisible();
  });

  it('[dashboard-failed] says which parts could not be loaded, and offers a retry for each', async () => {
    refuse('listRegistrations', 'unavailable', { message: 'Volta em instantes.' });
    refuse('getRegistrationStats', 'unavailable', { message: 'Volta em instantes.' });
    open('/dashboard');
    await expect.element(toast.getByText('Erro ao carregar registros')).toBeVisible();
    await expect.element(toast.getByText('Volta em instantes.')).toBeVisible();
    const alertWith = (hasText: string) => alerts.filter({ hasText });
    await expect.element(alertWith('Não foi possível carregar seus registros.')).toBeVisible();
    await expect.element(alertWith('Não foi possível carregar as prioridades.')).toBeVisible();
    await expect.element(alertWith('Não foi possível carregar o resumo.')).toBeVisible();
    expect(region('Resumo').getByText('—').elements()).toHaveLength(4);
    serveMany(1);
    for (const part of ['resumo.', 'registros.', 'prioridades.'])
      await press('Tentar novamente', alertWith(part));
    await expect.element(article('Programa 001')).toBeVisible();
    await expect.element(region('Resumo').getByText('+1 este mês')).toBeVisible();
    await expect.element(region('Próxima ação').getByText('Falta enviar o arquivo ZIP')).toBeVisible();
    await expect.element(alerts).not.toBeInTheDocument();
  });

  it('[dashboard-list-ways] keeps filter and sort order in the URL, and the view in this browser', async () => {
    const unpaid = aPayableRegistration({ title: 'A pagar' });
    const reviewing = aRegistration({
      title: 'Em análise',
      holderName: 'x'.repeat(120),
      status: 'reviewing',
      canEdit: false,
    });
    answer('listRegistrations', ({ query: { status, sort, limit } }) => {
      const found = [unpaid, reviewing].filter((item) => status?.includes(item.status) ?? true);
      if (limit === 3) return pageOf([unpaid, reviewing], 3);
      return pageOf(sort === 'title' ? found.toReversed() : found);
    });
    answer('getRegistrationStats', registrationStatsOf({ totalRegistrations: 2 }));
    const list = region('Meus registros');
    const lastQuery = () => callsOf('listRegistrations').findLast(({ query: { limit } }) => limit > 3)?.query;
    const choose = async (field: string, option: string) => {
      await list.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };
    open('/dashboard');
    await expect.element(article('A pagar')).toBeVisible();
    await choose('Filtrar por status', 'Em Análise');
    await expect.element(article('A pagar')).not.toBeInTheDocument();
    expect([query(), lastQuery()?.status]).toEqual(['?status=reviewing', ['reviewing']]);
    await choose('Ordenar por', 'Título, de A a Z');
    await expect.poll(() => lastQuery()?.sort).toBe('title');
    await press('Lista', list);
    const lines = list.getByRole('list', { name: 'Meus registros' });
    await expect.element(lines.getByText('Em análise', { exact: true })).toBeVisible();
    await expect.poll(() => query()).toBe('?status=reviewing&sort=title');
    await choose('Filtrar por status', 'Concluído');
    await expectText('Nenhum dos seus registros está em “Concluído”.');
    await press('Ver todos os status', list);
    await expect.element(lines.getByRole('button', { name: 'Pagar' })).toBeVisible();
    // A reload restores the same state; an unknown status in the URL is ignored.
    open('/dashboard?sort=title&status=nada');
    await expect
      .element(lines.getByRole('link', { name: 'A pagar' }))
      .toHaveAttribute('href', `/registros/${unpaid.id}`);
    await expect.poll(() => lastQuery()).toMatchObject({ sort: 'title' });
    for (const width of [320, 360, 1280]) {
      await setViewport(width);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    }
    expect(await violations()).toEqual([]);
  });

  it('[dashboard-next] shows no list of priorities if only one registration needs an action', async () => {
    const unpaid = aPayableRegistration({ title: 'A pagar' });
    answer('listRegistrations', pageOf([unpaid]));
    answer('getRegistrationStats', registrationStatsOf());
    for (const width of [360, 1280]) {
      await setViewport(width);
      open('/dashboard');
      const strip = region('Próxima ação');
      await expect.element(strip.getByText('Aguardando pagamento de R$ 100,00')).toBeVisible();
      await expect.element(strip.getByRole('button', { name: 'Pagar' })).toBeVisible();
      await expect
        .element(strip.getByRole('link', { name: 'A pagar' }))
        .toHaveAttribute('href', `/registros/${unpaid.id}`);
      await expect.element(region('Prioridades')).not.toBeInTheDocument();
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    }
    answer('listRegistrations', pageOf([unpaid, aPayableRegistration({ title: 'Outro' })]));
    open('/dashboard');
    await expect.element(region('Prioridades').getByRole('listitem').first()).toBeVisible();
  });
});
