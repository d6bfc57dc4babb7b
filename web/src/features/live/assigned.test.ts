import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearToast, currentToast, notify } from '../../ui/toast-store.ts';
import { createAssignedNews, newsOf } from './assigned.ts';

const event = (id: string, kind: 'given' | 'taken' = 'given') => ({
  id,
  title: `Registro ${id}`,
  by: 'adm',
  kind,
});
const went: string[] = [];
let news: ReturnType<typeof createAssignedNews>;

beforeEach(() => {
  vi.useFakeTimers();
  went.length = 0;
  news = createAssignedNews((href) => went.push(href));
});
afterEach(() => {
  news.stop();
  clearToast();
  vi.useRealTimers();
});
const shown = () => [currentToast()?.title, currentToast()?.description];

it('names a single record by its title, and links to it', () => {
  news.add(event('a'));
  expect(currentToast()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual(['Atribuído a você: Registro a', undefined]);
  expect(currentToast()?.link).toMatchObject({
    href: '/operator/registrations/a',
    label: 'Abrir o registro',
  });
  currentToast()?.link?.follow();
  expect(went).toEqual(['/operator/registrations/a']);
});

it('sums up many events within a few seconds in one toast', () => {
  for (let at = 0; at < 12; at += 1) {
    news.add(event(`${at}`));
    vi.advanceTimersByTime(200);
  }
  expect(currentToast()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual(['12 registros foram atribuídos a você', undefined]);
  expect(currentToast()?.link?.href).toBe('/operator?tab=mine');
});

it('appears after a maximum delay, and updates its count while it is shown', () => {
  for (let at = 0; at < 10; at += 1) {
    news.add(event(`${at}`));
    vi.advanceTimersByTime(500);
  }
  const before = currentToast();
  expect(before?.title).toMatch(/^\d+ registros foram atribuídos a você$/);
  vi.advanceTimersByTime(1_000);
  expect(shown()[0]).toBe('10 registros foram atribuídos a você');
  // After the toast has closed, the next event starts a new one.
  clearToast();
  news.add(event('later'));
  vi.advanceTimersByTime(1_000);
  expect(shown()[0]).toBe('Atribuído a você: Registro later');
});

it('shows nothing for changes that cancel out, and both kinds if both occur', () => {
  news.add(event('a'));
  news.add(event('a', 'taken'));
  vi.advanceTimersByTime(4_000);
  expect(currentToast()).toBeNull();
  expect(newsOf([event('a'), event('b', 'taken')])).toMatchObject({
    title: 'Atribuído a você: Registro a',
    description: 'Não está mais com você: Registro b',
  });
  expect(newsOf([event('a', 'taken'), event('b', 'taken')])?.title).toBe(
    '2 registros não estão mais com você',
  );
});

it('waits until an error toast has closed', () => {
  notify.error('Erro ao executar ação');
  news.add(event('a'));
  vi.advanceTimersByTime(3_000);
  expect(shown()[0]).toBe('Erro ao executar ação');
  clearToast();
  vi.advanceTimersByTime(1_000);
  expect(shown()[0]).toBe('Atribuído a você: Registro a');
});
