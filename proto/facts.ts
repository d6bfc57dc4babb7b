import { CertificateIssued, CertificateRevoked } from './gen/certificate.ts';
import { Act } from './gen/common.ts';
import { ContactChanged, SessionsRevoked, UserChanged } from './gen/identity.ts';
import {
  BalanceChanged,
  BoletoIssued,
  PaymentAlert,
  PaymentFlagChanged,
  PaymentGivenBack,
  PaymentRefunded,
  PaymentSettled,
  PaymentToReturn,
  PurchaseCompleted,
} from './gen/payment.ts';
import {
  AssignmentChanged,
  AssignmentsDropped,
  CertificateUnblocked,
  ClosureChanged,
  FileAttached,
  FileReleased,
  MessagesRead,
  MessageWaiting,
  MessageWritten,
  PaymentReminder,
  RegistrationCreated,
  RegistrationDeleted,
  RegistrationPaid,
  StaffMessageWaiting,
  StatusChanged,
  UnpaidFileExpiring,
  UploadExpired,
  ViewersChanged,
} from './gen/registration.ts';
import { FileInspected, ObjectDamaged } from './gen/storage.ts';

type Codec<T> = { fromJSON(object: unknown): T; toJSON(message: T): unknown };
/** Same names as in services/kit/src/provision.ts, which imports this package. */
type Consumer = 'identity' | 'registration' | 'storage-hashing' | 'payment-credit' | 'certificate';
export type EventType<T> = {
  readonly type: string;
  readonly codec: Codec<T>;
  /** Services that subscribe in events.ts; NATS permissions follow (services/kit/src/nats-permissions.ts). */
  readonly consumers: readonly Consumer[];
  /** Fields with text that users wrote. They stay with the publishing service and are not sent over the bus. */
  readonly texts: readonly string[];
};

const of = <T>(
  type: string,
  codec: Codec<T>,
  consumers: readonly Consumer[],
  ...texts: (keyof T & string)[]
): EventType<T> => ({ type, codec, consumers, texts });

/** All events by their name on the bus. The payload is the .proto message as JSON. */
export const facts = {
  userChanged: of('identity.user_changed', UserChanged, ['registration', 'payment-credit']),
  sessionsRevoked: of('identity.sessions_revoked', SessionsRevoked, []),
  contactChanged: of('identity.contact_changed', ContactChanged, []),
  registrationCreated: of('registration.created', RegistrationCreated, []),
  statusChanged: of(
    'registration.status_changed',
    StatusChanged,
    ['identity', 'certificate'],
    'title',
    'reason',
  ),
  registrationPaid: of('registration.paid', RegistrationPaid, ['payment-credit'], 'title'),
  fileAttached: of('registration.file_attached', FileAttached, ['storage-hashing', 'certificate']),
  fileReleased: of('registration.file_released', FileReleased, ['storage-hashing']),
  paymentReminder: of('registration.payment_reminder', PaymentReminder, ['identity'], 'title', 'fileName'),
  unpaidFileExpiring: of(
    'registration.unpaid_file_expiring',
    UnpaidFileExpiring,
    ['identity'],
    'title',
    'fileName',
  ),
  uploadExpired: of('registration.upload_expired', UploadExpired, ['storage-hashing']),
  assignmentChanged: of('registration.assignment_changed', AssignmentChanged, ['identity'], 'title'),
  assignmentsDropped: of('registration.assignments_dropped', AssignmentsDropped, ['identity']),
  certificateUnblocked: of('registration.certificate_unblocked', CertificateUnblocked, ['certificate']),
  closureChanged: of('registration.closure_changed', ClosureChanged, ['identity'], 'title'),
  messageWritten: of('registration.message_written', MessageWritten, []),
  messagesRead: of('registration.messages_read', MessagesRead, []),
  messageWaiting: of('registration.message_waiting', MessageWaiting, ['identity'], 'title'),
  staffMessageWaiting: of('registration.staff_message_waiting', StaffMessageWaiting, ['identity'], 'title'),
  viewersChanged: of('registration.viewers_changed', ViewersChanged, []),
  registrationDeleted: of('registration.deleted', RegistrationDeleted, ['payment-credit', 'certificate']),
  fileInspected: of('storage.file_inspected', FileInspected, ['registration', 'certificate']),
  objectDamaged: of('storage.object_damaged', ObjectDamaged, ['identity']),
  paymentSettled: of('payment.settled', PaymentSettled, ['identity'], 'title'),
  purchaseCompleted: of('payment.purchase_completed', PurchaseCompleted, ['identity']),
  balanceChanged: of('payment.balance_changed', BalanceChanged, []),
  boletoIssued: of('payment.boleto_issued', BoletoIssued, ['identity'], 'title'),
  paymentFlagChanged: of('payment.flag_changed', PaymentFlagChanged, ['registration', 'certificate']),
  paymentGivenBack: of('payment.given_back', PaymentGivenBack, ['identity'], 'title'),
  paymentToReturn: of('payment.to_return', PaymentToReturn, ['identity'], 'title'),
  paymentRefunded: of('payment.refunded', PaymentRefunded, ['identity'], 'title'),
  paymentAlert: of('payment.alert', PaymentAlert, ['identity'], 'title'),
  certificateIssued: of('certificate.issued', CertificateIssued, ['identity'], 'title'),
  certificateRevoked: of(
    'certificate.revoked',
    CertificateRevoked,
    ['identity', 'registration'],
    'title',
    'reason',
  ),
  registrationAct: of('registration.act', Act, ['identity']),
  paymentAct: of('payment.act', Act, ['identity']),
  certificateAct: of('certificate.act', Act, ['identity']),
};
