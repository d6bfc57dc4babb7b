import { type Delivery, type Subscription, subscribeTo } from '@g2/kit/events';
import { CodecError } from '@g2/kit/failure-class';
import { isUuid } from '@g2/kit/ids';
import { claimDelivery } from '@g2/kit/inbox';
import { type EventType, facts } from '@g2/proto/facts';
import type { Deps } from './deps.ts';
import { noticesOf } from './domain/assignment-notices.ts';
import type { Mail } from './domain/mails/mails.ts';
import {
  boletoIssued,
  paymentReturned,
  purchaseReceipt,
  registrationReceipt,
} from './domain/mails/receipts.ts';
import { closureNotice, refundNotice, returnNotice } from './domain/mails/refunds.ts';
import {
  certificateReady,
  certificateRevoked,
  newStaffMessage,
  paymentReminder,
  statusChanged,
  unpaidFileExpiring,
} from './domain/mails/registrations.ts';
import { adminAlert, newClientMessage, objectDamaged } from './domain/mails/staff.ts';
import { clearAssignments, recordAssignment } from './store/assignment-notices.ts';
import { recordReported } from './store/audit.ts';
import {
  activeAdmins,
  lockExistingAccounts,
  nameOfUser,
  operatorsFor,
  queueMail,
  type Recipient,
  recipientOfUser,
} from './store/mails.ts';
import type { Tx } from './store.ts';

/** Older events cause no mail. */
const MAX_EVENT_AGE_MS = 24 * 3_600_000;

type Needs = Pick<Deps, 'config' | 'db' | 'clock' | 'triggerMailer'>;

/** Queues the mails of api-rules R10, once per event. */
export const subscriptions = (deps: Needs): Subscription[] => {
  const { PUBLIC_URL: url } = deps.config;
  // 'new': events from before the subscription are not delivered, so they cause no mail.
  const mailOn = <T>(
    kind: EventType<T>,
    handle: (data: T, delivery: Delivery) => Promise<void>,
    needsTexts: Subscription['needsTexts'] = 'must',
  ): Subscription => ({ ...subscribeTo(kind, handle, 'new'), needsTexts });
  const toUser = (userId: string, delivery: Delivery, write: (firstName: string) => Mail) =>
    mailOnce(deps, delivery, write, (tx) => recipientOfUser(tx, userId));
  /** Mails the user of each event of this kind. */
  const mailUserOn = <T extends { userId: string }>(
    kind: EventType<T>,
    write: (firstName: string, data: T, publicUrl: string, delivery: Delivery) => Mail,
  ) =>
    mailOn(kind, (data, delivery) =>
      toUser(data.userId, delivery, (name) => write(name, data, url, delivery)),
    );

  return [
    mailOn(facts.statusChanged, async (data, delivery) => {
      // An event without a former status is the creation of a registration, which needs no mail to its author.
      if (!data.fromStatus) return;
      // Receipts and certificates have separate mails.
      if (data.receiptFollows || data.toStatus === 'certificate_issued') return;
      await toUser(data.userId, delivery, (name) => statusChanged(name, data, url));
    }),
    mailUserOn(facts.paymentSettled, (name, data, _url, { time: paidAt }) =>
      registrationReceipt(name, { ...data, paidAt }, url),
    ),
    mailOn(facts.boletoIssued, async (data, delivery) => {
      const { expiresAt } = data;
      if (!expiresAt) throw new CodecError('payment.boleto_issued without its date');
      await toUser(data.userId, delivery, (name) => boletoIssued(name, { ...data, expiresAt }, url));
    }),
    mailUserOn(facts.paymentGivenBack, paymentReturned),
    mailUserOn(facts.purchaseCompleted, (name, data, _url, { time: paidAt }) =>
      purchaseReceipt(name, { ...data, paidAt }, url),
    ),
    mailUserOn(facts.certificateIssued, certificateReady),
    mailUserOn(facts.certificateRevoked, certificateRevoked),
    mailUserOn(facts.paymentReminder, paymentReminder),
    mailUserOn(facts.messageWaiting, newStaffMessage),
    mailOn(facts.staffMessageWaiting, (data, delivery) =>
      mailOnce(
        deps,
        delivery,
        (name) => newClientMessage(name, data, url),
        (tx) => operatorsFor(tx, data.operatorId),
        data.userId,
      ),
    ),
    mailOn(facts.unpaidFileExpiring, async (data, delivery) => {
      const { expiresAt } = data;
      if (!expiresAt) throw new CodecError('registration.unpaid_file_expiring without its date');
      await toUser(data.userId, delivery, (name) => unpaidFileExpiring(name, { ...data, expiresAt }, url));
    }),
    // Collects assignment changes for a digest mail.
    mailOn(facts.assignmentChanged, (data, delivery) =>
      deps.db.tx(async (tx) => {
        if (!(await claimDelivery(tx, delivery))) return;
        for (const notice of noticesOf(data, delivery.eventId, !isTooOld(deps, delivery)))
          if (isUuid(notice.operatorId)) await recordAssignment(tx, notice, deps.clock());
      }),
    ),
    mailOn(facts.assignmentsDropped, ({ operatorId, registrationIds }, delivery) =>
      deps.db.tx(async (tx) => {
        if (await claimDelivery(tx, delivery))
          await clearAssignments(tx, operatorId, registrationIds, delivery.eventId);
      }),
    ),
    mailUserOn(facts.paymentToReturn, returnNotice),
    mailUserOn(facts.paymentRefunded, refundNotice),
    mailUserOn(facts.closureChanged, closureNotice),
    // 'may': the alert is sent even if the texts of the event were erased.
    mailOn(
      facts.paymentAlert,
      async (data, delivery) => {
        const client = data.userId ? await nameOfUser(deps.db, data.userId) : null;
        const write = (name: string) => adminAlert(name, { ...data, client }, url);
        await mailOnce(deps, delivery, write, activeAdmins, data.userId);
      },
      'may',
    ),
    mailOn(facts.objectDamaged, (data, delivery) =>
      mailOnce(deps, delivery, (name) => objectDamaged(name, data, url), activeAdmins),
    ),
    // Subscribes from the beginning of the event stream: the audit trail must be complete.
    ...[facts.registrationAct, facts.paymentAct, facts.certificateAct].map((kind) =>
      subscribeTo(kind, (act, delivery) => recordReported(deps.db, act, delivery)),
    ),
  ];
};

const isTooOld = ({ clock }: Needs, { time }: Delivery): boolean =>
  clock().getTime() - time.getTime() > MAX_EVENT_AGE_MS;

/** Queues a mail per recipient, once per event. @param about account in the mail, if it is not the recipient */
async function mailOnce(
  deps: Needs,
  delivery: Delivery,
  write: (firstName: string) => Mail,
  recipients: (tx: Tx) => Promise<Recipient[]>,
  about?: string,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    if (isTooOld(deps, delivery)) return;
    const accounts = about ? await lockExistingAccounts(tx, [about]) : [];
    for (const person of await recipients(tx)) {
      const key = `${delivery.eventId}:${person.id}`;
      await queueMail(tx, person, key, write(person.firstName), deps.clock(), accounts);
    }
  });
  deps.triggerMailer();
}
