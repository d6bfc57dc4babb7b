import type { JetStreamClient } from '@nats-io/jetstream';
import type { Envelope } from './envelope.ts';
import { deadLetters } from './metrics.ts';

/** An event that a consumer gave up, with everything needed to republish it with its original signature. */
export type DeadLetter = { consumer: string; envelope: Envelope; signature: string; reason: string };

export async function writeDeadLetter(
  js: JetStreamClient,
  prefix: string,
  { consumer, envelope, signature, reason }: DeadLetter,
): Promise<void> {
  const { id, type, aggregateId, version, time, data } = envelope;
  const body = { consumer, type, eventId: id, aggregateId, version, time, signature, reason, data };
  // Each attempt has the same message id, so that NATS drops a duplicate: a killed server can lose our `term`
  // and redeliver the event.
  await js.publish(`${prefix}dead.${type}`, JSON.stringify(body), { msgID: `${consumer}:${id}` });
  deadLetters.inc({ type });
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
