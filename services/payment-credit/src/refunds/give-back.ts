import type { Deps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decision } from '../domain/decision.ts';
import type { Refund } from '../domain/intent.ts';
import { isStuck, type RegistrationPayment } from '../payments/domain/registration-payment.ts';
import { lockPayment, savePayment } from '../payments/store.ts';
import { scheduleContext } from '../schedule.ts';
import { applyPaymentRefunds } from './chargebacks.ts';
import { markGivenBack, refundKey } from './domain/chargeback.ts';

/** Refunds a refused payment. The key changes only after a failed refund, so a retry never refunds twice. */
export async function giveBack(deps: Deps, payment: RegistrationPayment): Promise<void> {
  const intentId = payment.stripePaymentIntentId;
  if (!intentId) return;
  const refunds = await deps.provider.refundsOf(intentId);
  const known = await applyRefundsLocked(deps, payment.id, intentId, refunds);
  if (known?.payment.status !== 'giving_back' || isStuck(known.payment)) return;
  // After a refund that has just failed, the retry waits for its back-off.
  if (known.missing <= 0 || known.payment.refundAttempt !== payment.refundAttempt) return;
  const made = await deps.provider.refund(intentId, refundKey(known.payment));
  if (made === 'disputed') await markDisputedReturn(deps, payment.id);
  else if (made) await applyRefundsLocked(deps, payment.id, intentId, [made]);
}

const applyRefundsLocked = (deps: Deps, paymentId: string, intentId: string, refunds: readonly Refund[]) =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, paymentId);
    return row && applyPaymentRefunds(deps, tx, row, intentId, refunds);
  });

/** Ends the return of a payment when a dispute took its money, and alerts admins. */
const markDisputedReturn = (deps: Deps, paymentId: string): Promise<void> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, paymentId);
    if (!row) return;
    const alert = alertFact(row, {
      kind: 'refund-failed',
      text: 'Uma devolução não foi possível no Stripe: o valor está em contestação.',
      nextAction: 'Confira a contestação no Stripe; o banco já levou o valor.',
    });
    const { next } = markGivenBack(row);
    await savePayment(tx, row, decision(next, [alert]), scheduleContext(deps));
  });
