import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { advanceClock } from '../../testing/clock.ts';
import { anEvidence, aStaffRegistration, aUser, pageOf, queueStatsOf } from '../../testing/records.ts';
import { close, open } from '../../testing/render.tsx';
import {
  dialog,
  hasNoHorizontalScroll,
  keys,
  press,
  query,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const aPaidRegistration = (title: string): StaffRegistration =>
  aStaffRegistration({
    title,
    status: 'paid',
    paymentPaidAt: '2026-11-13T15:00:00.000Z',
    allowedActions: ['approve', 'add_notes'],
  });
const firstRegistration = aPaidRegistration('Primeiro');
const secondRegistration = aPaidRegistration('Segundo');
const registrationInReview: StaffRegistration = {
  ...firstRegistration,
  status: 'reviewing',
  allowedActions: ['approve', 'request_corrections', 'add_notes'],
};
const undoBar = page.getByRole('status', { name: 'Passo por enviar' });
const panel = page.getByRole('complementary');
const sentRequests = () => callsOf('performOperatorAction');
const sentActions = () => sentRequests().map(({ params, body }) => [params.id, body.action]);

beforeEach(() => {
  answer('getQueueStats', queueStatsOf({ total: 2, awaitingReview: 2 }));
  answer('listQueue', pageOf([firstRegistration, secondRegistration], 10));
  answer('listColleagues', pageOf([], 100));
  answer('getStaffRegistration', ({ params }) =>
    params.id === secondRegistration.id ? secondRegistration : firstRegistration,
  );
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence());
  answer('performOperatorAction', registrationInReview);
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem('queue');
});

const storeSettings = (settings: object) => localStorage.setItem('queue', JSON.stringify(settings));
const expectOpen = (registration: StaffRegistration) =>
  expect.poll(query).toBe(`?tab=paid&open=${registration.id}`);
