import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import { aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, setViewport, toast } from '../../testing/screen.ts';
import { answer, callsOf } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const registration = aStaffRegistration({ title: 'Agenda da clínica', status: 'paid' });
const sendAssigned = (id: string = crypto.randomUUID(), title = 'Agenda da clínica') =>
  tell('assigned', { id, title, by: crypto.randomUUID(), kind: 'given' });

/** Waits until the page has opened the event stream: it would miss earlier events. */
const waitForStream = () => expect.poll(() => callsOf('followEvents').length).toBe(1);

function serveQueue(): void {
  answer('getQueueStats', queueStatsOf({ total: 1, awaitingReview: 1 }));
  answer('listQueue', pageOf([registration], 10));
  answer('listColleagues', pageOf([], 100));
}

it('[assigned-toast] a toast names a newly assigned registration, and its link opens it without a reload', async () => {
  serveQueue();
  answer('getStaffRegistration', registration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  open('/operator?tab=all', operator);
  await waitForStream();
  sendAssigned(registration.id);
  await expect.element(toast.getByText('Atribuído a você: Agenda da clínica')).toBeVisible();
  await toast.getByRole('link', { name: 'Abrir o registro' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Agenda da clínica' })).toBeVisible();
  expect(toast.getByText(/^Atribuído/).elements()).toEqual([]);
});

it('[assigned-toast-many] twelve assignments are summed up in one toast, which fits the width of a phone', async () => {
  serveQueue();
  open('/operator?tab=all', operator);
  await waitForStream();
  await setViewport(360);
  const longTitle = 'Sistema de Gestão Hospitalar '.repeat(4);
  for (let count = 0; count < 12; count += 1) sendAssigned(undefined, longTitle);
  await expect.element(toast.getByText('12 registros foram atribuídos a você')).toBeVisible();
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  await toast.getByRole('link', { name: 'Ver os meus registros' }).click();
  await expect.poll(() => window.location.search).toBe('?tab=mine');
});
