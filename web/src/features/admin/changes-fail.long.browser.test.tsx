import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  adminStats,
  anAccount,
  anAdmin,
  aRegistration,
  aStaffRegistration,
  emptyAnalytics,
  emptyFigures,
  pageOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError } from '../../testing/server.ts';

const registration = aStaffRegistration({
  title: 'Agenda',
  status: 'paid',
  allowedTransitions: ['reviewing'],
});
const expectToast = async (title: string, text: string) => {
  await expect.element(toast.getByText(title)).toBeVisible();
  await expect.element(toast.getByText(text)).toBeVisible();
};

/** Opens the status dialog of the registration, and chooses the next status. */
async function chooseNextStatus(): Promise<void> {
  open('/admin?tab=registrations', anAdmin());
  await press('Atualizar Status: Agenda');
  await dialog.getByRole('radio', { name: 'Em Análise' }).click();
}

beforeEach(() => {
  answer('listAllRegistrations', pageOf([registration], 10));
  answer('getEnhancedStats', adminStats);
  answer('listOperators', pageOf([], 100));
});

it('[errors-status-fallback] shows an error toast when a status change gets no response', async () => {
  await chooseNextStatus();
  failWithNetworkError('changeRegistrationStatus');
  await press('Atualizar status', dialog);
  await expectToast('Erro ao atualizar status', 'Falha ao atualizar status do registro');
});

it('[admin-status-refreshes] refetches the list and the counts after a status change, without an event', async () => {
  await chooseNextStatus();
  answer('changeRegistrationStatus', { ...registration, status: 'reviewing' });
  answer('listAllRegistrations', pageOf([{ ...registration, status: 'reviewing' as const }], 10));
  const callsBefore = callsOf('getEnhancedStats').length;
  await press('Atualizar status', dialog);
  await expect.element(toast.getByText('Status atualizado')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Agenda/ }).getByText('Em Análise')).toBeVisible();
  await expect.poll(() => callsOf('getEnhancedStats').length).toBeGreaterThan(callsBefore);
});

it('[errors-user] shows an error toast when a change of a user gets no response', async () => {
  answer('listUsers', pageOf([anAccount({ firstName: 'Iara', lastName: 'Reis' })], 100));
  open('/admin/users', anAdmin());
  await press('Editar Iara Reis');
  await dialog.getByLabelText('Sobrenome').fill('Reis Sá');
  failWithNetworkError('updateUser');
  await press('Salvar alterações', dialog);
  await expectToast('Erro ao atualizar usuário', 'Não foi possível atualizar o usuário.');
  await keys('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Desativar Iara Reis');
  failWithNetworkError('deactivateUser');
  await press('Desativar usuário', dialog);
  await expectToast('Erro ao desativar usuário', 'Não foi possível desativar o usuário.');
  await expect
    .element(page.getByRole('row', { name: /Iara/ }).getByText('Ativo', { exact: true }))
    .toBeVisible();
});

it('[admin-analytics-recent] lists the newest registrations in the server’s order', async () => {
  const newest = ['Seis', 'Cinco', 'Quatro', 'Três', 'Dois'].map((title) => aRegistration({ title }));
  answer('getFigures', emptyFigures);
  answer('getAnalytics', { ...emptyAnalytics, recent: newest });
  open('/admin?tab=analytics', anAdmin());
  const links = region('Atividade recente').getByRole('link');
  await expect
    .poll(() => links.elements().map(({ textContent }) => textContent))
    .toEqual(newest.map(({ title }) => title));
  await expect
    .element(links.first())
    .toHaveAttribute('href', expect.stringContaining(newest[0]?.id ?? 'none'));
});
