import { randomUUID } from 'node:crypto';
import { ownerOfType } from '@g2/kit/envelope';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { assertThat, query, type TestServers } from './support.ts';

/** Existing rows that the written events refer to. */
export type ExistingRows = {
  registrationId: string;
  userId: string;
  title: string;
  objectKey: string;
  sha256: string;
  paymentId: string;
  operatorId: string;
};

/**
 * Data by event type. The drill writes an event of each type that the load did not publish while the consumer
 * was stopped.
 */
export const eventDataByType = (known: ExistingRows): Readonly<Record<string, object>> => {
  const { registrationId, userId, title, objectKey, sha256, paymentId, operatorId } = known;
  const act = {
    action: 'credits-adjusted',
    actorId: operatorId,
    subjectType: 'user',
    subjectId: userId,
    address: '',
    requestId: '',
    detail: {},
  };
  const mine = { registrationId, userId, title };
  const number = 'G2-2026-000000';
  const amountCents = 349_900;
  return {
    'certificate.act': act,
    'certificate.issued': { ...mine, number },
    'certificate.revoked': { ...mine, number, reason: 'Motivo', superseded: false },
    'identity.user_changed': { userId, role: 'client', isActive: true, isDeleted: false },
    'payment.act': act,
    'payment.alert': { kind: 'payment-unknown', text: 'Um aviso' },
    'payment.boleto_issued': {
      ...mine,
      paymentId,
      amountCents,
      code: '00190.00009 01234.567890 12345.678901 1 00000000000100',
      expiresAt: '2027-01-01T00:00:00Z',
    },
    'payment.flag_changed': { paymentId, registrationId },
    'payment.given_back': {
      ...mine,
      paymentId,
      amountCents,
      transferredOn: '2026-11-20',
      reference: 'E1',
    },
    'payment.purchase_completed': {
      purchaseId: randomUUID(),
      userId,
      credits: 10_000,
      priceInCents: 10_000,
      method: 'card',
    },
    'payment.refunded': {
      ...mine,
      paymentId,
      kind: 'registration',
      amountCents,
      refundedCents: 100,
      failed: false,
    },
    'payment.settled': { ...mine, paymentId, method: 'credits', amountCents },
    'payment.to_return': { ...mine, paymentId, amountCents, method: 'boleto' },
    'registration.act': act,
    'registration.assignment_changed': { ...mine, operatorId, by: userId },
    'registration.assignments_dropped': { operatorId, registrationIds: [registrationId] },
    'registration.certificate_unblocked': { registrationId },
    'registration.closure_changed': {
      ...mine,
      closure: { reason: 'refunded', amountCents, at: '2026-11-20T12:00:00Z' },
    },
    // A registration that does not exist: deleting a real one would remove its evidence.
    'registration.deleted': { registrationId: randomUUID(), userId },
    'registration.file_attached': { registrationId, objectKey, sha256, userId, status: 'submitted' },
    // Registration still references the object, so storage keeps it.
    'registration.file_released': { registrationId, objectKey, reason: 'replaced' },
    'registration.message_waiting': mine,
    'registration.paid': { ...mine, paymentId, manual: false, amountCents },
    'registration.payment_reminder': { ...mine, fileName: 'fonte.zip', amountCents },
    'registration.staff_message_waiting': { registrationId, title, operatorId },
    'registration.status_changed': { ...mine, fromStatus: 'paid', toStatus: 'reviewing' },
    'registration.unpaid_file_expiring': {
      ...mine,
      fileName: 'fonte.zip',
      expiresAt: '2027-01-01T00:00:00Z',
    },
    'registration.upload_expired': { ticketId: randomUUID(), superseded: false },
    // A file that is not the current one, so no certificate is issued for it.
    'storage.file_inspected': {
      registrationId,
      objectKey: `ab/${randomUUID()}.zip`,
      sha256: '1'.repeat(64),
      files: 1,
      bytes: 1,
      root: '0'.repeat(64),
    },
    'storage.object_damaged': { registrationId, objectKey, damage: 'different' },
  };
};

/** Queries for the effect of a written event ($1: its id), for consumers where the inbox alone does not prove it. */
const MAIL = "SELECT FROM identity.outgoing_emails WHERE split_part(dedupe_key, ':', 1) = $1::text";
const ACT = 'SELECT FROM identity.audit WHERE id = $1::uuid';
export const EFFECT_QUERIES: Readonly<Record<string, string>> = {
  'identity certificate.act': ACT,
  'identity payment.act': ACT,
  'identity registration.act': ACT,
  'identity certificate.issued': MAIL,
  'identity certificate.revoked': MAIL,
  'identity payment.alert': MAIL,
  'identity payment.boleto_issued': MAIL,
  'identity payment.given_back': MAIL,
  'identity payment.purchase_completed': MAIL,
  'identity payment.refunded': MAIL,
  'identity payment.settled': MAIL,
  'identity payment.to_return': MAIL,
  'identity registration.closure_changed': MAIL,
  'identity registration.message_waiting': MAIL,
  'identity registration.payment_reminder': MAIL,
  'identity registration.staff_message_waiting': MAIL,
  'identity registration.status_changed': MAIL,
  'identity registration.unpaid_file_expiring': MAIL,
  'identity storage.object_damaged': MAIL,
  'registration certificate.revoked': `SELECT FROM registration.registrations r JOIN certificate.outbox o ON o.id = $1::uuid
    WHERE r.id::text = o.data ->> 'registrationId' AND r.certificate_revoked_at IS NOT NULL`,
  'registration storage.file_inspected': `SELECT FROM registration.file_contents c JOIN storage.outbox o ON o.id = $1::uuid
    WHERE c.object_key = o.data ->> 'objectKey'`,
  'certificate payment.flag_changed': `SELECT FROM certificate.doubts d JOIN payment.outbox o ON o.id = $1::uuid
    WHERE d.payment_id::text = o.data ->> 'paymentId'`,
};

export const schemaOfType = (type: string): string => {
  const owner = serviceNames.find((name) => name === ownerOfType(type));
  if (!owner) throw new Error(`no service publishes ${type}`);
  return schemaOf[owner];
};

/** Writes an event to its owner's outbox, which publishes it. @returns its id */
export async function writeEvent(places: TestServers, type: string, known: ExistingRows): Promise<string> {
  const data = eventDataByType(known)[type];
  assertThat(data !== undefined, `what ${type} says is not known to the drill`);
  const id = randomUUID();
  await query(
    places,
    `INSERT INTO ${schemaOfType(type)}.outbox (id, type, aggregate_id, version, data) VALUES ($1, $2, $3, 2, $4)`,
    [id, type, known.registrationId, JSON.stringify(data)],
  );
  return id;
}
