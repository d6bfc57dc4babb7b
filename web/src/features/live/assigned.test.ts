import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearToast, currentToast, notify } from '../../ui/toast-store.ts';
import { assignmentToast, createAssignmentToasts } from './assigned.ts';

const event = (id: string, kind: 'given' | 'taken' = 'given') => ({
  id,
  title: `Registro ${id}`,
  by: 'adm',
  kind,
});
const openedAddresses: string[] = [];
let assignmentToasts: ReturnType<typeof createAssignmentToasts>;

beforeEach(() => {
  vi.useFakeTimers();
  openedAddresses.length = 0;
  assignmentToasts = createAssignmentToasts((href) => openedAddresses.push(href));
});
afterEach(() => {
  assignmentToasts.stop();
  clearToast();
  vi.useRealTimers();
});
const shownTexts = () => [currentToast()?.title, currentToast()?.description];

it('names a single assigned registration in a toast, with a link to it', () => {
  assignmentToasts.add(event('a'));
  expect(currentToast()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()).toEqual(['Atribuído a você: Registro a', undefined]);
  expect(currentToast()?.link).toMatchObject({
    href: '/operator/registrations/a',
    label: 'Abrir o registro',
  });
  currentToast()?.link?.follow();
  expect(openedAddresses).toEqual(['/operator/registrations/a']);
});

it('sums up assignments that arrive within a few seconds in one toast', () => {
  for (let index = 0; index < 12; index += 1) {
    assignmentToasts.add(event(`${index}`));
    vi.advanceTimersByTime(200);
  }
  expect(currentToast()).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()).toEqual(['12 registros foram atribuídos a você', undefined]);
  expect(currentToast()?.link?.href).toBe('/operator?tab=mine');
});

it('shows a toast after a maximum delay even if events keep arriving, and then updates its count', () => {
  for (let index = 0; index < 10; index += 1) {
    assignmentToasts.add(event(`${index}`));
    vi.advanceTimersByTime(500);
  }
  const firstToast = currentToast();
  expect(firstToast?.title).toMatch(/^\d+ registros foram atribuídos a você$/);
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()[0]).toBe('10 registros foram atribuídos a você');
  // After the toast has closed, the next event starts a new one.
  clearToast();
  assignmentToasts.add(event('later'));
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()[0]).toBe('Atribuído a você: Registro later');
});

it('shows no toast for an assignment that was undone, and one toast for an assignment and a removal', () => {
  assignmentToasts.add(event('a'));
  assignmentToasts.add(event('a', 'taken'));
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

it('shows the toast of an assignment only after an error toast has closed', () => {
  notify.error('Erro ao executar ação');
  assignmentToasts.add(event('a'));
  vi.advanceTimersByTime(3_000);
  expect(shownTexts()[0]).toBe('Erro ao executar ação');
  clearToast();
  vi.advanceTimersByTime(1_000);
  expect(shownTexts()[0]).toBe('Atribuído a você: Registro a');
});
