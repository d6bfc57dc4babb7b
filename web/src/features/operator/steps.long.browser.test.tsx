import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { advanceClock } from '../../testing/clock.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { close, open } from '../../testing/render.tsx';
import { dialog, fits, keys, press, query, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, cut, hold, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const paid = (title: string): StaffRegistration =>
  aStaffRegistration({
    title,
    status: 'paid',
    paymentPaidAt: '2026-11-13T15:00:00.000Z',
    allowedActions: ['approve', 'add_notes'],
  });
const first = paid('Primeiro');
const second = paid('Segundo');
const reviewing: StaffRegistration = {
  ...first,
  status: 'reviewing',
  allowedActions: ['approve', 'request_corrections', 'add_notes'],
};
const bar = page.getByRole('status', { name: 'Passo por enviar' });
const panel = page.getByRole('complementary');
const sent = () => callsOf('performOperatorAction');
const steps = () => sent().map(({ params, body }) => [params.id, body.action]);

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 2, awaitingReview: 2 }));
  answer('listQueue', pageOf([first, second], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', ({ params }) => (params.id === second.id ? second : first));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
  answer('performOperatorAction', reviewing);
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('queue');
});

const choose = (look: object) => localStorage.setItem('queue', JSON.stringify(look));
const expectOpen = (record: StaffRegistration) => expect.poll(query).toBe(`?tab=paid&open=${record.id}`);
const show = async (record = first) => {
  open(`/operator?tab=paid&open=${record.id}`, operator);
  await expect.element(panel.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
};

describe('an operator’s action', () => {
  it('[step-words] the button names an action’s effect, and the toast its result and record', async () => {
    await show();
    await press('Aprovar · iniciar análise', panel);
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    await expect.element(toast.getByText('“Primeiro” está em análise')).toBeVisible();
    answer('getStaffRegistration', reviewing);
    answer('listQueue', pageOf([reviewing, second], 10));
    await show();
    await press('Aprovar · enviar ao órgão', panel);
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('“Primeiro” enviado ao Processamento Governamental')).toBeVisible();
    // Each action has its own Idempotency-Key.
    expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('[step-again] retries an action of unknown outcome under the same Idempotency-Key', async () => {
    cut('performOperatorAction');
    await show();
    await press(/^Aprovar/, panel);
    await press('Confirmar aprovação', dialog);
    await expect.element(dialog.getByText(/^Sem conexão/)).toBeVisible();
    answer('performOperatorAction', reviewing);
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    const used = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect([used.length, new Set(used).size, used[0]?.length]).toEqual([2, 1, 32]);
  });

  it('[step-advance-keys] J and K continue from the next record that an action opened', async () => {
    choose({ advance: true });
    const third = paid('Terceiro');
    answer('listQueue', pageOf([first, second, third], 10));
    answer(
      'getStaffRegistration',
      ({ params }) => [first, second, third].find(({ id }) => id === params.id) ?? first,
    );
    open('/operator?tab=paid', operator);
    await expect.element(page.getByRole('row', { name: /Terceiro/ })).toBeVisible();
    await keys('j{Enter}');
    await expectOpen(first);
    await expect.element(panel.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('a');
    await press('Confirmar aprovação', dialog);
    await expectOpen(second);
    await keys('j');
    await expectOpen(third);
    await keys('k');
    await expectOpen(second);
  });

  it('[step-advance] an action opens the next record of the list if the user chose so', async () => {
    await show();
    await press('Exibição');
    await page.getByRole('switch', { name: 'Abrir o próximo registro da lista' }).click();
    // The setting survives a reload.
    await show();
    await keys('a');
    await press('Confirmar aprovação', dialog);
    await expectOpen(second);
    // The next record opens at once, before the server answers the action.
    await expect.poll(steps).toEqual([[first.id, 'approve']]);
    // Adding a note does not advance to the next record.
    await keys('n');
    await dialog.getByLabelText('Notas internas').fill('Nota');
    await press('Salvar notas', dialog);
    await expect.poll(steps).toHaveLength(2);
    await expectOpen(second);
  });
});

describe('a request for corrections', () => {
  it('[ready-choose] copies ready reasons into the editable text, and sends their ids', async () => {
    const ready = (id: string, title: string, text: string) => ({
      id: `0198a000-0000-7000-8000-${id}`,
      title,
      text,
    });
    const one = ready('000000000001', 'Sem fonte', 'Falta o código-fonte.');
    const two = ready('000000000002', 'CPF errado', 'O CPF é inválido.');
    const long = ready('000000000003', 'Longo', 'x'.repeat(1_000));
    answer('listReasons', pageOf([one, two, long], 100));
    answer('getStaffRegistration', reviewing);
    answer('listQueue', pageOf([reviewing, second], 10));
    await show();
    await keys('c');
    await press('Sem fonte', dialog);
    await press('CPF errado', dialog);
    const text = dialog.getByLabelText('O que o cliente deve corrigir (opcional)');
    await expect.element(text).toHaveValue('Falta o código-fonte.\n\nO CPF é inválido.');
    await expect.element(dialog.getByRole('button', { name: 'Longo' })).toBeDisabled();
    await press('CPF errado', dialog);
    await text.fill('Falta o código-fonte do servidor.');
    await press('Enviar pedido de correções', dialog);
    await expect.element(toast.getByText('“Primeiro” devolvido ao cliente para correções')).toBeVisible();
    expect(sent()[0]?.body).toEqual({
      action: 'request_corrections',
      reason: 'Falta o código-fonte do servidor.',
      notes: null,
      reasonIds: [one.id],
      expectedStatus: 'reviewing',
      expectedOperatorId: null,
    });
  });

  it('[ready-empty] asks again when corrections have no text, and says what the client will read', async () => {
    answer('listReasons', pageOf([], 100));
    answer('getStaffRegistration', reviewing);
    answer('listQueue', pageOf([reviewing, second], 10));
    await show();
    await keys('c');
    await press('Enviar pedido de correções', dialog);
    await expect
      .element(dialog.getByText(/o cliente lerá apenas "Correções solicitadas pela equipe"/))
      .toBeVisible();
    expect(sent()).toEqual([]);
    await press('Enviar mesmo assim', dialog);
    await expect.poll(steps).toEqual([[first.id, 'request_corrections']]);
  });
});

describe('an action that can be undone', () => {
  beforeEach(() => choose({ undo: true }));

  it('[undo-bar] shows a bar instead of a dialog, and never sends an action once undone', async () => {
    await show();
    await keys('a');
    await expect.element(bar.getByText(/^“Primeiro” vai para análise/)).toBeVisible();
    await expect.element(bar.getByText(/^em (10|9|8) s$/)).toBeVisible();
    expect(dialog.elements()).toEqual([]);
    await keys('z');
    await expect.element(toast.getByText('“Primeiro” ficou como estava.')).toBeVisible();
    expect(bar.element().textContent).toBe('');
    expect(sent()).toEqual([]);
    // On a small screen the toast covers the bar until it closes.
    advanceClock(5_000);
    await expect.element(toast.getByText('“Primeiro” ficou como estava.')).not.toBeInTheDocument();
    await widen(360);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprovar/ })
      .click();
    await expect.element(bar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await expect.poll(() => fits()).toBe(true);
    await press('Desfazer', bar);
    expect(sent()).toEqual([]);
  });

  it('[undo-due] sends an action exactly once when the time to undo it is over', async () => {
    await show();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    await keys('a');
    await expect.element(bar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(steps).toEqual([[first.id, 'approve']]);
    expect(sent()[0]?.body.expectedStatus).toBe('paid');
    expect(bar.element().textContent).toBe('');
    close();
    expect(sent()).toHaveLength(1);
  });

  it('[undo-next] opens the next record at once, and sends an action when another one starts', async () => {
    choose({ undo: true, advance: true });
    await show();
    await keys('a');
    await expectOpen(second);
    await expect.element(bar.getByText(/^“Primeiro”/)).toBeVisible();
    expect(sent()).toEqual([]);
    await keys('a');
    await expect.poll(steps).toEqual([[first.id, 'approve']]);
    await expect.element(bar.getByText(/^“Segundo”/)).toBeVisible();
    await keys('n');
    await expect.poll(steps).toEqual([
      [first.id, 'approve'],
      [second.id, 'approve'],
    ]);
    await expect.element(dialog.getByText('Segundo', { exact: true })).toBeVisible();
  });

  it('[undo-leave] sends an action at once when the user leaves, closes the tab or signs out', async () => {
    // Calls the listeners directly: a real pagehide event would also stop the test runner's server.
    const addedListeners = vi.spyOn(window, 'addEventListener');
    await show();
    const leave = () => {
      for (const [type, run] of addedListeners.mock.calls)
        if (type === 'pagehide' && typeof run === 'function') run(new Event('pagehide'));
    };
    await keys('a');
    await expect.element(bar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    leave();
    await expect.poll(steps).toEqual([[first.id, 'approve']]);
    leave();
    addedListeners.mockRestore();
    close();
    expect(sent()).toHaveLength(1);
    await show();
    await keys('a');
    await expect.element(bar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    close();
    await expect.poll(steps).toHaveLength(2);
    await show();
    await keys('a');
    await expect.element(bar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    const go = hold('performOperatorAction');
    answer('logOut');
    await page.getByRole('button', { name: 'Abrir menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect.poll(steps).toHaveLength(3);
    expect(callsOf('logOut')).toEqual([]);
    go();
    await expect.poll(() => callsOf('logOut')).toHaveLength(1);
  });

  it('[undo-asks] asks for confirmation on a colleague’s record, and after a refused action', async () => {
    const paula = { id: '0198a000-0000-7000-8000-00000000000a', firstName: 'Paula', lastName: 'Reis' };
    const theirs = { ...first, assignedOperatorId: paula.id, assignedOperator: paula };
    answer('getStaffRegistration', theirs);
    answer('listQueue', pageOf([theirs, second], 10));
    await show();
    await keys('a');
    await expect.element(dialog.getByText(/^Este registro é de Paula Reis\./)).toBeVisible();
    answer('getStaffRegistration', first);
    answer('listQueue', pageOf([first, second], 10));
    refuse('performOperatorAction', 'conflict', { message: 'Já mudou.' });
    await show();
    await keys('a');
    await expect.element(bar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    const read = callsOf('getStaffRegistration').length;
    await keys('a');
    await expect.element(dialog.getByText('Já mudou.')).toBeVisible();
    expect(sent()).toHaveLength(1);
    // The record is read once after the failure, and once with all other queries.
    await expect.poll(() => callsOf('getStaffRegistration').length).toBe(read + 2);
    close();
  });
});
