import { eraseTexts } from '@g2/kit/event-texts';
import { type Delivery, type Subscription, subscribeTo } from '@g2/kit/events';
import { isUuid, newId } from '@g2/kit/ids';
import { claimDelivery } from '@g2/kit/inbox';
import { facts } from '@g2/proto/facts';
import { AppError } from '@g2/terms/errors';
import type { Deps } from './deps.ts';
import { forgetPayers } from './payers/store.ts';
import { contradiction, recordManual, supersede } from './payments/domain/registration-payment.ts';
import { settlePayment } from './payments/settling.ts';
import {
  findLivePayment,
  findPayment,
  followPayment,
  forgetTitle,
  insertPayment,
  lockLivePayment,
  savePayment,
} from './payments/store.ts';
import { whenOf } from './schedule.ts';
import { tellAdmins } from './store.ts';

/**
 * What the registration tells. No event moves money: each is a reason to ask the registration, by rpc, and what it
 * answers has the effect. Each handler may run twice, late, and in any order.
 */
export const subscriptions = (deps: Deps): Subscription[] => [
  subscribeTo(facts.registrationPaid, async ({ registrationId, paymentId, manual }, delivery) => {
    if (paymentId) await hearPaid(deps, paymentId, delivery);
    else if (manual && isUuid(registrationId)) await takeManual(deps, registrationId, delivery);
  }),
  subscribeTo(facts.registrationDeleted, async ({ registrationId }, delivery) => {
    if (!isUuid(registrationId)) return;
    // Before what notes that it was done: both may be done again.
    await deps.db.tx((tx) => forgetTitle(tx, registrationId));
    await endOpen(deps, registrationId, 'Registro excluído', delivery);
  }),
  subscribeTo(facts.userChanged, async ({ userId, isDeleted }, delivery) => {
    // What goes is only asked for again, should the account be there after all.
    if (!isDeleted || !isUuid(userId)) return;
    await deps.db.tx(async (tx) => {
      if (!(await claimDelivery(tx, delivery))) return;
      await forgetPayers(tx, userId);
      await eraseTexts(tx, 'userId', [userId]);
    });
  }),
];

/** Our row is committed before anybody hears of it: a payment not found will never be. */
async function hearPaid(deps: Deps, paymentId: string, delivery: Delivery): Promise<void> {
  const found = await findPayment(deps.db, paymentId);
  const payment = found?.status === 'captured' ? await settlePayment(deps, found) : found;
  await deps.db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery)) || payment?.status === 'settled') return;
    if (payment) {
      await savePayment(tx, payment, contradiction(payment, 'aceito'), whenOf(deps));
      return;
    }
    const text = `O registro falou de um pagamento desconhecido: ${paymentId}.`;
    await tellAdmins(tx, { kind: 'payment-unknown', text });
  });
}

/** An admin set it paid by hand, if the registration says so: that is the payment now, and an open attempt ends. */
async function takeManual(deps: Deps, registrationId: string, delivery: Delivery): Promise<void> {
  const said = await deps.peers.manualPayment(registrationId);
  if (!said.paid) {
    deps.log.error({ registrationId }, 'told of a payment by hand that the registration does not know');
    await deps.db.tx((tx) => claimDelivery(tx, delivery));
    return;
  }
  await endOpen(deps, registrationId, 'Registro marcado como pago pela administração', delivery, {
    userId: said.userId,
    title: said.title,
    amount: said.amountCents,
  });
}

/** Ends an open attempt, and records what was paid by hand; the registration decides of money captured meanwhile. */
async function endOpen(
  deps: Deps,
  registrationId: string,
  reason: string,
  delivery: Delivery,
  byHand?: { userId: string; title: string; amount: number },
): Promise<void> {
  const found = await findLivePayment(deps.db, registrationId);
  if (found?.status === 'captured') await settlePayment(deps, found);
  await deps.db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    const when = whenOf(deps);
    const live = await lockLivePayment(tx, registrationId);
    // Captured this very moment: look again.
    if (live?.status === 'captured') throw new AppError('unavailable');
    if (live) await savePayment(tx, live, supersede(live, reason), when);
    if (!byHand || live?.status === 'settled') return;
    const manual = recordManual({ id: newId(), registrationId, ...byHand }, when.now);
    // So is an attempt that began.
    if (!(await insertPayment(tx, manual.next, deps.waits))) throw new AppError('unavailable');
    await followPayment(tx, manual, when.now);
  });
  deps.wakeReconciler();
}
