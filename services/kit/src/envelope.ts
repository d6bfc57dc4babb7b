import type { MsgHdrs } from '@nats-io/transport-node';
import type { KeyRing, SignatureVerifier } from './actor.ts';
import type { OutboxRow } from './outbox.ts';
import { serviceOfSchema } from './provision.ts';

/** An event as sent over the bus. The signature covers all fields. */
export type Envelope = {
  id: string;
  type: string;
  aggregateId: string;
  version: number;
  /** ISO 8601 */
  time: string;
  /** The event's data as JSON text, exactly as sent. */
  data: string;
};

export const envelopeOf = (row: OutboxRow): Envelope => ({
  id: row.id,
  type: row.type,
  aggregateId: row.aggregate_id,
  version: row.version,
  time: row.created_at.toISOString(),
  data: JSON.stringify(row.data),
});

export const SIGNATURE_HEADER = 'g2-signature';

/** Reads a NATS message. A missing id or time is taken from `fallback`; the signature then does not match. */
export const readEnvelope = (
  type: string,
  message: { headers?: MsgHdrs | undefined; string(): string },
  fallback: Pick<Envelope, 'id' | 'time'>,
): Envelope => ({
  id: message.headers?.get('Nats-Msg-Id') || fallback.id,
  type,
  aggregateId: message.headers?.get('g2-aggregate') ?? '',
  version: Number(message.headers?.get('g2-version') ?? 0),
  time: message.headers?.get('g2-time') || fallback.time,
  data: message.string(),
});

/** The only service that may publish this type: "payment.settled" → "payment-credit". */
export const ownerOfType = (type: string): string => serviceOfSchema(type.split('.', 1)[0] ?? '');

const bytesOf = (fields: Envelope): Buffer =>
  Buffer.from(
    [fields.id, fields.type, fields.aggregateId, fields.version, fields.time, fields.data].join('\n'),
  );

/** Value of the signature header: "<kid> <signature>". */
export function signEnvelope(keys: KeyRing, envelope: Envelope): string {
  const { kid, value } = keys.signBytes(bytesOf(envelope));
  return `${kid} ${value}`;
}

/** True when the owner of the event type signed exactly this envelope. */
export function isSignedByOwner(
  trust: SignatureVerifier,
  envelope: Envelope,
  header: string | undefined,
): boolean {
  const [kid, value] = header?.split(' ') ?? [];
  if (!kid || !value) return false;
  return trust.signerOf(bytesOf(envelope), { kid, value }) === ownerOfType(envelope.type);
}
