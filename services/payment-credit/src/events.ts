import { eraseTexts } from '@g2/kit/event-texts';
import { type Delivery, type Subscription, subscribeTo } from '@g2/kit/events';
import { isUuid, newId } from '@g2/kit/ids';
import { claimDelivery } from '@g2/kit/inbox';
import { facts } from '@g2/proto/facts';
import { AppError } from '@g2/terms/errors';
import type { Deps } from './deps.ts';
import { deletePayers } from './payers/store.ts';
import {
  alertContradiction,
  recordManual,
  supersedeAttempt,
} from './payments/domain/registration-payment.ts';
import { settlePayment } from './payments/settle-payment.ts';
import {
  emitDecision,
  eraseTitle,
  findLivePayment,
  findPayment,
  insertPayment,
  lockLivePayment,
  savePayment,
} from './payments/store.ts';
import { scheduleContext } from './schedule.ts';
import { emitAlert } from './store.ts';

/** No event alone moves money: handlers query registration by rpc. They are idempotent and order-independent. */
export const subscriptions = (deps: Deps): Subscription[] => [
  subscribeTo(facts.registrationPaid, async ({ registrationId, paymentId, manual }, delivery) => {
    // Runs before the inbox check of the handlers below; a redelivered event may repeat it safely.
    if (isUuid(registrationId)) await endAttemptsOfSameFile(deps, registrationId);
    if (paymentId) await handleRegistrationPaid(deps, paymentId, delivery);
    else if (manual && isUuid(registrationId)) await recordManualPayment(deps, registrationId, delivery);
  }),
  subscribeTo(facts.registrationDeleted, async ({ registrationId }, delivery) => {
    if (!isUuid(registrationId)) return;
    // Runs before the inbox check of `supersedeOpenAttempt`; a redelivered event may repeat it safely.
    await deps.db.tx((tx) => eraseTitle(tx, registrationId));
    await supersedeOpenAttempt(deps, registrationId, 'Registro excluído', delivery);
  }),
  subscribeTo(facts.userChanged, async ({ userId, isDeleted }, delivery) => {
    // Trusts the event without an rpc: if the account still exists, its owner can enter the payers again.
    if (!isDeleted || !isUuid(userId)) return;
    await deps.db.tx(async (tx) => {
      if (!(await claimDelivery(tx, delivery))) return;
      await deletePayers(tx, userId);
      await eraseTexts(tx, 'userId', [userId]);
    });
  }),
];

/** Ends the open attempts for other registrations of the file that was paid for, also at the provider. */
async function endAttemptsOfSameFile(deps: Deps, paidRegistrationId: string): Promise<void> {
  const ids = await deps.peers.fileTakenBy(paidRegistrationId);
  for (const id of ids) {
    await deps.db.tx(async (tx) => {
      const live = await lockLivePayment(tx, id);
      if (!live) return;
      const ended = supersedeAttempt(live, 'Arquivo pago em outro registro');
      await savePayment(tx, live, ended, scheduleContext(deps));
    });
  }
  if (ids.length > 0) deps.wakeReconciler();
}

/** Our row is committed before registration emits its event, so an unknown id stays unknown: admins are alerted. */
async function handleRegistrationPaid(deps: Deps, paymentId: string, delivery: Delivery): Promise<void> {
  const found = await findPayment(deps.db, paymentId);
  const payment = found?.status === 'captured' ? await settlePayment(deps, found) : found;
  await deps.db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery)) || payment?.status === 'settled') return;
    if (payment) {
      await savePayment(tx, payment, alertContradiction(payment, 'aceito'), scheduleContext(deps));
      return;
    }
    const text = `O registro falou de um pagamento desconhecido: ${paymentId}.`;
    await emitAlert(tx, { kind: 'payment-unknown', text });
  });
}

/** Records a payment that an admin entered by hand, if the registration service confirms it. */
async function recordManualPayment(deps: Deps, registrationId: string, delivery: Delivery): Promise<void> {
  const said = await deps.peers.manualPayment(registrationId);
  if (!said.paid) {
    deps.log.error({ registrationId }, 'a manual payment is unknown to the registration');
    await deps.db.tx((tx) => claimDelivery(tx, delivery));
    return;
  }
  await supersedeOpenAttempt(
    deps,
    registrationId,
    'Registro marcado como pago pela administração',
    delivery,
    {
      userId: said.userId,
      title: said.title,
      amount: said.amountCents,
    },
  );
}

/**
 * Ends the open attempt of a registration; with `manualDetails`, also records a payment by hand. The
 * registration first decides about captured money.
 */
async function supersedeOpenAttempt(
  deps: Deps,
  registrationId: string,
  reason: string,
  delivery: Delivery,
  manualDetails?: { userId: string; title: string; amount: number },
): Promise<void> {
  const found = await findLivePayment(deps.db, registrationId);
  if (found?.status === 'captured') await settlePayment(deps, found);
  await deps.db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    const when = scheduleContext(deps);
    const live = await lockLivePayment(tx, registrationId);
    // The attempt was captured after the read above. The error makes the bus redeliver the event.
    if (live?.status === 'captured') throw new AppError('unavailable');
    if (live) await savePayment(tx, live, supersedeAttempt(live, reason), when);
    if (!manualDetails || live?.status === 'settled') return;
    const manual = recordManual({ id: newId(), registrationId, ...manualDetails }, when.now);
    // A new attempt was opened meanwhile. The error makes the bus redeliver the event.
    if (!(await insertPayment(tx, manual.next, deps.waits))) throw new AppError('unavailable');
    await emitDecision(tx, manual, when.now);
  });
  deps.wakeReconciler();
}
