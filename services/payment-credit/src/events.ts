import { AppError } from '@g2/kit/errors';
import { facts, on, type Subscription } from '@g2/kit/events';
import { isUuid, newId } from '@g2/kit/ids';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import type { RegistrationPaid } from '@g2/proto/registration';
import type { Deps } from './deps.ts';
import type { Outcome } from './domain/outcome.ts';
import {
  type RegistrationPayment,
  recordManual,
  refuse,
  settle,
  supersede,
} from './domain/registration-payment.ts';
import { alertEvent, carryOutPayment, followPayment } from './effects.ts';
import type { Tx } from './store.ts';
import { insertPayment, lockLivePayment, lockPayment } from './store-payments.ts';

/** The registration's word on payments. Each handler may run twice, late, and in any order. */
export const subscriptions = (deps: Deps): Subscription[] => [
  on(facts.registrationPaid, async (data, delivery) => {
    await deps.db.tx(async (tx) => {
      if (!(await firstTime(tx, delivery))) return;
      if (data.paymentId) {
        const now = deps.clock();
        await decide(deps, tx, data.paymentId, (row) => settle(row, data.title, now));
      } else if (data.manual) {
        await takeManual(deps, tx, data);
      }
    });
    deps.wake();
  }),
  on(facts.paymentRefused, async (data, delivery) => {
    await deps.db.tx(async (tx) => {
      if (!(await firstTime(tx, delivery))) return;
      await decide(deps, tx, data.paymentId, (row) => refuse(row, data.reason, deps.clock()));
    });
    deps.wake();
  }),
  on(facts.registrationDeleted, async (data, delivery) => {
    await deps.db.tx(async (tx) => {
      if (!(await firstTime(tx, delivery)) || !isUuid(data.registrationId)) return;
      const now = deps.clock();
      const live = await lockLivePayment(tx, data.registrationId);
      if (live) await carryOutPayment(tx, live, supersede(live, 'Registro excluído', now), now);
    });
    deps.wake();
  }),
];

/** Our row is committed before anybody hears of it: a payment not found will never be. */
async function decide(
  deps: Deps,
  tx: Tx,
  paymentId: string,
  what: (row: RegistrationPayment) => Outcome<RegistrationPayment>,
): Promise<void> {
  const row = await lockPayment(tx, paymentId);
  if (row) {
    await carryOutPayment(tx, row, what(row), deps.clock());
    return;
  }
  const text = `O registro falou de um pagamento desconhecido: ${paymentId}.`;
  await emit(tx, [alertEvent({ kind: 'payment-unknown', text })]);
}

/** An admin set it paid by hand: that is the payment now; an open attempt ends, captured money returns. */
async function takeManual(deps: Deps, tx: Tx, data: RegistrationPaid): Promise<void> {
  const { registrationId, userId, title, amountCents: amount } = data;
  const now = deps.clock();
  const live = await lockLivePayment(tx, registrationId);
  if (live?.status === 'settled') return;
  if (live) {
    const reason = 'Registro marcado como pago pela administração';
    await carryOutPayment(tx, live, supersede(live, reason, now), now);
  }
  const manual = recordManual({ id: newId(), registrationId, userId, title, amount }, now);
  // An attempt that began this very moment: look again.
  if (!(await insertPayment(tx, manual.next))) throw new AppError('unavailable');
  await followPayment(tx, manual, now);
}
