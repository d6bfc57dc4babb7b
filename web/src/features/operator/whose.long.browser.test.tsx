import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { close, open } from '../../testing/render.tsx';
import { dialog, keys, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, throwRefusal } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const paula = { id: '0198a000-0000-7000-8000-00000000000a', firstName: 'Paula', lastName: 'Reis' };
const aRegistrationInReview = (title: string): StaffRegistration =>
  aStaffRegistration({
    title,
    status: 'reviewing',
    paymentPaidAt: '2026-11-13T15:00:00.000Z',
    allowedActions: ['approve', 'request_corrections', 'add_notes'],
  });
const firstRegistration = aRegistrationInReview('Primeiro');
const secondRegistration = aRegistrationInReview('Segundo');
const paulasRegistration = { ...firstRegistration, assignedOperatorId: paula.id, assignedOperator: paula };
const TAKEN_BY_PAULA =
  /^O registro passou a ser de Paula Reis\. Ao confirmar, você age no lugar dessa pessoa/;
const panel = page.getByRole('complementary');
const reasonField = dialog.getByLabelText('O que o cliente deve corrigir (opcional)');
const sentRequests = () =>
  callsOf('performOperatorAction').map(({ params, body }) => ({ id: params.id, ...body }));
const expectedOperatorIds = () => sentRequests().map(({ expectedOperatorId }) => expectedOperatorId);

/** From now on, the server returns the first registration as assigned to Paula. */
function assignFirstToPaula(): void {
  answer('listQueue', pageOf([paulasRegistration, secondRegistration], 10));
  answer('getStaffRegistration', ({ params }) =>
    params.id === secondRegistration.id ? secondRegistration : paulasRegistration,
  );
}

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 2, inReview: 2 }));
  answer('listQueue', pageOf([firstRegistration, secondRegistration], 10));
  answer('listColleagues', pageOf([], 100));
  answer('listReasons', pageOf([], 100));
  answer('getStaffRegistration', ({ params }) =>
    params.id === secondRegistration.id ? secondRegistration : firstRegistration,
  );
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
  // Like the real service, refuses an action that does not expect Paula as the operator.
  answer('performOperatorAction', ({ body }) =>
    body.expectedOperatorId === paula.id || body.action === 'add_notes'
      ? { ...paulasRegistration, status: 'government_processing' }
      : throwRefusal('already-assigned', {
          message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
        }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('queue');
});

const storeSettings = (settings: object) => localStorage.setItem('queue', JSON.stringify(settings));
const openPage = async (address = `/operator?tab=reviewing&open=${firstRegistration.id}`) => {
  open(address, operator);
  await expect.element(page.getByRole('button', { name: /^Aprovar/ }).first()).toBeVisible();
  await expect.element(page.getByText('Segundo').first()).toBeVisible();
  // Waits for the first read of the registration, because later reads return it as assigned to Paula.
  await expect.poll(() => callsOf('getStaffRegistration').length).toBeGreaterThan(0);
};
const expectRefusal = async () => {
  await expect.element(dialog.getByRole('alert').getByText(TAKEN_BY_PAULA)).toBeVisible();
  await expect.element(dialog.getByText('Primeiro', { exact: true })).toBeVisible();
  // The reason appears only in the dialog, not in the toast.
  await expect.element(toast.getByText('Erro ao executar ação')).toBeVisible();
  expect(dialog.getByText(/^Este registro é de Paula/).elements()).toEqual([]);
  expect(toast.getByText(/outra pessoa/).elements()).toEqual([]);
};

describe('an action on a registration that was assigned to a colleague meanwhile', () => {
  it('[whose-refused] after a refusal, the dialog names the colleague and can be confirmed', async () => {
    await openPage();
    await keys('c');
    await reasonField.fill('Falta o README.');
    assignFirstToPaula();
    await press('Enviar pedido de correções', dialog);
    await expectRefusal();
    await expect.element(reasonField).toHaveValue('Falta o README.');
    // Ctrl+Enter only moves the focus to the button; it does not confirm.
    await reasonField.click();
    await keys('{Control>}{Enter}{/Control}');
    expect(sentRequests()).toHaveLength(1);
    await press('Devolver ao cliente mesmo assim', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    await expect.poll(() => expectedOperatorIds()).toEqual([null, paula.id]);
    expect(sentRequests().at(-1)).toMatchObject({ reason: 'Falta o README.', expectedStatus: 'reviewing' });
  });

  it('[whose-held] an approval without a dialog opens the dialog if the server refuses it', async () => {
    storeSettings({ undo: true });
    await openPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    await keys('a');
    await expect.element(page.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    assignFirstToPaula();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(expectedOperatorIds).toEqual([null]);
    vi.useRealTimers();
    await expectRefusal();
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(expectedOperatorIds).toEqual([null, paula.id]);
  });

  it('[whose-advance] after a refusal, the dialog reopens over the next registration', async () => {
    storeSettings({ advance: true });
    await openPage();
    assignFirstToPaula();
    await keys('a');
    await press('Confirmar aprovação', dialog);
    await expect.element(panel.getByRole('heading', { name: 'Segundo' })).toBeVisible();
    await expectRefusal();
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(expectedOperatorIds).toEqual([null, paula.id]);
    expect(sentRequests().map(({ id }) => id)).toEqual([firstRegistration.id, firstRegistration.id]);
  });

  it('[whose-page] after a refusal, the dialog reopens on the page of the next registration', async () => {
    storeSettings({ advance: true, undo: true });
    await openPage();
    await keys('o');
    const titleHeading = (name: string) => page.getByRole('heading', { level: 1, name });
    await expect.element(titleHeading('Primeiro')).toBeVisible();
    await keys('a');
    await expect.element(titleHeading('Segundo')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    expect(sentRequests()).toEqual([]);
    assignFirstToPaula();
    // The approval of the second registration is held for undo, so the first approval is sent.
    await keys('a');
    await expectRefusal();
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(() => sentRequests().filter(({ id }) => id === firstRegistration.id)).toHaveLength(2);
    await keys('k');
    await expect.element(titleHeading('Primeiro')).toBeVisible();
    close();
    // Leaving the page sends the second approval; the first approval is not sent again.
    await expect.poll(() => sentRequests().filter(({ id }) => id === secondRegistration.id)).toHaveLength(1);
    expect(sentRequests().filter(({ id }) => id === firstRegistration.id)).toHaveLength(2);
  });

  it('[whose-open] an open dialog warns of the new operator, and Enter no longer confirms', async () => {
    await openPage();
    await keys('a');
    await expect.element(dialog.getByRole('button', { name: 'Confirmar aprovação' })).toHaveFocus();
    assignFirstToPaula();
    tell('queue', { id: firstRegistration.id });
    await expect.element(dialog.getByRole('alert')).toHaveFocus();
    await expect.element(dialog.getByRole('alert').getByText(TAKEN_BY_PAULA)).toBeVisible();
    await keys('{Enter}');
    expect(sentRequests()).toEqual([]);
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(expectedOperatorIds).toEqual([paula.id]);
  });

  it('[whose-note] a note is accepted although the operator has changed', async () => {
    await openPage();
    await keys('n');
    await dialog.getByLabelText('Notas internas').fill('Vista.');
    assignFirstToPaula();
    await press('Salvar notas', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    await expect.poll(() => expectedOperatorIds()).toEqual([undefined]);
  });
});
