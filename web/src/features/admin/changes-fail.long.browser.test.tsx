import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  anAccount,
  anAdmin,
  aRegistration,
  aStaffRegistration,
  emptyAnalytics,
  emptyFigures,
  pageOf,
  stats,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, cut } from '../../testing/server.ts';

const record = aStaffRegistration({ title: 'Agenda', status: 'paid', allowedTransitions: ['reviewing'] });
const expectToast = async (title: string, text: string) => {
  await expect.element(toast.getByText(title)).toBeVisible();
  await expect.element(toast.getByText(text)).toBeVisible();
};

/** Opens the status dialog of the record, with the next status chosen. */
async function chooseNext(): Promise<void> {
  open('/admin?tab=registrations', anAdmin());
  await press('Atualizar Status: Agenda');
  await dialog.getByRole('radio', { name: 'Em Análise' }).click();
}

beforeEach(() => {
  answer('listAllRegistrations', pageOf([record], 10));
  answer('getEnhancedStats', stats);
  answer('listOperators', pageOf([], 100));
});

it('[errors-status-fallback] a status change without a response shows an error toast', async () => {
  await chooseNext();
  cut('changeRegistrationStatus');
  await press('Atualizar status', dialog);
  await expectToast('Erro ao atualizar status', 'Falha ao atualizar status do registro');
});

it('[admin-status-refreshes] a status change refetches list and counts without an event', async () => {
  await chooseNext();
  answer('changeRegistrationStatus', { ...record, status: 'reviewing' });
  answer('listAllRegistrations', pageOf([{ ...record, status: 'reviewing' as const }], 10));
  const before = callsOf('getEnhancedStats').length;
  await press('Atualizar status', dialog);
  await expect.element(toast.getByText('Status atualizado')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Agenda/ }).getByText('Em Análise')).toBeVisible();
  await expect.poll(() => callsOf('getEnhancedStats').length).toBeGreaterThan(before);
});

it('[errors-user] a user change without a response shows an error toast', async () => {
  answer('listUsers', pageOf([anAccount({ firstName: 'Iara', lastName: 'Reis' })], 100));
  open('/admin/users', anAdmin());
  await press('Editar Iara Reis');
  await dialog.getByLabelText('Sobrenome').fill('Reis Sá');
  cut('updateUser');
  await press('Salvar alterações', dialog);
  await expectToast('Erro ao atualizar usuário', 'Não foi possível atualizar o usuário.');
  await keys('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Desativar Iara Reis');
  cut('deactivateUser');
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
