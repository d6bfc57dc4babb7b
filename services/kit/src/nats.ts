import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { type Consuming, consume } from './consume.ts';
import { AppError } from './errors.ts';
import type { Subscription } from './events.ts';
import type { Logger } from './log.ts';
import { retryForever } from './loop.ts';
import { type NatsLink, watchNats } from './metrics.ts';
import type { OutboxRow } from './outbox.ts';
import { contextFrom, inSpan, SpanKind, traceHeaders } from './telemetry.ts';

const DAY_NS = 24 * 3_600 * 1_000_000_000;
const STREAM_DAYS = 30;
const PUBLISH_TIMEOUT_MS = 5_000;

export type BusOptions = {
  url: string;
  /** First token of every subject. */
  prefix: string;
  replicas: number;
  /** Name of the service, part of its consumers' durable names. */
  service: string;
  log: Logger;
};

export type Bus = {
  /** Publishes an outbox row; resolves when the stream has it. The row's id makes repeats harmless. */
  publish(row: OutboxRow): Promise<void>;
  /** Starts a durable consumer per subscription; replicas share it. */
  subscribe(subscriptions: Subscription[]): void;
  /** Live facts as they pass, none kept: for what is only shown. `pattern` such as `registration.*`. */
  watch(pattern: string, see: (type: string, data: unknown) => void): void;
  /** Resolves when connected with the stream in place; for tests and drills. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

export const eventStream = (prefix: string): string => `${prefix.toUpperCase()}_EVENTS`;
export const deadStream = (prefix: string): string => `${prefix.toUpperCase()}_DEAD`;

type Connected = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager };

/** Connects in the background and for ever: a service starts, and serves, while NATS is away. */
export function startBus(options: BusOptions): Bus {
  const { prefix, service, log } = options;
  const stop = new AbortController();
  let connected: Connected | undefined;
  const link: NatsLink = { up: false };
  const unwatch = watchNats(link);
  const connecting = retryForever('nats', log, stop.signal, async () => {
    const made = await open(options);
    connected = made;
    void follow(made.nc, link);
    return made;
  });
  connecting.catch(() => {});
  const consumers: Consuming[] = [];
  const whenConnected = (work: (it: Connected) => void) => {
    connecting.then(work).catch((error) => {
      if (!stop.signal.aborted) log.error({ err: error }, 'nats failed');
    });
  };

  return {
    async publish(row) {
      const there = connected;
      if (!there) throw new AppError('unavailable');
      const head = headers();
      head.set('g2-aggregate', row.aggregate_id);
      head.set('g2-version', String(row.version));
      head.set('g2-time', row.created_at.toISOString());
      const send = async () => {
        const traceparent = traceHeaders().traceparent ?? row.traceparent;
        if (traceparent) head.set('traceparent', traceparent);
        const options = { msgID: row.id, headers: head, timeout: PUBLISH_TIMEOUT_MS };
        await there.js.publish(`${prefix}.${row.type}`, JSON.stringify(row.data), options);
      };
      const about = { 'messaging.system': 'nats', 'messaging.destination.name': row.type };
      const parent = contextFrom(row.traceparent ?? undefined);
      await inSpan(`publish ${row.type}`, SpanKind.PRODUCER, about, send, parent);
    },
    subscribe(subscriptions) {
      whenConnected(({ js, jsm }) => {
        for (const subscription of subscriptions) {
          consumers.push(consume({ js, jsm, prefix, service, subscription, log }));
        }
      });
    },
    watch(pattern, see) {
      whenConnected(({ nc }) => {
        nc.subscribe(`${prefix}.${pattern}`, {
          callback: (error, message) => {
            if (error) return;
            try {
              see(message.subject.slice(prefix.length + 1), message.json());
            } catch (fault) {
              log.warn({ err: fault, subject: message.subject }, 'live event passed over');
            }
          },
        });
      });
    },
    async ready() {
      await connecting;
    },
    async stop() {
      stop.abort();
      unwatch();
      await Promise.all(consumers.map((one) => one.stop()));
      if (connected) await connected.nc.drain().catch(() => {});
    },
  };
}

/** Keeps `link` as the connection is; ends with it. */
async function follow(nc: NatsConnection, link: NatsLink): Promise<void> {
  link.up = true;
  for await (const { type } of nc.status()) {
    if (type === 'reconnect') link.up = true;
    else if (type === 'disconnect' || type === 'close') link.up = false;
  }
  link.up = false;
}

async function open({ url, prefix, replicas, service }: BusOptions): Promise<Connected> {
  const at = new URL(url);
  const nc = await connect({
    servers: at.host,
    name: service,
    ...(at.username ? { user: decodeURIComponent(at.username), pass: decodeURIComponent(at.password) } : {}),
    ...(at.protocol === 'tls:' ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
  });
  try {
    const jsm = await jetstreamManager(nc);
    await ensureStream(jsm, eventStream(prefix), `${prefix}.>`, STREAM_DAYS, replicas);
    await ensureStream(jsm, deadStream(prefix), `${prefix}dead.>`, 365, replicas);
    return { nc, js: jetstream(nc), jsm };
  } catch (error) {
    await nc.close();
    throw error;
  }
}

async function ensureStream(
  jsm: JetStreamManager,
  name: string,
  subject: string,
  days: number,
  replicas: number,
): Promise<void> {
  const settings = {
    subjects: [subject],
    max_age: days * DAY_NS,
    duplicate_window: 120 * 1_000_000_000,
    num_replicas: replicas,
  };
  try {
    await jsm.streams.add({
      name,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      ...settings,
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    await jsm.streams.update(name, settings);
  }
}

// "stream name already in use", "consumer already exists": made by an earlier version of us, with other settings.
const TAKEN = new Set([10_058, 10_013, 10_148]);
const isTaken = (error: unknown): boolean => error instanceof JetStreamApiError && TAKEN.has(error.code);

/** Makes the durable consumer, or gives the one that is there the settings of this version. */
export async function ensureConsumer(
  jsm: JetStreamManager,
  stream: string,
  durable: string,
  subject: string,
): Promise<void> {
  const config = consumerConfig(durable, subject);
  try {
    await jsm.consumers.add(stream, config);
  } catch (error) {
    if (!isTaken(error)) throw error;
    await jsm.consumers.update(stream, durable, config);
  }
}

/** A durable pull consumer of one subject, as server 2.9 understands it. */
const consumerConfig = (durable: string, subject: string) => ({
  durable_name: durable,
  filter_subject: subject,
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  // What a killed consumer had in hand comes again this soon; a slow handler says that it is working.
  ack_wait: 10 * 1_000_000_000,
  max_deliver: -1,
  max_ack_pending: 64,
});
