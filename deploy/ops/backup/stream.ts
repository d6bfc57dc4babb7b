import { readNatsServers } from '@g2/kit/nats-servers';
import { eventStream } from '@g2/kit/streams';
import { DeliverPolicy, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** One event, with the fields of an outbox row in a form that PostgreSQL can parse. */
export type EventRow = {
  id: string;
  type: string;
  aggregateId: string;
  version: number;
  data: string;
  traceparent: string | null;
  createdAt: string;
};

export type StreamReader = {
  /** Remembers the current end of the stream as the last event to read. */
  markEnd(): Promise<void>;
  /** Events up to the remembered end that some consumer had not acknowledged when the reader was opened. */
  unconsumed(): AsyncGenerator<EventRow>;
  close(): Promise<void>;
};

const PREFIX = 'g2';

/** Reads the event stream without changing the position of any consumer. */
export async function readStream(natsUrl: string): Promise<StreamReader> {
  const nc = await connectNats(natsUrl);
  const jsm = await jetstreamManager(nc);
  const stream = eventStream(PREFIX);
  const first = await firstUnconsumed(jsm, stream);
  let end = 0;
  return {
    async markEnd() {
      end = (await jsm.streams.info(stream)).state.last_seq;
    },
    async *unconsumed() {
      if (first > end) return;
      const consumer = await jetstream(nc).consumers.get(stream, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: first,
      });
      // Unread messages may expire from the stream meanwhile, so the loop must not wait for them.
      while ((await jsm.streams.info(stream)).state.last_seq >= first) {
        const messages = await consumer.fetch({ max_messages: 500, expires: 2_000 });
        let last = 0;
        for await (const message of messages) {
          last = message.seq;
          if (last > end) return;
          const head = message.headers;
          yield {
            id: head?.get('Nats-Msg-Id') ?? '',
            type: message.subject.slice(PREFIX.length + 1),
            aggregateId: head?.get('g2-aggregate') ?? '',
            version: Number(head?.get('g2-version') ?? 0),
            data: message.string(),
            traceparent: head?.get('traceparent') || null,
            createdAt: head?.get('g2-time') ?? message.time.toISOString(),
          };
          if (last === end) return;
        }
        if (last === 0) return;
      }
    },
    close: () => nc.close(),
  };
}

export const connectNats = (natsUrl: string): Promise<NatsConnection> =>
  connect({ ...readNatsServers(natsUrl), name: 'backup', timeout: 5_000 });

/** The first sequence number that some durable consumer may not have consumed. */
async function firstUnconsumed(jsm: JetStreamManager, stream: string): Promise<number> {
  let first = (await jsm.streams.info(stream)).state.last_seq + 1;
  for await (const { config, num_pending, num_ack_pending, ack_floor } of jsm.consumers.list(stream)) {
    if (config.durable_name && num_pending + num_ack_pending > 0)
      first = Math.min(first, ack_floor.stream_seq + 1);
  }
  return first;
}
