import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { close, open } from '../../testing/render.tsx';
import { dialog, keys, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, refused } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const paula = { id: '0198a000-0000-7000-8000-00000000000a', firstName: 'Paula', lastName: 'Reis' };
const reviewing = (title: string): StaffRegistration =>
  aStaffRegistration({
    title,
    status: 'reviewing',
    paymentPaidAt: '2026-11-13T15:00:00.000Z',
    allowedActions: ['approve', 'request_corrections', 'add_notes'],
  });
const first = reviewing('Primeiro');
const second = reviewing('Segundo');
const theirs = { ...first, assignedOperatorId: paula.id, assignedOperator: paula };
const TAKEN = /^O registro passou a ser de Paula Reis\. Ao confirmar, você age no lugar dessa pessoa/;
const panel = page.getByRole('complementary');
const reason = dialog.getByLabelText('O que o cliente deve corrigir (opcional)');
const sent = () => callsOf('performOperatorAction').map(({ params, body }) => ({ id: params.id, ...body }));
const expectations = () => sent().map(({ expectedOperatorId }) => expectedOperatorId);

/** From now on the server answers that Paula has the first record. */
function letPaulaTakeIt(): void {
  answer('listQueue', pageOf([theirs, second], 10));
  answer('getStaffRegistration', ({ params }) => (params.id === second.id ? second : theirs));
}

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 2, inReview: 2 }));
  answer('listQueue', pageOf([first, second], 10));
  answer('listColleagues', pageOf([], 100));
  answer('listReasons', pageOf([], 100));
  answer('getStaffRegistration', ({ params }) => (params.id === second.id ? second : first));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
  // Like the real service: refuses an action that does not name Paula as the expected operator.
  answer('performOperatorAction', ({ body }) =>
    body.expectedOperatorId === paula.id || body.action === 'add_notes'
      ? { ...theirs, status: 'government_processing' }
      : refused('already-assigned', {
          message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
        }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('queue');
});

const choose = (look: object) => localStorage.setItem('queue', JSON.stringify(look));
const show = async (address = `/operator?tab=reviewing&open=${first.id}`) => {
  open(address, operator);
  await expect.element(page.getByRole('button', { name: /^Aprovar/ }).first()).toBeVisible();
  await expect.element(page.getByText('Segundo').first()).toBeVisible();
  // The panel shows the list's data until the record is read; later reads return Paula's record.
  await expect.poll(() => callsOf('getStaffRegistration').length).toBeGreaterThan(0);
};
const expectRefusal = async () => {
  await expect.element(dialog.getByRole('alert').getByText(TAKEN)).toBeVisible();
  await expect.element(dialog.getByText('Primeiro', { exact: true })).toBeVisible();
  // The reason appears only in the dialog, not in the toast.
  await expect.element(toast.getByText('Erro ao executar ação')).toBeVisible();
  expect(dialog.getByText(/^Este registro é de Paula/).elements()).toEqual([]);
  expect(toast.getByText(/outra pessoa/).elements()).toEqual([]);
};

describe('an action on a record that a colleague took meanwhile', () => {
  it('[whose-refused] a refused action keeps its text, names the colleague and can be confirmed', async () => {
    await show();
    await keys('c');
    await reason.fill('Falta o README.');
    letPaulaTakeIt();
    await press('Enviar pedido de correções', dialog);
    await expectRefusal();
    await expect.element(reason).toHaveValue('Falta o README.');
    // Ctrl+Enter only moves the focus to the button; it does not confirm.
    await reason.click();
    await keys('{Control>}{Enter}{/Control}');
    expect(sent()).toHaveLength(1);
    await press('Devolver ao cliente mesmo assim', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    await expect.poll(() => expectations()).toEqual([null, paula.id]);
    expect(sent().at(-1)).toMatchObject({ reason: 'Falta o README.', expectedStatus: 'reviewing' });
  });

  it('[whose-held] an action held for undo opens its dialog when the server refuses it', async () => {
    choose({ undo: true });
    await show();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    await keys('a');
    await expect.element(page.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    letPaulaTakeIt();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(expectations).toEqual([null]);
    vi.useRealTimers();
    await expectRefusal();
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(expectations).toEqual([null, paula.id]);
  });

  it('[whose-advance] a refused action reopens its dialog although the next record is open', async () => {
    choose({ advance: true });
    await show();
    letPaulaTakeIt();
    await keys('a');
    await press('Confirmar aprovação', dialog);
    await expect.element(panel.getByRole('heading', { name: 'Segundo' })).toBeVisible();
    await expectRefusal();
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(expectations).toEqual([null, paula.id]);
    expect(sent().map(({ id }) => id)).toEqual([first.id, first.id]);
  });

  it('[whose-page] a refusal reopens the dialog on the next record’s page; Back resends nothing', async () => {
    choose({ advance: true, undo: true });
    await show();
    await keys('o');
    const title = (name: string) => page.getByRole('heading', { level: 1, name });
    await expect.element(title('Primeiro')).toBeVisible();
    await keys('a');
    await expect.element(title('Segundo')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    expect(sent()).toEqual([]);
    letPaulaTakeIt();
    // A new step is held, so the first one is sent.
    await keys('a');
    await expectRefusal();
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(() => sent().filter(({ id }) => id === first.id)).toHaveLength(2);
    await keys('k');
    await expect.element(title('Primeiro')).toBeVisible();
    close();
    // Leaving the page sends the second step; the first is not sent again.
    await expect.poll(() => sent().filter(({ id }) => id === second.id)).toHaveLength(1);
    expect(sent().filter(({ id }) => id === first.id)).toHaveLength(2);
  });

  it('[whose-open] the open dialog warns that a colleague took the record; Enter does not confirm', async () => {
    await show();
    await keys('a');
    await expect.element(dialog.getByRole('button', { name: 'Confirmar aprovação' })).toHaveFocus();
    letPaulaTakeIt();
    tell('queue', { id: first.id });
    await expect.element(dialog.getByRole('alert')).toHaveFocus();
    await expect.element(dialog.getByRole('alert').getByText(TAKEN)).toBeVisible();
    await keys('{Enter}');
    expect(sent()).toEqual([]);
    await press('Aprovar mesmo assim', dialog);
    await expect.poll(expectations).toEqual([paula.id]);
  });

  it('[whose-note] accepts a note on a record that a colleague has taken meanwhile', async () => {
    await show();
    await keys('n');
    await dialog.getByLabelText('Notas internas').fill('Vista.');
    letPaulaTakeIt();
    await press('Salvar notas', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    await expect.poll(() => expectations()).toEqual([undefined]);
  });
});
