import { CertificateIssued } from '@g2/proto/certificate';
import { SessionsRevoked, UserChanged } from '@g2/proto/identity';
import {
  BalanceChanged,
  PaymentAlert,
  PaymentCaptured,
  PaymentFlagChanged,
  PaymentSettled,
  PurchaseCompleted,
} from '@g2/proto/payment';
import {
  AssignmentChanged,
  FileAttached,
  FileReleased,
  PaymentRefused,
  RegistrationCreated,
  RegistrationDeleted,
  RegistrationPaid,
  StatusChanged,
  UploadExpired,
} from '@g2/proto/registration';

type Codec<T> = { fromJSON(object: unknown): T; toJSON(message: T): unknown };
export type EventType<T> = { readonly type: string; readonly codec: Codec<T> };

const of = <T>(type: string, codec: Codec<T>): EventType<T> => ({ type, codec });

/** Every fact services tell each other, by the name on the wire. Data is the message of the .proto, as JSON. */
export const facts = {
  userChanged: of('identity.user_changed', UserChanged),
  sessionsRevoked: of('identity.sessions_revoked', SessionsRevoked),
  registrationCreated: of('registration.created', RegistrationCreated),
  statusChanged: of('registration.status_changed', StatusChanged),
  registrationPaid: of('registration.paid', RegistrationPaid),
  paymentRefused: of('registration.payment_refused', PaymentRefused),
  fileAttached: of('registration.file_attached', FileAttached),
  fileReleased: of('registration.file_released', FileReleased),
  uploadExpired: of('registration.upload_expired', UploadExpired),
  assignmentChanged: of('registration.assignment_changed', AssignmentChanged),
  registrationDeleted: of('registration.deleted', RegistrationDeleted),
  paymentCaptured: of('payment.captured', PaymentCaptured),
  paymentSettled: of('payment.settled', PaymentSettled),
  purchaseCompleted: of('payment.purchase_completed', PurchaseCompleted),
  balanceChanged: of('payment.balance_changed', BalanceChanged),
  paymentFlagChanged: of('payment.flag_changed', PaymentFlagChanged),
  paymentAlert: of('payment.alert', PaymentAlert),
  certificateIssued: of('certificate.issued', CertificateIssued),
};

/** A fact as the domain returns it, to be written to the outbox in the transaction that made it true. */
export type DomainEvent = { type: string; aggregateId: string; version: number; data: unknown };

/**
 * Makes a domain event.
 * @param version of the aggregate after the change; 0 where order within the aggregate means nothing
 */
export const event = <T>(kind: EventType<T>, aggregateId: string, version: number, data: T): DomainEvent => ({
  type: kind.type,
  aggregateId,
  version,
  data: kind.codec.toJSON(data),
});

/** A fact as it arrives. May come twice, late, or out of order. */
export type Delivery = {
  /** Durable name of who consumes it; with the id, the inbox's key. */
  consumer: string;
  eventId: string;
  aggregateId: string;
  version: number;
  time: Date;
};

export type Subscription = {
  readonly type: string;
  handle(data: unknown, delivery: Delivery): Promise<void>;
};

/** A row of a service's events.ts: subject → handler. */
export const on = <T>(
  kind: EventType<T>,
  handle: (data: T, delivery: Delivery) => Promise<void>,
): Subscription => ({
  type: kind.type,
  handle: (data, delivery) => handle(kind.codec.fromJSON(data), delivery),
});
