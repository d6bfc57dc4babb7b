import { type Subscription, subscribeTo } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Deps } from './deps.ts';
import { fromClosureMessage } from './present.ts';
import { recordAccountChange } from './store/accounts.ts';
import { saveContents } from './store/file-contents.ts';
import { handlePaymentFlag } from './store/payments.ts';
import { recordRevocation } from './store/versions.ts';

/** Version of an account at sign-up. A sign-up needs no processing here. */
const SIGNED_UP = 1;

export const subscriptions = ({ db, peers, clock, log, wakeAccounts }: Deps): Subscription[] => [
  subscribeTo(
    facts.paymentFlagChanged,
    ({ paymentId, registrationId, flag, closure, refundFailed }, delivery) =>
      handlePaymentFlag(db, delivery, {
        paymentId,
        registrationId,
        flag: flag || null,
        closure: fromClosureMessage(closure),
        refundFailed,
        version: delivery.version,
        toldAt: delivery.time,
      }),
  ),
  subscribeTo(facts.certificateRevoked, async ({ registrationId, superseded }, delivery) => {
    // The revocation of a superseded certificate does not affect the current one.
    if (!superseded) await recordRevocation(db, delivery, registrationId);
  }),
  subscribeTo(facts.fileInspected, ({ registrationId, objectKey, problem, ...found }, delivery) => {
    const { files, bytes, languages, warnings, root } = found;
    const contents = { files, bytes, languages, warnings, root };
    return saveContents(db, delivery, {
      registrationId,
      objectKey,
      found: { contents: problem ? null : contents, problem: problem || null },
    });
  }),
  subscribeTo(facts.userChanged, async ({ userId, role, isActive, isDeleted }, delivery) => {
    if (delivery.version === SIGNED_UP) return;
    // An event alone deletes nothing: identity must confirm that the account is gone.
    if (isDeleted && !(await peers.isGone(userId))) {
      log.error({ userId, eventId: delivery.eventId }, 'an account said to be deleted is there: no effect');
      return;
    }
    const isStaff = isActive && !isDeleted && (role === 'operator' || role === 'admin');
    await recordAccountChange(db, delivery, { userId, isStaff, isGone: isDeleted }, clock());
    wakeAccounts();
  }),
];
