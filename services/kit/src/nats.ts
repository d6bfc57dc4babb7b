import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { type Consuming, consume } from './consume.ts';
import { AppError } from './errors.ts';
import type { Subscription } from './events.ts';
import type { Logger } from './log.ts';
import { retryForever } from './loop.ts';
import { type NatsLink, watchNats } from './metrics.ts';
import type { OutboxRow } from './outbox.ts';
import { ensureStreams, restoreStreams } from './streams.ts';
import { contextFrom, inSpan, SpanKind, traceHeaders } from './telemetry.ts';

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
  /**
   * Live facts as they pass, none kept: for what is only shown. `pattern` such as `registration.*`. `time` is when it
   * became true, long ago when NATS was away or events are published again.
   */
  watch(pattern: string, see: (type: string, data: unknown, time: Date) => void): void;
  /** Resolves when connected with the stream in place, rejects when stopped before that; for tests and drills. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

type Connected = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager };

/** Connects in the background and for ever: a service starts, and serves, while NATS is away. */
export function startBus(options: BusOptions): Bus {
  const { prefix, service, log } = options;
  const stop = new AbortController();
  let connected: Connected | undefined;
  const link: NatsLink = { up: false };
  const unwatch = watchNats(link);
  let restoring = Promise.resolve();
  // One after the other: what was in place after one return may be gone by the next.
  const restore = (jsm: JetStreamManager) => {
    const work = () => restoreStreams(jsm, options, log);
    restoring = restoring.then(() => retryForever('nats streams', log, stop.signal, work)).catch(() => {});
  };
  const connecting = retryForever('nats', log, stop.signal, async () => {
    const made = await open(options);
    if (stop.signal.aborted) {
      await made.nc.close();
      throw new Error('stopped while it connected');
    }
    connected = made;
    void follow(made.nc, link, () => restore(made.jsm));
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
              const time = message.headers?.get('g2-time');
              see(
                message.subject.slice(prefix.length + 1),
                message.json(),
                time ? new Date(time) : new Date(),
              );
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

/** Keeps `link` as the connection is, and calls `back` when it is there again; ends with it. */
async function follow(nc: NatsConnection, link: NatsLink, back: () => void): Promise<void> {
  link.up = true;
  for await (const { type } of nc.status()) {
    if (type === 'reconnect') {
      link.up = true;
      back();
    } else if (type === 'disconnect' || type === 'close') link.up = false;
  }
  link.up = false;
}

async function open(options: BusOptions): Promise<Connected> {
  const { url, service } = options;
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
    await ensureStreams(jsm, options);
    return { nc, js: jetstream(nc), jsm };
  } catch (error) {
    await nc.close();
    throw error;
  }
}
