import { type Delivery, on, type Subscription } from '@g2/kit/events';
import { CodecError } from '@g2/kit/failure';
import { isUuid } from '@g2/kit/ids';
import { firstTime } from '@g2/kit/inbox';
import { type EventType, facts } from '@g2/proto/facts';
import type { AssignmentChanged } from '@g2/proto/registration';
import type { Deps } from './deps.ts';
import { wordsOf } from './domain/assigned.ts';
import type { Mail } from './domain/mails.ts';
import {
  boletoGivenBack,
  boletoIssued,
  purchaseReceipt,
  registrationReceipt,
} from './domain/mails-receipts.ts';
import { closureNotice, refundNotice, returnNotice } from './domain/mails-refunds.ts';
import {
  certificateReady,
  certificateRevoked,
  messageWaiting,
  paymentReminder,
  statusChanged,
  unpaidFileExpiring,
} from './domain/mails-registrations.ts';
import { adminAlert, clientWrote, objectDamaged } from './domain/mails-staff.ts';
import type { Tx } from './store.ts';
import { keepTold } from './store-audit.ts';
import {
  activeAdmins,
  heldAccounts,
  nameOfUser,
  queueMail,
  type Recipient,
  recipient,
  responsible,
} from './store-mails.ts';
import { forgetAssignments, noteAssignment } from './store-notices.ts';

/** Older facts cause no mail. */
const NEWS_MS = 24 * 3_600_000;

type Needs = Pick<Deps, 'config' | 'db' | 'clock' | 'wakeMailer'>;

/** Queues the mails of api-rules R10, once per event. */
export const subscriptions = (deps: Needs): Subscription[] => {
  const { PUBLIC_URL: url } = deps.config;
  // 'new': no mails about events from before the subscription.
  const tell = <T>(
    kind: EventType<T>,
    handle: (data: T, delivery: Delivery) => Promise<void>,
    needsTexts: Subscription['needsTexts'] = 'must',
  ): Subscription => ({ ...on(kind, handle, 'new'), needsTexts });
  const toUser = (userId: string, delivery: Delivery, write: (firstName: string) => Mail) =>
    mailOnce(deps, delivery, write, (tx) => recipient(tx, userId));

  return [
    tell(facts.statusChanged, async (data, delivery) => {
      // No former status: the creation, which its author has seen.
      if (!data.fromStatus) return;
      // The receipt and the certificate have mails of their own.
      if (data.receiptFollows || data.toStatus === 'certificate_issued') return;
      await toUser(data.userId, delivery, (name) => statusChanged(name, data, url));
    }),
    tell(facts.paymentSettled, (data, delivery) =>
      toUser(data.userId, delivery, (name) =>
        registrationReceipt(name, { ...data, paidAt: delivery.time }, url),
      ),
    ),
    tell(facts.boletoIssued, async (data, delivery) => {
      const { expiresAt } = data;
      if (!expiresAt) throw new CodecError('payment.boleto_issued without its date');
      await toUser(data.userId, delivery, (name) => boletoIssued(name, { ...data, expiresAt }, url));
    }),
    tell(facts.paymentGivenBack, (data, delivery) =>
      toUser(data.userId, delivery, (name) => boletoGivenBack(name, data, url)),
    ),
    tell(facts.purchaseCompleted, (data, delivery) =>
      toUser(data.userId, delivery, (name) => purchaseReceipt(name, { ...data, paidAt: delivery.time }, url)),
    ),
    tell(facts.certificateIssued, (data, delivery) =>
      toUser(data.userId, delivery, (name) => certificateReady(name, data, url)),
    ),
    tell(facts.certificateRevoked, (data, delivery) =>
      toUser(data.userId, delivery, (name) => certificateRevoked(name, data, url)),
    ),
    tell(facts.paymentReminder, (data, delivery) =>
      toUser(data.userId, delivery, (name) => paymentReminder(name, data, url)),
    ),
    tell(facts.messageWaiting, (data, delivery) =>
      toUser(data.userId, delivery, (name) => messageWaiting(name, data, url)),
    ),
    tell(facts.staffMessageWaiting, (data, delivery) =>
      mailOnce(
        deps,
        delivery,
        (name) => clientWrote(name, data, url),
        (tx) => responsible(tx, data.operatorId),
        data.userId,
      ),
    ),
    tell(facts.unpaidFileExpiring, async (data, delivery) => {
      const { expiresAt } = data;
      if (!expiresAt) throw new CodecError('registration.unpaid_file_expiring without its date');
      await toUser(data.userId, delivery, (name) => unpaidFileExpiring(name, { ...data, expiresAt }, url));
    }),
    tell(facts.assignmentChanged, (data, delivery) => noteChange(deps, data, delivery)),
    tell(facts.assignmentsDropped, ({ operatorId, registrationIds }, delivery) =>
      deps.db.tx(async (tx) => {
        if (await firstTime(tx, delivery))
          await forgetAssignments(tx, operatorId, registrationIds, delivery.eventId);
      }),
    ),
    tell(facts.paymentToReturn, (data, delivery) =>
      toUser(data.userId, delivery, (name) => returnNotice(name, data, url)),
    ),
    tell(facts.paymentRefunded, (data, delivery) =>
      toUser(data.userId, delivery, (name) => refundNotice(name, data, url)),
    ),
    tell(facts.closureChanged, (data, delivery) =>
      toUser(data.userId, delivery, (name) => closureNotice(name, data, url)),
    ),
    // Sent even if the event's texts were erased.
    tell(
      facts.paymentAlert,
      async (data, delivery) => {
        const client = data.userId ? await nameOfUser(deps.db, data.userId) : null;
        const write = (name: string) => adminAlert(name, { ...data, client }, url);
        await mailOnce(deps, delivery, write, activeAdmins, data.userId);
      },
      'may',
    ),
    tell(facts.objectDamaged, (data, delivery) =>
      mailOnce(deps, delivery, (name) => objectDamaged(name, data, url), activeAdmins),
    ),
    // From the beginning of the stream: the audit trail must be complete.
    ...[facts.registrationAct, facts.paymentAct, facts.certificateAct].map((kind) =>
      on(kind, (act, delivery) => keepTold(deps.db, act, delivery)),
    ),
  ];
};

const isOld = ({ clock }: Needs, { time }: Delivery): boolean => clock().getTime() - time.getTime() > NEWS_MS;

/** Gathers assignment changes for a digest. */
async function noteChange(deps: Needs, data: AssignmentChanged, delivery: Delivery): Promise<void> {
  await deps.db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    for (const word of wordsOf(data, delivery.eventId, !isOld(deps, delivery)))
      if (isUuid(word.operatorId)) await noteAssignment(tx, word, deps.clock());
  });
}

/** @param about account that the mail's text is about, if not the recipient */
async function mailOnce(
  deps: Needs,
  delivery: Delivery,
  write: (firstName: string) => Mail,
  recipients: (tx: Tx) => Promise<Recipient[]>,
  about?: string,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    if (isOld(deps, delivery)) return;
    const accounts = about ? await heldAccounts(tx, [about]) : [];
    for (const person of await recipients(tx)) {
      const key = `${delivery.eventId}:${person.id}`;
      await queueMail(tx, person, key, write(person.firstName), deps.clock(), accounts);
    }
  });
  deps.wakeMailer();
}
