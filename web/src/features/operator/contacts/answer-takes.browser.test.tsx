import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../../testing/mock.ts';
import { aContact, aUser } from '../../../testing/records.ts';
import { press, toast } from '../../../testing/screen.ts';
import { mockApi } from '../../../testing/server.ts';

it('answering an unassigned contact request assigns it to the staff member who answers', async () => {
  const operator = aUser({ role: 'operator', firstName: 'Olga' });
  const db = mockApi({ user: operator });
  db.contacts.push({ ...aContact(), isUnread: false });
  openMocked('/operator/atendimentos/AT-2026-000123', db);
  await expect.element(page.getByRole('button', { name: 'Assumir' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Resposta' }).fill('Entre pelo link que enviamos.');
  await press('Responder', page.getByRole('main'));
  await expect.element(toast.getByText('AT-2026-000123')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Assumir' })).not.toBeInTheDocument();
  expect(db.contacts[0]?.assignee?.id).toBe(operator.id);
});
