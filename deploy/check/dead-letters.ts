import { withSecretFiles } from '@g2/kit/env';
import { deadStream, eventStream } from '@g2/kit/streams';
import { DeliverPolicy, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { connectTo } from '../backup/stream.ts';
import { natsUrlOf } from './world.ts';

const PREFIX = 'g2';
const BATCH = 200;
/** Within it NATS takes an event, and a second letter about it, for a repeat, and drops it (kit/nats). */
const REPEAT_MS = 120_000;

/** An event that a consumer gave up on (services/kit/src/consume.ts). Its body may hold personal data: it stays out. */
export type DeadLetter = {
  /** Its place in the stream of dead letters; what one names to replay it. */
  seq: number;
  at: Date;
  consumer: string;
  type: string;
  eventId: string;
  reason: string;
};

type Message = { seq: number; subject: string; time: Date; headers: MsgHdrs | undefined; bytes: Uint8Array };

/** Every message of a stream, oldest first, by a consumer that leaves nothing behind. */
async function* messagesOf(nc: NatsConnection, jsm: JetStreamManager, stream: string, subject: string) {
  const asked = { filter_subjects: subject, deliver_policy: DeliverPolicy.All };
  const consumer = await jetstream(nc).consumers.get(stream, asked);
  const { last_seq } = (await jsm.streams.info(stream)).state;
  for (let seen = 0; seen < last_seq; ) {
    const batch = await consumer.fetch({ max_messages: BATCH, expires: 1_500 });
    let some = false;
    for await (const { seq, subject: of, time, headers, data } of batch) {
      some = true;
      seen = seq;
      yield { seq, subject: of, time, headers, bytes: data } satisfies Message;
    }
    if (!some) return;
  }
}

/** What waits for somebody to look at it. */
export async function listDeadLetters(natsUrl: string): Promise<DeadLetter[]> {
  return await connected(natsUrl, async (nc, jsm) => {
    const letters: DeadLetter[] = [];
    for await (const { seq, time, bytes } of messagesOf(nc, jsm, deadStream(PREFIX), `${PREFIX}dead.>`)) {
      const letter = JSON.parse(Buffer.from(bytes).toString()) as Omit<DeadLetter, 'seq' | 'at'>;
      const { consumer, type, eventId, reason } = letter;
      letters.push({ seq, at: time, consumer, type, eventId, reason });
    }
    return letters;
  });
}

/**
 * Publishes the event of these dead letters once more, as it was, and removes them. Whoever took it knows it by its id
 * (inbox); whoever gave it up gets a new set of tries.
 * @param letters all of one event
 * @throws Error when the event (kept for 30 days) is gone, or a letter is less than two minutes old
 */
export async function replayEvent(natsUrl: string, letters: readonly DeadLetter[]): Promise<void> {
  const [letter] = letters;
  if (!letter) return;
  const young = letters.find(({ at }) => Date.now() - at.getTime() < REPEAT_MS);
  if (young) throw new Error(`dead letter ${young.seq} is less than two minutes old: try again later`);
  await connected(natsUrl, async (nc, jsm) => {
    for await (const { subject, bytes, headers } of eventsOf(nc, jsm, letter.type)) {
      if (headers?.get('Nats-Msg-Id') !== letter.eventId) continue;
      const sent = await jetstream(nc).publish(subject, bytes, { headers });
      if (sent.duplicate) throw new Error(`${letter.eventId} was published less than two minutes ago`);
      for (const { seq } of letters) await jsm.streams.deleteMessage(deadStream(PREFIX), seq);
      return;
    }
    throw new Error(`event ${letter.eventId} is no longer in the stream`);
  });
}

const eventsOf = (nc: NatsConnection, jsm: JetStreamManager, type: string) =>
  messagesOf(nc, jsm, eventStream(PREFIX), `${PREFIX}.${type}`);

async function connected<T>(
  natsUrl: string,
  work: (nc: NatsConnection, jsm: JetStreamManager) => Promise<T>,
): Promise<T> {
  const nc = await connectTo(natsUrl);
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
  try {
    await main(process.argv.slice(2), natsUrlOf(withSecretFiles(process.env)));
  } catch (error) {
    console.error(`dead letters: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
