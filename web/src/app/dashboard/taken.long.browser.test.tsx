import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { collectDownloads } from '../../testing/client.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { article, press, region } from '../../testing/screen.ts';
import { mockApi } from '../../testing/server.ts';

const user = aUser();
const issued = aPayableRegistration({
  userId: user.id,
  title: 'Agenda',
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
});
const priorities = region('Prioridades');
const READY_TEXT = 'Certificado pronto para baixar';

it('a downloaded certificate is no longer a priority, and its card still offers the download', async () => {
  const other = { ...issued, id: crypto.randomUUID(), sha256: 'cd'.repeat(32), title: 'Estoque' };
  const unpaid = aPayableRegistration({ userId: user.id, sha256: 'ef'.repeat(32), title: 'Frotas' });
  const db = mockApi({ user, registrations: [issued, other, unpaid] });
  const savedFiles = collectDownloads();
  openMocked('/dashboard', db);
  await expect.element(priorities.getByText(READY_TEXT).first()).toBeVisible();
  expect(priorities.getByText(READY_TEXT).elements()).toHaveLength(2);
  await press('Download', article(issued.title));
  await expect.poll(() => priorities.getByText(READY_TEXT).elements()).toHaveLength(1);
  await expect.element(priorities.getByRole('link', { name: issued.title })).not.toBeInTheDocument();
  await press('Download', priorities);
  // With one priority left, it is shown as the next action instead of in a list.
  await expect.element(region('Próxima ação').getByRole('link', { name: 'Frotas' })).toBeVisible();
  await expect.element(page.getByText(READY_TEXT)).not.toBeInTheDocument();
  await press('Download', article(issued.title));
  await expect.poll(() => savedFiles).toHaveLength(3);
});
