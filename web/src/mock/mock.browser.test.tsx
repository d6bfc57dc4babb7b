import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../testing/mock.ts';
import { anAdmin, aPayableRegistration, aRegistration, aUser } from '../testing/records.ts';
import { callsOf, mockApi, refuse } from '../testing/server.ts';

it('the application shows the registrations of the mock’s signed-in user', async () => {
  const user = aUser({ credits: 500_000 });
  const registration = aPayableRegistration({
    userId: user.id,
    title: 'Agenda da clínica',
    paymentAmount: 349_900,
  });
  const db = mockApi({ user, registrations: [registration, aRegistration({ title: 'De outra pessoa' })] });
  openMocked(`/registros/${registration.id}`, db);
  await expect.element(page.getByRole('heading', { name: 'Agenda da clínica' })).toBeVisible();
  openMocked('/dashboard', db);
  await expect.element(page.getByText('Agenda da clínica').first()).toBeVisible();
  expect(page.getByText('De outra pessoa').elements()).toEqual([]);
});

it('a refusal that a test sets has priority over the answer of the mock', async () => {
  const db = mockApi({ user: anAdmin(), users: [aUser()] });
  refuse('listUsers', 'unavailable');
  openMocked('/admin/users', db);
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.poll(() => callsOf('getCurrentUser').length).toBeGreaterThan(0);
});
