import type { Viewer } from '@g2/gateway/contract/viewing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, keys, main, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, cut } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const records = ['Primeira', 'Segunda', 'Terceira'].map((title) =>
  aStaffRegistration({ title, status: 'paid' }),
);
const [first, second, third] = records.map(({ id }) => id);
const aViewer = (firstName: string, lastName: string, n: number): Viewer => ({
  id: `0198a000-0000-7000-8000-00000000000${n}`,
  firstName,
  lastName,
  since: '2026-11-23T12:00:00.000Z',
});
const paula = aViewer('Paula', 'Lima', 1);
const joao = aViewer('João', 'Reis', 2);

const panel = page.getByRole('complementary');
const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const reports = () => callsOf('markViewing').map(({ params, body }) => [params.id, body.left ?? false]);

const sendViewers = async (id = '') => {
  await expect.poll(() => callsOf('followEvents').length).toBe(1);
  tell('viewers', { id });
};

let visibility: DocumentVisibilityState = 'visible';
const setVisibility = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  answer('getQueueStats', queueStatsOf());
  answer('listQueue', pageOf(records, 10));
  answer('listColleagues', pageOf([], 100));
  answer(
    'getStaffRegistration',
    ({ params }) => records.find(({ id }) => id === params.id) ?? aStaffRegistration(),
  );
  answer('getStaffHistory', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getEvidence', anEvidence());
});
afterEach(() => vi.restoreAllMocks());

it('[viewing-panel] the panel names, live, the colleagues who have the record open', async () => {
  answer('markViewing', { viewers: [paula] });
  open(`/operator?open=${first}`, operator);
  await expect.element(panel.getByText('Paula Lima está vendo')).toBeVisible();
  await expect.poll(() => reports()).toEqual([[first, false]]);
  answer('markViewing', { viewers: [paula, joao] });
  await sendViewers(first);
  await expect.element(panel.getByText('Paula Lima e João Reis estão vendo')).toBeVisible();
  answer('markViewing', { viewers: [] });
  await sendViewers(first);
  await expect.element(panel.getByText(/estão vendo/)).not.toBeInTheDocument();
  await keys('{Escape}');
  await expect.poll(() => reports().at(-1)).toEqual([first, true]);
});

it('[viewing-page] the page of a record names its viewers and reports when the user leaves', async () => {
  answer('markViewing', { viewers: [paula] });
  open(`/operator/registrations/${first}`, operator);
  await expect.element(main.getByText('Paula Lima está vendo')).toBeVisible();
  await widen(360);
  await expect.poll(() => fits()).toBe(true);
  await keys('u');
  await expect.poll(() => reports().at(-1)).toEqual([first, true]);
});

it('[viewing-rows] a row names the colleagues who have its record open', async () => {
  answer('listViewers', pageOf([{ ...paula, registrationId: second ?? '' }], 500));
  open('/operator', operator);
  const mark = row('Segunda').getByRole('img', { name: 'Paula Lima está vendo' });
  await expect.element(mark).toHaveAttribute('title', 'Paula Lima está vendo');
  expect(page.getByRole('img', { name: /está vendo/ }).elements()).toHaveLength(1);
  answer('listViewers', pageOf([], 500));
  await sendViewers(second);
  await expect.element(mark).not.toBeInTheDocument();
});

it('[viewing-hidden] a hidden tab reports that the user left, and nothing else', async () => {
  answer('markViewing', { viewers: [paula] });
  open(`/operator?open=${first}`, operator);
  await expect.element(panel.getByText('Paula Lima está vendo')).toBeVisible();
  setVisibility('hidden');
  await expect.poll(reports).toEqual([
    [first, false],
    [first, true],
  ]);
  await sendViewers(first);
  await expect.poll(() => callsOf('listViewers').length).toBeGreaterThan(1);
  expect(reports()).toHaveLength(2);
  setVisibility('visible');
  await expect.poll(reports).toHaveLength(3);
  expect(reports().at(-1)).toEqual([first, false]);
});

it('[viewing-steps] a record that is only passed with J or K is not reported as open', async () => {
  open('/operator', operator);
  await row('Primeira').click();
  await expect.poll(reports).toEqual([[first, false]]);
  await keys('jj');
  await expect.poll(reports).toEqual([
    [first, false],
    [first, true],
    [third, false],
  ]);
});

it('[viewing-failed] a failed report of open records shows no error', async () => {
  cut('markViewing');
  cut('listViewers');
  open(`/operator?open=${first}`, operator);
  await expect.poll(reports).toHaveLength(1);
  await sendViewers(first);
  await expect.poll(reports).toHaveLength(2);
  expect(toast.getByRole('alert').elements()).toEqual([]);
  await expect.element(page.getByText(/o que está na tela pode ter mudado/)).not.toBeInTheDocument();
  await expect.element(panel.getByRole('heading', { name: 'Primeira' })).toBeVisible();
});
