import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { article, dialog, press, region } from '../../testing/screen.ts';
import { mockApi, refuse } from '../../testing/server.ts';

const user = aUser();
const first = aPayable({ userId: user.id, title: 'Agenda', status: 'certificate_issued', canPay: false });
const second = aPayable({
  userId: user.id,
  title: 'Agenda 2.0',
  sha256: 'cd'.repeat(32),
  versionNumber: 2,
  rootId: first.id,
  previousId: first.id,
});
const LABEL = 'Versão 2 de Agenda 2.0';
const expectLabel = (where: Pick<Locator, 'getByText'>) =>
  expect.element(where.getByText(LABEL, { exact: true }).first()).toBeInTheDocument();

it('a later version is labelled wherever its registration is shown; a first version is not', async () => {
  const db = mockApi({ user, registrations: [first, second] });
  refuse('diffVersions', 'unavailable');
  openMocked('/dashboard', db);
  await expectLabel(region('Prioridades'));
  await expectLabel(article(second.title));
  expect(article(first.title).element().textContent).not.toContain('Versão');
  await press('Ver Detalhes', article(second.title));
  await expectLabel(dialog);
  openMocked('/dashboard', db);
  await press('Lista');
  await expectLabel(page.getByRole('list', { name: 'Meus registros' }));
  for (const address of [
    `/registros/${second.id}`,
    `/register?id=${second.id}&step=basic`,
    `/register?id=${second.id}&step=complete`,
    '/register',
  ]) {
    openMocked(address, db);
    await expectLabel(page.getByRole('main'));
  }
});

it('staff see the version label in the queue, in its panel and on the registration’s page', async () => {
  const operator = aUser({ role: 'operator' });
  const paid = { ...second, status: 'paid' as const, canPay: false, canEdit: false };
  const db = mockApi({ user: operator, users: [user], registrations: [first, paid] });
  openMocked('/operator?tab=all', db);
  await expectLabel(page.getByRole('main'));
  openMocked(`/operator/registrations/${second.id}`, db);
  await expectLabel(page.getByRole('main'));
});
