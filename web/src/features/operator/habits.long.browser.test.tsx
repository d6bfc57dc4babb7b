import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { advanceClock } from '../../testing/clock.ts';
import { openMocked } from '../../testing/mock.ts';
import { anAdmin, aPayable, aUser } from '../../testing/records.ts';
import { dialog, keys, press } from '../../testing/screen.ts';
import { callsOf, mockApi } from '../../testing/server.ts';
import { setQueueSettings } from './queue-settings.ts';

const operator = aUser({ role: 'operator' });
const client = aUser();
let hashes = 0;
const record = (title: string, status: 'submitted' | 'paid' | 'reviewing' | 'certificate_issued') => {
  hashes += 1;
  return {
    ...aPayable({
      userId: client.id,
      title,
      status,
      sha256: String(hashes).padStart(64, '0'),
      canPay: status === 'submitted',
    }),
    assignedOperatorId: operator.id,
  };
};
const bar = page.getByRole('status', { name: 'Passo por enviar' });
const UNDO_KEY_HELP = 'Desfazer o passo que ainda não foi enviado';
const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
const sent = () => callsOf('performOperatorAction').map(({ body }) => body.action);

describe('the approval of a registration', () => {
  it('an approval asks for confirmation, or with the undo setting can be undone by Z', async () => {
    setQueueSettings({ undo: true });
    const paid = record('Frotas', 'paid');
    const db = mockApi({ user: operator, users: [client], registrations: [paid] });
    openMocked(`/operator/registrations/${paid.id}`, db);
    await expect.element(page.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('?');
    await expect.element(help.getByText(UNDO_KEY_HELP)).toBeVisible();
    await keys('{Escape}');
    await keys('a');
    await expect.element(bar.getByText(/Frotas/)).toBeVisible();
    await keys('z');
    await expect.element(bar.getByText(/Frotas/)).not.toBeInTheDocument();
    advanceClock(20_000);
    expect(sent()).toEqual([]);
    await keys('a');
    await expect.element(bar.getByText(/Frotas/)).toBeVisible();
    advanceClock(10_000);
    await expect.poll(sent).toEqual(['approve']);
    setQueueSettings({ undo: false });
    openMocked('/operator', db);
    db.registrations[0] = record('Frotas', 'paid');
    openMocked(`/operator/registrations/${db.registrations[0].id}`, db);
    await expect.element(page.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('a');
    await expect.element(dialog.getByRole('button', { name: 'Confirmar aprovação' })).toBeVisible();
    await keys('{Escape}');
    await keys('?');
    await expect.element(help.getByText('Baixar o ZIP')).toBeVisible();
    await expect.element(help.getByText(UNDO_KEY_HELP)).not.toBeInTheDocument();
  });
});

it('the user’s own list hides finished records; the tab title counts actionable ones', async () => {
  const rows = [
    record('Por pagar', 'submitted'),
    record('Pago', 'paid'),
    record('Em análise agora', 'reviewing'),
    record('Pronto', 'certificate_issued'),
  ];
  const db = mockApi({ user: operator, users: [client], registrations: rows });
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

describe('corrections without a reason in the status dialog', () => {
  it('sends corrections without a reason only after a second confirmation', async () => {
    const reviewing = record('Frotas', 'reviewing');
    const db = mockApi({ user: anAdmin(), users: [client], registrations: [reviewing] });
    openMocked(`/operator/registrations/${reviewing.id}`, db);
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
