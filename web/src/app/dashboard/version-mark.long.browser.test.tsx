import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { article, dialog, press, region } from '../../testing/screen.ts';
import { mockApi, refuse } from '../../testing/server.ts';

const user = aUser();
const firstVersion = aPayableRegistration({
  userId: user.id,
  title: 'Agenda',
  status: 'certificate_issued',
  canPay: false,
});
const secondVersion = aPayableRegistration({
  userId: user.id,
  title: 'Agenda 2.0',
  sha256: 'cd'.repeat(32),
  versionNumber: 2,
  rootId: firstVersion.id,
  previousId: firstVersion.id,
});
const LABEL = 'Versão 2 de Agenda 2.0';
const expectLabel = (where: Pick<Locator, 'getByText'>) =>
  expect.element(where.getByText(LABEL, { exact: true }).first()).toBeInTheDocument();

it('a later version is labelled wherever its registration is shown; a first version is not', async () => {
  const db = mockApi({ user, registrations: [firstVersion, secondVersion] });
  refuse('diffVersions', 'unavailable');
  openMocked('/dashboard', db);
  await expectLabel(region('Prioridades'));
  await expectLabel(article(secondVersion.title));
  expect(article(firstVersion.title).element().textContent).not.toContain('Versão');
  await press('Ver Detalhes', article(secondVersion.title));
  await expectLabel(dialog);
  openMocked('/dashboard', db);
  await press('Lista');
  await expectLabel(page.getByRole('list', { name: 'Meus registros' }));
  for (const address of [
    `/registros/${secondVersion.id}`,
    `/register?id=${secondVersion.id}&step=basic`,
    `/register?id=${secondVersion.id}&step=complete`,
    '/register',
  ]) {
    openMocked(address, db);
    await expectLabel(page.getByRole('main'));
  }
});

it('staff see the version label in the queue, in its panel and on the registration’s page', async () => {
  const operator = aUser({ role: 'operator' });
  const paid = { ...secondVersion, status: 'paid' as const, canPay: false, canEdit: false };
  const db = mockApi({ user: operator, users: [user], registrations: [firstVersion, paid] });
  openMocked('/operator?tab=all', db);
  await expectLabel(page.getByRole('main'));
  openMocked(`/operator/registrations/${secondVersion.id}`, db);
  await expectLabel(page.getByRole('main'));
});
