import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../testing/mock.ts';
import { anAdmin, aPayable, aRegistration, aUser } from '../testing/records.ts';
import { callsOf, mockApi, refuse } from '../testing/server.ts';

it('shows the registrations of the signed-in user from the mock’s state', async () => {
  const user = aUser({ credits: 500_000 });
  const row = aPayable({ userId: user.id, title: 'Agenda da clínica', paymentAmount: 349_900 });
  const db = mockApi({ user, registrations: [row, aRegistration({ title: 'De outra pessoa' })] });
  openMocked(`/registros/${row.id}`, db);
  await expect.element(page.getByRole('heading', { name: 'Agenda da clínica' })).toBeVisible();
  openMocked('/dashboard', db);
  await expect.element(page.getByText('Agenda da clínica').first()).toBeVisible();
  expect(page.getByText('De outra pessoa').elements()).toEqual([]);
});

it('lets a test refuse an operation that the mock would answer', async () => {
  const db = mockApi({ user: anAdmin(), users: [aUser()] });
  refuse('listUsers', 'unavailable');
  openMocked('/admin/users', db);
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.poll(() => callsOf('getCurrentUser').length).toBeGreaterThan(0);
});
