import { newId } from '@g2/kit/ids';
import { civilDay } from '@g2/terms/civil-days';
import type { ProviderMethod } from '@g2/terms/payments';
import { FEE_CENTS } from '@g2/terms/prices';
import { lockAccount, postEntry } from '../../../services/payment-credit/src/ledger/store.ts';
import {
  applyIntent,
  captureCredits,
  isByBoleto,
  markRefused,
  openProviderPayment,
  type RegistrationPayment,
  recordManual,
  settlePaymentState,
  supersedeAttempt,
} from '../../../services/payment-credit/src/payments/domain/registration-payment.ts';
import { recordReturn } from '../../../services/payment-credit/src/payments/domain/transfer.ts';
import {
  emitDecision,
  findLivePayment,
  insertPayment,
  lockLivePayment,
  lockPayment,
  savePayment,
} from '../../../services/payment-credit/src/payments/store.ts';
import { insertTransfer } from '../../../services/payment-credit/src/payments/store-transfers.ts';
import { isPaidManually } from '../../../services/registration/src/domain/payments.ts';
import type { Registration } from '../../../services/registration/src/domain/registration.ts';
import { changeStatus } from '../../../services/registration/src/domain/status-machine.ts';
import { takePayment } from '../../../services/registration/src/store/payments.ts';
import { pick, type RandomAct, step } from './acts-registration.ts';
import { type Lane, RECONCILE_WAITS } from './world.ts';

export const succeeded = (id: string, cents: number, status = 'succeeded') => ({
  id,
  status,
  amount: cents,
  amountReceived: cents,
  currency: 'brl',
  livemode: false,
  metadata: {},
  decline: null,
});

const isPayable = (one: Registration) =>
  one.status === 'submitted' && one.file !== null && one.paymentPaidAt === null;

const attempt = (one: Registration) => ({
  id: newId(),
  registrationId: one.id,
  userId: one.userId,
  amount: FEE_CENTS,
  title: 'Programa',
});

const opened =
  (method: ProviderMethod): RandomAct =>
  async (lane, now) => {
    const state = pick(lane, isPayable);
    if (!state || (await findLivePayment(lane.payments, state.id))) return false;
    const payment = openProviderPayment(attempt(state), now, method);
    await lane.payments.tx((tx) => insertPayment(tx, payment, RECONCILE_WAITS));
    lane.open.push({ paymentId: payment.id, registrationId: state.id, intentId: `pi_${payment.id}` });
    return true;
  };

/** Lets the registration accept or refuse a captured payment, as the service does, and applies the decision. */
async function decide(lane: Lane, paymentId: string, now: Date): Promise<RegistrationPayment> {
  const { payments, registrations, known } = lane;
  const row = await payments.tx((tx) => lockPayment(tx, paymentId));
  if (row?.status !== 'captured') throw new Error('nothing was captured');
  const { registrationId, userId, amount } = row;
  const said = await takePayment(
    registrations,
    registrationId,
    { paymentId, userId, amountCents: amount },
    now,
  );
  if (known.has(registrationId)) {
    await step(lane, registrationId, (found) => {
      if (!found) throw new Error('it is gone');
      return { next: found, facts: [] };
    });
  }
  const result = said.taken ? settlePaymentState(row, said.title, now) : markRefused(row, said.reason);
  return payments.tx((tx) => savePayment(tx, row, result, { now, waits: RECONCILE_WAITS }));
}

/** Stripe captures an open payment attempt or one that was given up. */
const paid: RandomAct = async (lane, now) => {
  const open = lane.dice.of(lane.open);
  if (!open) return false;
  lane.open = lane.open.filter((one) => one !== open);
  const captured = await lane.payments.tx(async (tx) => {
    const payment = await lockPayment(tx, open.paymentId);
    if (!payment) throw new Error('it is gone');
    const change = applyIntent(payment, succeeded(open.intentId, payment.amount), now);
    return savePayment(tx, payment, change, { now, waits: RECONCILE_WAITS });
  });
  // Stripe does not refund a boleto, and a boleto has no dispute.
  if (isByBoleto(captured)) lane.boletos.push(captured.id);
  else lane.paid.push({ intentId: open.intentId, cents: captured.amount });
  if (captured.status === 'captured') await decide(lane, captured.id, now);
  return true;
};

