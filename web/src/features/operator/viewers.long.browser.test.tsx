import type { Viewer } from '@g2/gateway/contract/viewing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, keys, main, setViewport, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
const registrations = ['Primeira', 'Segunda', 'Terceira'].map((title) =>
  aStaffRegistration({ title, status: 'paid' }),
);
const [firstId, secondId, thirdId] = registrations.map(({ id }) => id);
const aViewer = (firstName: string, lastName: string, number: number): Viewer => ({
  id: `0198a000-0000-7000-8000-00000000000${number}`,
  firstName,
  lastName,
  since: '2026-11-23T12:00:00.000Z',
});
const paula = aViewer('Paula', 'Lima', 1);
const joao = aViewer('João', 'Reis', 2);

const panel = page.getByRole('complementary');
const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const sentReports = () => callsOf('markViewing').map(({ params, body }) => [params.id, body.left ?? false]);

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
  answer('listQueue', pageOf(registrations, 10));
  answer('listColleagues', pageOf([], 100));
  answer(
    'getStaffRegistration',
    ({ params }) => registrations.find(({ id }) => id === params.id) ?? aStaffRegistration(),
  );
  answer('getStaffHistory', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getEvidence', anEvidence());
});
afterEach(() => vi.restoreAllMocks());

it('[viewing-panel] the panel shows live which colleagues have the registration open', async () => {
  answer('markViewing', { viewers: [paula] });
  open(`/operator?open=${firstId}`, operator);
  await expect.element(panel.getByText('Paula Lima está vendo')).toBeVisible();
  await expect.poll(() => sentReports()).toEqual([[firstId, false]]);
  answer('markViewing', { viewers: [paula, joao] });
  await sendViewers(firstId);
  await expect.element(panel.getByText('Paula Lima e João Reis estão vendo')).toBeVisible();
  answer('markViewing', { viewers: [] });
  await sendViewers(firstId);
  await expect.element(panel.getByText(/estão vendo/)).not.toBeInTheDocument();
  await keys('{Escape}');
  await expect.poll(() => sentReports().at(-1)).toEqual([firstId, true]);
});

it('[viewing-page] the page names other viewers, and reports when the user leaves the page', async () => {
  answer('markViewing', { viewers: [paula] });
  open(`/operator/registrations/${firstId}`, operator);
  await expect.element(main.getByText('Paula Lima está vendo')).toBeVisible();
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  await keys('u');
  await expect.poll(() => sentReports().at(-1)).toEqual([firstId, true]);
});

it('[viewing-rows] a queue row names the colleagues who have its registration open', async () => {
  answer('listViewers', pageOf([{ ...paula, registrationId: secondId ?? '' }], 500));
  open('/operator', operator);
  const viewersIcon = row('Segunda').getByRole('img', { name: 'Paula Lima está vendo' });
  await expect.element(viewersIcon).toHaveAttribute('title', 'Paula Lima está vendo');
  expect(page.getByRole('img', { name: /está vendo/ }).elements()).toHaveLength(1);
  answer('listViewers', pageOf([], 500));
  await sendViewers(secondId);
  await expect.element(viewersIcon).not.toBeInTheDocument();
});

it('[viewing-hidden] a hidden browser tab reports once that the user left the registration', async () => {
  answer('markViewing', { viewers: [paula] });
  open(`/operator?open=${firstId}`, operator);
  await expect.element(panel.getByText('Paula Lima está vendo')).toBeVisible();
  setVisibility('hidden');
  await expect.poll(sentReports).toEqual([
    [firstId, false],
    [firstId, true],
  ]);
  await sendViewers(firstId);
  await expect.poll(() => callsOf('listViewers').length).toBeGreaterThan(1);
  expect(sentReports()).toHaveLength(2);
  setVisibility('visible');
  await expect.poll(sentReports).toHaveLength(3);
  expect(sentReports().at(-1)).toEqual([firstId, false]);
});

it('[viewing-steps] a registration that the user skips with J or K is not reported as open', async () => {
  open('/operator', operator);
  await row('Primeira').click();
  await expect.poll(sentReports).toEqual([[firstId, false]]);
  await keys('jj');
  await expect.poll(sentReports).toEqual([
    [firstId, false],
    [firstId, true],
    [thirdId, false],
  ]);
});

it('[viewing-failed] shows no error if the report of an open registration fails', async () => {
  failWithNetworkError('markViewing');
  failWithNetworkError('listViewers');
  open(`/operator?open=${firstId}`, operator);
  await expect.poll(sentReports).toHaveLength(1);
  await sendViewers(firstId);
  await expect.poll(sentReports).toHaveLength(2);
  expect(toast.getByRole('alert').elements()).toEqual([]);
  await expect.element(page.getByText(/o que está na tela pode ter mudado/)).not.toBeInTheDocument();
  await expect.element(panel.getByRole('heading', { name: 'Primeira' })).toBeVisible();
});