const openPage = async (registration = firstRegistration) => {
  open(`/operator?tab=paid&open=${registration.id}`, operator);
  await expect.element(panel.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
};

describe('an operator’s action', () => {
  it('[step-words] the button names the effect, and the toast the result and the registration', async () => {
    await openPage();
    await press('Aprovar · iniciar análise', panel);
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    await expect.element(toast.getByText('“Primeiro” está em análise')).toBeVisible();
    answer('getStaffRegistration', registrationInReview);
    answer('listQueue', pageOf([registrationInReview, secondRegistration], 10));
    await openPage();
    await press('Aprovar · enviar ao órgão', panel);
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('“Primeiro” enviado ao Processamento Governamental')).toBeVisible();
    // Each action has its own Idempotency-Key.
    expect(new Set(sentRequests().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('[step-again] retries an action without a response with the same Idempotency-Key', async () => {
    failWithNetworkError('performOperatorAction');
    await openPage();
    await press(/^Aprovar/, panel);
    await press('Confirmar aprovação', dialog);
    await expect.element(dialog.getByText(/^Sem conexão/)).toBeVisible();
    answer('performOperatorAction', registrationInReview);
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    const usedKeys = sentRequests().map(({ headers }) => headers.get('idempotency-key'));
    expect([usedKeys.length, new Set(usedKeys).size, usedKeys[0]?.length]).toEqual([2, 1, 32]);
  });

  it('[step-advance-keys] J and K continue from the registration that opened after an action', async () => {
    storeSettings({ advance: true });
    const thirdRegistration = aPaidRegistration('Terceiro');
    answer('listQueue', pageOf([firstRegistration, secondRegistration, thirdRegistration], 10));
    const registrations = [firstRegistration, secondRegistration, thirdRegistration];
    answer(
      'getStaffRegistration',
      ({ params }) => registrations.find(({ id }) => id === params.id) ?? firstRegistration,
    );
    open('/operator?tab=paid', operator);
    await expect.element(page.getByRole('row', { name: /Terceiro/ })).toBeVisible();
    await keys('j{Enter}');
    await expectOpen(firstRegistration);
    await expect.element(panel.getByRole('button', { name: /^Aprovar/ })).toBeVisible();
    await keys('a');
    await press('Confirmar aprovação', dialog);
    await expectOpen(secondRegistration);
    await keys('j');
    await expectOpen(thirdRegistration);
    await keys('k');
    await expectOpen(secondRegistration);
  });

  it('[step-advance] an action opens the next registration of the list if that is enabled', async () => {
    await openPage();
    await press('Exibição');
    await page.getByRole('switch', { name: 'Abrir o próximo registro da lista' }).click();
    // The setting survives a reload.
    await openPage();
    await keys('a');
    await press('Confirmar aprovação', dialog);
    await expectOpen(secondRegistration);
    // The next registration opens at once, before the server answers the action.
    await expect.poll(sentActions).toEqual([[firstRegistration.id, 'approve']]);
    // Adding a note does not advance to the next registration.
    await keys('n');
    await dialog.getByLabelText('Notas internas').fill('Nota');
    await press('Salvar notas', dialog);
    await expect.poll(sentActions).toHaveLength(2);
    await expectOpen(secondRegistration);
  });
});

describe('a request for corrections', () => {
  it('[ready-choose] inserts predefined reasons into the editable text, and sends their ids', async () => {
    const readyReason = (id: string, title: string, text: string) => ({
      id: `0198a000-0000-7000-8000-${id}`,
      title,
      text,
    });
    const firstReason = readyReason('000000000001', 'Sem fonte', 'Falta o código-fonte.');
    const secondReason = readyReason('000000000002', 'CPF errado', 'O CPF é inválido.');
    const tooLongReason = readyReason('000000000003', 'Longo', 'x'.repeat(1_000));
    answer('listReasons', pageOf([firstReason, secondReason, tooLongReason], 100));
    answer('getStaffRegistration', registrationInReview);
    answer('listQueue', pageOf([registrationInReview, secondRegistration], 10));
    await openPage();
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
    expect(sentRequests()[0]?.body).toEqual({
      action: 'request_corrections',
      reason: 'Falta o código-fonte do servidor.',
      notes: null,
      reasonIds: [firstReason.id],
      expectedStatus: 'reviewing',
      expectedOperatorId: null,
    });
  });

  it('[ready-empty] without a reason, asks for confirmation and shows what the client reads', async () => {
    answer('listReasons', pageOf([], 100));
    answer('getStaffRegistration', registrationInReview);
    answer('listQueue', pageOf([registrationInReview, secondRegistration], 10));
    await openPage();
    await keys('c');
    await press('Enviar pedido de correções', dialog);
    await expect
      .element(dialog.getByText(/o cliente lerá apenas "Correções solicitadas pela equipe"/))
      .toBeVisible();
    expect(sentRequests()).toEqual([]);
    await press('Enviar mesmo assim', dialog);
    await expect.poll(sentActions).toEqual([[firstRegistration.id, 'request_corrections']]);
  });
});

describe('an action that can be undone for 10 seconds', () => {
  beforeEach(() => storeSettings({ undo: true }));

  it('[undo-bar] shows a bar instead of a dialog, and does not send an undone action', async () => {
    await openPage();
    await keys('a');
    await expect.element(undoBar.getByText(/^“Primeiro” vai para análise/)).toBeVisible();
    await expect.element(undoBar.getByText(/^em (10|9|8) s$/)).toBeVisible();
    expect(dialog.elements()).toEqual([]);
    await keys('z');
    await expect.element(toast.getByText('“Primeiro” ficou como estava.')).toBeVisible();
    expect(undoBar.element().textContent).toBe('');
    expect(sentRequests()).toEqual([]);
    // On a small screen the toast covers the bar until it closes.
    advanceClock(5_000);
    await expect.element(toast.getByText('“Primeiro” ficou como estava.')).not.toBeInTheDocument();
    await setViewport(360);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprovar/ })
      .click();
    await expect.element(undoBar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    await press('Desfazer', undoBar);
    expect(sentRequests()).toEqual([]);
  });

  it('[undo-due] sends the action exactly once when the undo time is over', async () => {
    await openPage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    await keys('a');
    await expect.element(undoBar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(sentActions).toEqual([[firstRegistration.id, 'approve']]);
    expect(sentRequests()[0]?.body.expectedStatus).toBe('paid');
    expect(undoBar.element().textContent).toBe('');
    close();
    expect(sentRequests()).toHaveLength(1);
  });

  it('[undo-next] opens the next registration at once; the next action sends the previous one', async () => {
    storeSettings({ undo: true, advance: true });
    await openPage();
    await keys('a');
    await expectOpen(secondRegistration);
    await expect.element(undoBar.getByText(/^“Primeiro”/)).toBeVisible();
    expect(sentRequests()).toEqual([]);
    await keys('a');
    await expect.poll(sentActions).toEqual([[firstRegistration.id, 'approve']]);
    await expect.element(undoBar.getByText(/^“Segundo”/)).toBeVisible();
    await keys('n');
    await expect.poll(sentActions).toEqual([
      [firstRegistration.id, 'approve'],
      [secondRegistration.id, 'approve'],
    ]);
    await expect.element(dialog.getByText('Segundo', { exact: true })).toBeVisible();
  });

  it('[undo-leave] sends the action when the user leaves or closes the page, or signs out', async () => {
    // Calls the pagehide listeners directly, because a real pagehide event would stop the test runner's server.
    const addedListeners = vi.spyOn(window, 'addEventListener');
    await openPage();
    const closePage = () => {
      for (const [type, listener] of addedListeners.mock.calls)
        if (type === 'pagehide' && typeof listener === 'function') listener(new Event('pagehide'));
    };
    await keys('a');
    await expect.element(undoBar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    closePage();
    await expect.poll(sentActions).toEqual([[firstRegistration.id, 'approve']]);
    closePage();
    addedListeners.mockRestore();
    close();
    expect(sentRequests()).toHaveLength(1);
    await openPage();
    await keys('a');
    await expect.element(undoBar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    close();
    await expect.poll(sentActions).toHaveLength(2);
    await openPage();
    await keys('a');
    await expect.element(undoBar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    const releaseAction = hold('performOperatorAction');
    answer('logOut');
    await page.getByRole('button', { name: 'Abrir menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect.poll(sentActions).toHaveLength(3);
    expect(callsOf('logOut')).toEqual([]);
    releaseAction();
    await expect.poll(() => callsOf('logOut')).toHaveLength(1);
  });

  it('[undo-asks] shows the dialog for a colleague’s registration, and after a refused action', async () => {
    const paula = { id: '0198a000-0000-7000-8000-00000000000a', firstName: 'Paula', lastName: 'Reis' };
    const assignment = { assignedOperatorId: paula.id, assignedOperator: paula };
    const colleaguesRegistration = { ...firstRegistration, ...assignment };
    answer('getStaffRegistration', colleaguesRegistration);
    answer('listQueue', pageOf([colleaguesRegistration, secondRegistration], 10));
    await openPage();
    await keys('a');
    await expect.element(dialog.getByText(/^Este registro é de Paula Reis\./)).toBeVisible();
    answer('getStaffRegistration', firstRegistration);
    answer('listQueue', pageOf([firstRegistration, secondRegistration], 10));
    refuse('performOperatorAction', 'conflict', { message: 'Já mudou.' });
    await openPage();
    await keys('a');
    await expect.element(undoBar.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    const readsBefore = callsOf('getStaffRegistration').length;
    await keys('a');
    await expect.element(dialog.getByText('Já mudou.')).toBeVisible();
    expect(sentRequests()).toHaveLength(1);
    // The registration is read once after the failure, and once when all queries are refetched.
    await expect.poll(() => callsOf('getStaffRegistration').length).toBe(readsBefore + 2);
    close();
  });
});
