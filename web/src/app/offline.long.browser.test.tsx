import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { advanceClock } from '../testing/clock.ts';
import { anIntent, payer } from '../testing/payments.ts';
import {
  anEvidence,
  aPayableRegistration,
  aRegistration,
  aStaffRegistration,
  aUser,
  pageOf,
  queueStatsOf,
  registrationStatsOf,
} from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { article, dialog, press, toast } from '../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold } from '../testing/server.ts';

type Command = 'performOperatorAction' | 'deleteRegistration' | 'payWithCredits';

const expectInToast = (text: string | RegExp) => expect.element(toast.getByText(text)).toBeVisible();
/** The browser reports that it is offline, and `command` gets no response. */
function goOffline(command: Command): void {
  failWithNetworkError(command);
  window.dispatchEvent(new Event('offline'));
}
/** The browser is back online. Waits for a reload, by which time any queued request would have been sent. */
async function goOnline(): Promise<void> {
  window.dispatchEvent(new Event('online'));
  await press('Abrir menu do usuário');
  await page.getByRole('menuitem', { name: 'Atualizar Permissões' }).click();
  await expectInToast('Permissões atualizadas');
}

describe('an approval', () => {
  const record = aStaffRegistration({
    title: 'Sem rede',
    status: 'paid',
    paymentPaidAt: '2026-11-13T15:00:00.000Z',
    allowedActions: ['approve', 'add_notes'],
  });
  const row = page.getByRole('row').filter({ hasText: 'Sem rede' });
  const expectStatus = (status: string) =>
    expect.element(row.getByText(status, { exact: true })).toBeVisible();

  beforeEach(async () => {
    answer('getQueueStats', queueStatsOf({ total: 1, awaitingReview: 1 }));
    answer('listQueue', pageOf([record], 10));
    answer('listColleagues', pageOf([], 100));
    answer('getStaffRegistration', record);
    answer('listStaffHolders', pageOf([], 100));
    answer('getStaffHistory', pageOf([], 100));
    answer('getEvidence', anEvidence());
    open(`/operator?tab=paid&open=${record.id}`, aUser({ role: 'operator' }));
    await press(/^Aprovar/, page.getByRole('complementary'));
  });

  it('without network fails at once, restores the row and the text, and is never sent', async () => {
    const reason = dialog.getByLabelText('Motivo (opcional)');
    await reason.fill('Tudo confere.');
    goOffline('performOperatorAction');
    await press('Confirmar aprovação', dialog);
    await expectInToast('Erro ao executar ação');
    await expectInToast(/^Sem conexão/);
    await expectStatus('Pago');
    await expect.element(reason).toHaveValue('Tudo confere.');
    await press('Cancelar', dialog);
    await goOnline();
    expect(callsOf('performOperatorAction')).toHaveLength(1);
  });

  it('without a response fails after nine seconds and restores the row', async () => {
    hold('performOperatorAction');
    await press('Confirmar aprovação', dialog);
    await expectStatus('Em Análise');
    advanceClock(8_900);
    await expectStatus('Em Análise');
    advanceClock(200);
    await expectInToast('Erro ao executar ação');
    await expectStatus('Pago');
  });
});

describe('the dashboard without network', () => {
  beforeEach(() => {
    answer('getRegistrationStats', registrationStatsOf());
    answer('listHolders', pageOf([], 100));
    answer('listCreditTransactions', pageOf([]));
  });

  it('a deletion fails at once, keeps the card, and is not sent later', async () => {
    answer('listRegistrations', pageOf([aRegistration({ title: 'Fica aqui' })]));
    open('/dashboard');
    await press('Excluir registro', article('Fica aqui'));
    goOffline('deleteRegistration');
    await press('Confirmar exclusão', dialog);
    await expectInToast('Erro ao excluir registro');
    await expectInToast('Sem conexão com o servidor. Verifique sua internet e tente novamente.');
    await expect.element(article('Fica aqui')).toBeVisible();
    await goOnline();
    expect(callsOf('deleteRegistration')).toHaveLength(1);
  });

  it('a payment with credits fails at once, and a retry reuses the idempotency key', async () => {
    const waiting = aPayableRegistration();
    answer('listRegistrations', pageOf([waiting]));
    answer('getRegistration', waiting);
    answer('createPaymentIntent', anIntent());
    answer('getOpenPayment', { intent: null, payer });
    open('/dashboard', aUser({ credits: 349_900 }));
    await press('Pagar', page.getByRole('article'));
    await press(/^Pagar com créditos/, dialog);
    goOffline('payWithCredits');
    await press('Confirmar pagamento', dialog);
    await expectInToast('Erro no pagamento com créditos');
    await expectInToast('Não foi possível processar o pagamento com créditos.');
    window.dispatchEvent(new Event('online'));
    answer('payWithCredits', { creditsUsed: 349_900, balance: 0 });
    await press('Confirmar pagamento', dialog);
    await expectInToast('Pagamento realizado com sucesso!');
    const keys = callsOf('payWithCredits').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).not.toBeNull();
  });
});
