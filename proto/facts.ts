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
export type EventType<T> = {
  readonly type: string;
  readonly codec: Codec<T>;
  /** Fields with text that users wrote. They stay with the publishing service and are not sent over the bus. */
  readonly texts: readonly string[];
};

const of = <T>(type: string, codec: Codec<T>, ...texts: (keyof T & string)[]): EventType<T> => ({
  type,
  codec,
  texts,
});

/** All events by their name on the bus. The payload is the .proto message as JSON. */
export const facts = {
  userChanged: of('identity.user_changed', UserChanged),
  sessionsRevoked: of('identity.sessions_revoked', SessionsRevoked),
  contactChanged: of('identity.contact_changed', ContactChanged),
  registrationCreated: of('registration.created', RegistrationCreated),
  statusChanged: of('registration.status_changed', StatusChanged, 'title', 'reason'),
  registrationPaid: of('registration.paid', RegistrationPaid, 'title'),
  fileAttached: of('registration.file_attached', FileAttached),
  fileReleased: of('registration.file_released', FileReleased),
  paymentReminder: of('registration.payment_reminder', PaymentReminder, 'title', 'fileName'),
  unpaidFileExpiring: of('registration.unpaid_file_expiring', UnpaidFileExpiring, 'title', 'fileName'),
  uploadExpired: of('registration.upload_expired', UploadExpired),
  assignmentChanged: of('registration.assignment_changed', AssignmentChanged, 'title'),
  assignmentsDropped: of('registration.assignments_dropped', AssignmentsDropped),
  certificateUnblocked: of('registration.certificate_unblocked', CertificateUnblocked),
  closureChanged: of('registration.closure_changed', ClosureChanged, 'title'),
  messageWritten: of('registration.message_written', MessageWritten),
  messagesRead: of('registration.messages_read', MessagesRead),
  messageWaiting: of('registration.message_waiting', MessageWaiting, 'title'),
  staffMessageWaiting: of('registration.staff_message_waiting', StaffMessageWaiting, 'title'),
  viewersChanged: of('registration.viewers_changed', ViewersChanged),
  registrationDeleted: of('registration.deleted', RegistrationDeleted),
  fileInspected: of('storage.file_inspected', FileInspected),
  objectDamaged: of('storage.object_damaged', ObjectDamaged),
  paymentSettled: of('payment.settled', PaymentSettled, 'title'),
  purchaseCompleted: of('payment.purchase_completed', PurchaseCompleted),
  balanceChanged: of('payment.balance_changed', BalanceChanged),
  boletoIssued: of('payment.boleto_issued', BoletoIssued, 'title'),
  paymentFlagChanged: of('payment.flag_changed', PaymentFlagChanged),
  paymentGivenBack: of('payment.given_back', PaymentGivenBack, 'title'),
  paymentToReturn: of('payment.to_return', PaymentToReturn, 'title'),
  paymentRefunded: of('payment.refunded', PaymentRefunded, 'title'),
  paymentAlert: of('payment.alert', PaymentAlert, 'title'),
  certificateIssued: of('certificate.issued', CertificateIssued, 'title'),
  certificateRevoked: of('certificate.revoked', CertificateRevoked, 'title', 'reason'),
  registrationAct: of('registration.act', Act),
  paymentAct: of('payment.act', Act),
  certificateAct: of('certificate.act', Act),
};
