import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aContact, aUser } from '../../testing/records.ts';
import { dialog, keys } from '../../testing/screen.ts';
import { callsOf, mockApi } from '../../testing/server.ts';

const operator = aUser({ role: 'operator' });
it.each(['AT-2026-000123', 'at 2026 000123', 'AT–2026–0001'])(
  'the finder finds a contact by its number, typed as %s',
  async (typedNumber) => {
    const db = mockApi({ user: operator });
    db.contacts.push({ ...aContact({ subject: 'Prazo', name: 'Ana Lima' }), isUnread: false });
    openMocked('/help', db);
    await expect.element(page.getByRole('banner').getByRole('button', { name: 'Buscar' })).toBeVisible();
    await keys('{Control>}k{/Control}');
    await dialog.getByRole('textbox', { name: 'O que você procura?' }).fill(typedNumber);
    const option = dialog.getByRole('option', { name: /AT-2026-000123/ });
    await expect.element(option).toBeVisible();
    expect(option.element().textContent).toContain('Prazo · Ana Lima');
    await option.click();
    await expect.poll(() => window.location.pathname).toBe('/operator/atendimentos/AT-2026-000123');
  },
);

it('the finder searches contacts only if the typed text is a contact number', async () => {
  openMocked('/help', mockApi({ user: operator }));
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Buscar' })).toBeVisible();
  await keys('{Control>}k{/Control}');
  await dialog.getByRole('textbox', { name: 'O que você procura?' }).fill('atividades');
  await expect.poll(() => callsOf('listQueue').length).toBeGreaterThan(0);
  expect(callsOf('listContacts').filter(({ query }) => query.search !== undefined)).toEqual([]);
});
