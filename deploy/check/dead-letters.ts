import { deadStream, eventStream } from '@g2/kit/nats';
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
 * Publishes the event of a dead letter once more, as it was, and removes the letter. Whoever took it knows it by its id
 * (inbox); whoever gave it up gets a new set of tries.
 * @throws Error when its event (kept for 30 days) is gone, or the letter is less than two minutes old
 */
export async function replayDeadLetter(natsUrl: string, letter: DeadLetter): Promise<void> {
  if (Date.now() - letter.at.getTime() < REPEAT_MS) {
    throw new Error(`dead letter ${letter.seq} is less than two minutes old: try again later`);
  }
  await connected(natsUrl, async (nc, jsm) => {
    for await (const event of messagesOf(nc, jsm, eventStream(PREFIX), `${PREFIX}.${letter.type}`)) {
      if (event.headers?.get('Nats-Msg-Id') !== letter.eventId) continue;
      const sent = await jetstream(nc).publish(
        event.subject,
        event.bytes,
        event.headers ? { headers: event.headers } : {},
      );
      if (sent.duplicate)
        throw new Error(`${letter.eventId} was published less than two minutes ago: try again later`);
      await jsm.streams.deleteMessage(deadStream(PREFIX), letter.seq);
      return;
    }
    throw new Error(`event ${letter.eventId} is no longer in the stream`);
  });
}

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
  const chosen = letters.filter(({ seq }) => which === 'all' || String(seq) === which);
  if (what !== 'replay' || which === '') throw new Error(USAGE);
  if (chosen.length === 0 && which !== 'all') throw new Error(`there is no dead letter ${which}`);
  for (const letter of chosen) await replayDeadLetter(natsUrl, letter);
  console.log(`${chosen.length} events published again`);
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2), natsUrlOf(process.env));
  } catch (error) {
    console.error(`dead letters: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
