import { facts, on, type Subscription } from '@g2/kit/events';
import type { Clock } from '@g2/kit/ids';
import type { Database } from './store.ts';
import { dropAssignments } from './store-assignments.ts';
import { flagPayment, settlePayment } from './store-payments.ts';

export const subscriptions = ({ db, clock }: { db: Database; clock: Clock }): Subscription[] => [
  on(facts.paymentCaptured, (data, delivery) =>
    settlePayment(db, delivery, data.registrationId, data, clock()),
  ),
  on(facts.paymentFlagChanged, ({ paymentId, registrationId, flag }, delivery) =>
    flagPayment(db, delivery, { paymentId, registrationId, flag: flag || null }),
  ),
  on(facts.userChanged, async ({ userId, role, isActive, isDeleted }, delivery) => {
    const isStaff = isActive && !isDeleted && (role === 'operator' || role === 'admin');
    if (!isStaff) await dropAssignments(db, delivery, userId);
  }),
];
