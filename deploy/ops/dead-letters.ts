import { withSecretFiles } from '@g2/kit/env';
import { SIGNATURE_HEADER } from '@g2/kit/envelope';
import { deadStream } from '@g2/kit/streams';
import { DeliverPolicy, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { connectNats } from './backup/stream.ts';
import { natsUrlOf, runCommand } from './world.ts';

const PREFIX = 'g2';
const BATCH = 200;
/** Within this window NATS drops a message with a known id (kit/nats), so a replay has to wait. */
const DUPLICATE_WINDOW_MS = 120_000;

/** A dead letter as the consumer writes it (services/kit/src/consume.ts). */
const deadLetterSchema = z.object({
  consumer: z.string(),
  type: z.string(),
  eventId: z.string(),
  reason: z.string(),
  // Letters of earlier versions lack the fields needed to publish the event again.
  aggregateId: z.string().optional(),
  version: z.number().optional(),
  time: z.string().optional(),
  signature: z.string().default(''),
  data: z.string().default(''),
});

export type DeadLetter = z.infer<typeof deadLetterSchema> & {
  /** Sequence number in the dead-letter stream; the argument of a replay. */
  seq: number;
  at: Date;
};

/** Lists all dead letters, oldest first. */
export async function listDeadLetters(natsUrl: string, prefix = PREFIX): Promise<DeadLetter[]> {
  return await connected(natsUrl, async (nc, jsm) => {
    const letters: DeadLetter[] = [];
    const stream = deadStream(prefix);
    const consumerOptions = { filter_subjects: `${prefix}dead.>`, deliver_policy: DeliverPolicy.All };
    const consumer = await jetstream(nc).consumers.get(stream, consumerOptions);
    const { last_seq } = (await jsm.streams.info(stream)).state;
    for (let seen = 0; seen < last_seq; ) {
      const batch = await consumer.fetch({ max_messages: BATCH, expires: 1_500 });
      const before = seen;
      for await (const message of batch) {
        seen = message.seq;
        letters.push({ ...deadLetterSchema.parse(message.json()), seq: message.seq, at: message.time });
      }
      if (seen === before) break;
    }
    return letters;
  });
}

/**
 * Publishes an event again, with its original signature, and deletes its dead letters. Consumers that have
 * handled it ignore the duplicate by its id (inbox); consumers that gave up try again.
 * @param letters all dead letters of one event
 * @throws Error when its signature cannot be verified, or a letter is less than two minutes old
 */
export async function replayEvent(
  natsUrl: string,
  letters: readonly DeadLetter[],
  prefix = PREFIX,
): Promise<void> {
  const [letter] = letters;
  if (!letter) return;
  const young = letters.find(({ at }) => Date.now() - at.getTime() < DUPLICATE_WINDOW_MS);
  if (young) throw new Error(`dead letter ${young.seq} is less than two minutes old: try again later`);
  const head = headersOf(letter);
  await connected(natsUrl, async (nc, jsm) => {
    const subject = `${prefix}.${letter.type}`;
    const sent = await jetstream(nc).publish(subject, letter.data, { headers: head });
    if (sent.duplicate) throw new Error(`${letter.eventId} was published less than two minutes ago`);
    for (const { seq } of letters) await jsm.streams.deleteMessage(deadStream(prefix), seq);
  });
}

/** The event's original headers: the signature covers them (services/kit/src/envelope.ts). */
function headersOf({ seq, eventId, aggregateId, version, time, signature }: DeadLetter) {
  if (!signature || aggregateId === undefined || version === undefined || time === undefined) {
    throw new Error(
      `the event of dead letter ${seq} is not signed: no consumer would take it; publish it again by republish.ts`,
    );
  }
  const head = headers();
  head.set('Nats-Msg-Id', eventId);
  head.set('g2-aggregate', aggregateId);
  head.set('g2-version', String(version));
  head.set('g2-time', time);
  head.set(SIGNATURE_HEADER, signature);
  return head;
}

async function connected<T>(
  natsUrl: string,
  work: (nc: NatsConnection, jsm: JetStreamManager) => Promise<T>,
): Promise<T> {
  const nc = await connectNats(natsUrl);
  try {
    return await work(nc, await jetstreamManager(nc));
  } finally {
    await nc.close();
  }
}

const USAGE = 'usage: dead-letters.ts [list | replay <number> | replay all]';

async function main(args: string[], natsUrl: string): Promise<void> {
  const [what = 'list', which = ''] = args;
  const letters = await listDeadLetters(natsUrl);
  if (what === 'list') {
    // The body may hold personal data, so it is not printed.
    for (const { seq, at, consumer, type, eventId, reason } of letters) {
      console.log(`${seq}  ${at.toISOString()}  ${consumer}  ${type}  ${eventId}  ${reason}`);
    }
    console.log(`${letters.length} dead letters`);
    return;
  }
  const named = letters.filter(({ seq }) => which === 'all' || String(seq) === which);
  if (what !== 'replay' || which === '') throw new Error(USAGE);
  if (named.length === 0 && which !== 'all') throw new Error(`there is no dead letter ${which}`);
  const events = new Set(named.map(({ eventId }) => eventId));
  for (const id of events)
    await replayEvent(
      natsUrl,
      letters.filter(({ eventId }) => eventId === id),
    );
  console.log(`${events.size} events published again`);
}

if (import.meta.main) {
  await runCommand('dead letters', 1, () =>
    main(process.argv.slice(2), natsUrlOf(withSecretFiles(process.env))),
  );
}
