import { on, type Subscription } from '@g2/kit/events';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { facts } from '@g2/proto/facts';
import type { Identity } from './identity.ts';
import type { Database } from './store.ts';
import { noteAccount } from './store-accounts.ts';
import { flagPayment } from './store-payments.ts';

type Deps = { db: Database; identity: Identity; clock: Clock; log: Logger; wakeAccounts: () => void };

/** The version an account begins with: a sign-up, which changes nothing here. */
const SIGNED_UP = 1;

export const subscriptions = ({ db, identity, clock, log, wakeAccounts }: Deps): Subscription[] => [
  on(facts.paymentFlagChanged, ({ paymentId, registrationId, flag }, delivery) =>
    flagPayment(db, delivery, { paymentId, registrationId, flag: flag || null }),
  ),
  on(facts.userChanged, async ({ userId, role, isActive, isDeleted }, delivery) => {
    if (delivery.version === SIGNED_UP) return;
    // No event alone destroys anything.
    if (isDeleted && !(await identity.isGone(userId))) {
      log.error({ userId, eventId: delivery.eventId }, 'an account said to be deleted is there: no effect');
      return;
    }
    const isStaff = isActive && !isDeleted && (role === 'operator' || role === 'admin');
    await noteAccount(db, delivery, { userId, isStaff, isGone: isDeleted }, clock());
    wakeAccounts();
  }),
];
