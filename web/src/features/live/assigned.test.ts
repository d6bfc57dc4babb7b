import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearToast, currentToast, notify } from '../../ui/toast-store.ts';
import { assignmentToast, createAssignmentToasts } from './assigned.ts';

const event = (id: string, kind: 'given' | 'taken' = 'given') => ({
  id,
  title: `Registro ${id}`,
  by: 'adm',
  kind,
});
const visited: string[] = [];
let news: ReturnType<typeof createAssignmentToasts>;

beforeEach(() => {
  vi.useFakeTimers();
  visited.length = 0;
  news = createAssignmentToasts((href) => visited.push(href));
});
afterEach(() => {
  news.stop();
  clearToast();
  vi.useRealTimers();
});
const shownTexts = () => [currentToast()?.title, currentToast()?.description];

it('names a single assigned record by its title, and links to it', () => {
  news.add(event('a'));
  expect(currentToast()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()).toEqual(['Atribuído a você: Registro a', undefined]);
  expect(currentToast()?.link).toMatchObject({
    href: '/operator/registrations/a',
    label: 'Abrir o registro',
  });
  currentToast()?.link?.follow();
  expect(visited).toEqual(['/operator/registrations/a']);
});

it('sums up many assignments within a few seconds in one toast', () => {
  for (let at = 0; at < 12; at += 1) {
    news.add(event(`${at}`));
    vi.advanceTimersByTime(200);
  }
  expect(currentToast()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()).toEqual(['12 registros foram atribuídos a você', undefined]);
  expect(currentToast()?.link?.href).toBe('/operator?tab=mine');
});

it('shows the toast after a maximum delay, and updates its count while it is shown', () => {
  for (let at = 0; at < 10; at += 1) {
    news.add(event(`${at}`));
    vi.advanceTimersByTime(500);
  }
  const before = currentToast();
  expect(before?.title).toMatch(/^\d+ registros foram atribuídos a você$/);
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()[0]).toBe('10 registros foram atribuídos a você');
  // After the toast has closed, the next event starts a new one.
  clearToast();
  news.add(event('later'));
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()[0]).toBe('Atribuído a você: Registro later');
});

it('shows nothing for an assignment that was undone, and names both kinds if both occur', () => {
  news.add(event('a'));
  news.add(event('a', 'taken'));
  vi.advanceTimersByTime(4_000);
  expect(currentToast()).toBeNull();
  expect(assignmentToast([event('a'), event('b', 'taken')])).toMatchObject({
    title: 'Atribuído a você: Registro a',
    description: 'Não está mais com você: Registro b',
  });
  expect(assignmentToast([event('a', 'taken'), event('b', 'taken')])?.title).toBe(
    '2 registros não estão mais com você',
  );
});

it('announces an assignment only after an error toast has closed', () => {
  notify.error('Erro ao executar ação');
  news.add(event('a'));
  vi.advanceTimersByTime(3_000);
  expect(shownTexts()[0]).toBe('Erro ao executar ação');
  clearToast();
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()[0]).toBe('Atribuído a você: Registro a');
});