const givenUp: RandomAct = async (lane, now) => {
  const open = lane.dice.of(lane.open);
  if (!open) return false;
  return lane.payments.tx(async (tx) => {
    const payment = await lockPayment(tx, open.paymentId);
    if (payment?.status !== 'open') return false;
    await savePayment(tx, payment, supersedeAttempt(payment, 'Desistência'), { now, waits: RECONCILE_WAITS });
    return true;
  });
};

/** An admin returns a late boleto payment by bank transfer, some days after its capture. */
const transferred: RandomAct = async (lane, now) => {
  const id = lane.dice.of(lane.boletos);
  if (!id) return false;
  return lane.payments.tx(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.status !== 'giving_back' || !payment.capturedAt) return false;
    const days = [payment.capturedAt, now].map(civilDay);
    const request = {
      amount: payment.amount,
      transferredOn: lane.dice.of(days) ?? '',
      reference: 'E1',
      note: '',
    };
    const change = recordReturn(payment, request, lane.admin.id, now);
    await insertTransfer(tx, change.transfer);
    await savePayment(tx, payment, change, { now, waits: RECONCILE_WAITS });
    return true;
  });
};

const paidWithCredits: RandomAct = async (lane, now) => {
  const state = pick(lane, isPayable);
  if (!state || (await findLivePayment(lane.payments, state.id))) return false;
  const made = captureCredits(attempt(state), now);
  const isPaid = await lane.payments.tx(async (tx) => {
    const { balance, owed } = await lockAccount(tx, state.userId);
    if (owed > 0 || balance < made.next.amount) return false;
    await insertPayment(tx, made.next, RECONCILE_WAITS);
    await emitDecision(tx, made, now);
    return true;
  });
  // Some registrations are marked paid before they receive the payment, so the credits are returned.
  if (isPaid && lane.dice.oneIn(6)) await setPaid(lane, state.id, now);
  if (isPaid) await decide(lane, made.next.id, now);
  return isPaid;
};

const setPaid = (lane: Lane, id: string, now: Date) =>
  step(lane, id, (found) => changeStatus(found, lane.admin, { status: 'paid' }, now));

const paidByHand: RandomAct = async (lane, now) => {
  const state = pick(lane, isPayable);
  if (!state) return false;
  await setPaid(lane, state.id, now);
  const set = lane.known.get(state.id);
  if (!set || !isPaidManually(set)) return false;
  await lane.payments.tx(async (tx) => {
    const live = await lockLivePayment(tx, state.id);
    if (live)
      await savePayment(tx, live, supersedeAttempt(live, 'Pago à mão'), { now, waits: RECONCILE_WAITS });
    const manual = recordManual(attempt(state), now);
    await insertPayment(tx, manual.next, RECONCILE_WAITS);
    await emitDecision(tx, manual, now);
  });
  return true;
};

const adjusted: RandomAct = async (lane, now) => {
  const userId = lane.dice.of(lane.owners) ?? '';
  const delta = lane.dice.oneIn(4) ? -1 - lane.dice.below(50_000) : 1 + lane.dice.below(FEE_CENTS * 2);
  const by = { createdBy: lane.admin.id, reason: 'Cortesia', referenceType: null, referenceId: null };
  return lane.payments.tx(async (tx) => {
    const { balance } = await lockAccount(tx, userId);
    if (balance + delta < 0) return false;
    await postEntry(tx, { ...by, userId, delta }, now);
    return true;
  });
};

export const paymentActs: readonly (readonly [weight: number, act: RandomAct])[] = [
  [9, opened('card')],
  [4, opened('boleto')],
  [9, paid],
  [3, givenUp],
  [2, transferred],
  [8, paidWithCredits],
  [3, paidByHand],
  [4, adjusted],
];
