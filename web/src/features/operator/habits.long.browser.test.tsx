import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { advanceClock } from '../../testing/clock.ts';
import { openMocked } from '../../testing/mock.ts';
import { anAdmin, aPayableRegistration, aUser } from '../../testing/records.ts';
import { dialog, keys, press } from '../../testing/screen.ts';
import { callsOf, mockApi } from '../../testing/server.ts';
import { setQueueSettings } from './queue-settings.ts';

const operator = aUser({ role: 'operator' });
const client = aUser();
let hashCount = 0;
const aRegistration = (title: string, status: 'submitted' | 'paid' | 'reviewing' | 'certificate_issued') => {
  hashCount += 1;
  return {
    ...aPayableRegistration({
      userId: client.id,
      title,
      status,
      sha256: String(hashCount).padStart(64, '0'),
      canPay: status === 'submitted',
    }),
    assignedOperatorId: operator.id,
  };
};
const undoBar = page.getByRole('status', { name: 'Passo por enviar' });
const UNDO_KEY_HELP = 'Desfazer o passo que ainda não foi enviado';
const helpDialog = page.getByRole('dialog', { name: 'Atalhos de teclado' });
const sentRequests = () => callsOf('performOperatorAction').map(({ body }) => body.action);

describe('the approval of a registration', () => {
  it('opens a dialog, unless the undo setting is on; then the key Z undoes the approval', async () => {
    setQueueSettings({ undo: true });
    const paidRegistration = aRegistration('Frotas', 'paid');
    const db = mockApi({ user: operator, users: [client], registrations: [paidRegistration] });
    openMocked(`/operator/registrations/${paidRegistration.id}`, db);
    await expect.element(page.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('?');
    await expect.element(helpDialog.getByText(UNDO_KEY_HELP)).toBeVisible();
    await keys('{Escape}');
    await keys('a');
    await expect.element(undoBar.getByText(/Frotas/)).toBeVisible();
    await keys('z');
    await expect.element(undoBar.getByText(/Frotas/)).not.toBeInTheDocument();
    advanceClock(20_000);
    expect(sentRequests()).toEqual([]);
    await keys('a');
    await expect.element(undoBar.getByText(/Frotas/)).toBeVisible();
    advanceClock(10_000);
    await expect.poll(sentRequests).toEqual(['approve']);
    setQueueSettings({ undo: false });
    openMocked('/operator', db);
    db.registrations[0] = aRegistration('Frotas', 'paid');
    openMocked(`/operator/registrations/${db.registrations[0].id}`, db);
    await expect.element(page.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('a');
    await expect.element(dialog.getByRole('button', { name: 'Confirmar aprovação' })).toBeVisible();
    await keys('{Escape}');
    await keys('?');
    await expect.element(helpDialog.getByText('Baixar o ZIP')).toBeVisible();
    await expect.element(helpDialog.getByText(UNDO_KEY_HELP)).not.toBeInTheDocument();
  });
});

it('the user’s own list and the count in the page title leave out finished registrations', async () => {
  const registrations = [
    aRegistration('Por pagar', 'submitted'),
    aRegistration('Pago', 'paid'),
    aRegistration('Em análise agora', 'reviewing'),
    aRegistration('Pronto', 'certificate_issued'),
  ];
  const db = mockApi({ user: operator, users: [client], registrations });
  openMocked('/operator?tab=mine', db);
  await expect.element(page.getByText('Em análise agora').first()).toBeVisible();
  expect(page.getByText('Pronto', { exact: true }).elements()).toEqual([]);
  await expect.element(page.getByRole('tab', { name: 'Meus atribuídos 3' })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^\(2\) Fila/);
  openMocked('/operator?tab=all', db);
  await expect.element(page.getByText('Pronto', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Todos 4' })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^\(2\) Fila/);
});

describe('a request for corrections in the status dialog of an admin', () => {
  it('needs a second confirmation if it has no reason', async () => {
    const registrationInReview = aRegistration('Frotas', 'reviewing');
    const db = mockApi({ user: anAdmin(), users: [client], registrations: [registrationInReview] });
    openMocked(`/operator/registrations/${registrationInReview.id}`, db);
    await expect.element(page.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('s');
    await dialog.getByRole('radio', { name: 'Submetido' }).click();
    await press('Atualizar status', dialog);
    await expect
      .element(dialog.getByRole('alert').getByText(/^Sem motivo, o cliente lerá apenas/))
      .toBeVisible();
    expect(callsOf('changeRegistrationStatus')).toEqual([]);
    await press('Enviar sem motivo', dialog);
    await expect
      .poll(() => callsOf('changeRegistrationStatus').map(({ body }) => body.status))
      .toEqual(['submitted']);
  });
});
