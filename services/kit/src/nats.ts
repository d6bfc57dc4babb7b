import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@g2/terms/errors';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { KeyRing, Trust } from './actor.ts';
import { type Consuming, consume } from './consume.ts';
import { type DeadLetter, writeDeadLetter } from './dead-letter.ts';
import { envelopeOf, isSignedByOwner, SIGNATURE_HEADER, signEnvelope } from './envelope.ts';
import type { Subscription } from './events.ts';
import type { Logger } from './log.ts';
import { retryForever } from './loop.ts';
import { type NatsLink, refusedEvents, watchNats } from './metrics.ts';
import { durableOf } from './nats-rights.ts';
import { readNatsServers } from './nats-servers.ts';
import type { OutboxRow } from './outbox.ts';
import { eventStream, requireStreams, tellLost } from './streams.ts';
import { contextFrom, inSpan, SpanKind, traceHeaders } from './telemetry.ts';

const PUBLISH_TIMEOUT_MS = 5_000;
/** Time to drain at a stop, ms. */
const DRAIN_MS = 2_000;
/** Delay before a closed connection is reopened, ms. */
const REOPEN_MS = 500;

export type BusOptions = {
  /** One server, or several separated by commas. */
  url: string;
  /** First token of every subject. */
  prefix: string;
  /** Program name; part of its durable names and its inbox. */
  service: string;
  log: Logger;
} & (
  | { keys: KeyRing }
  /** Only watches. */
  | { trust: Trust }
);

/** A live event. `time` is when it was written: long ago after a NATS outage or a republication. */
export type Seen = { type: string; data: unknown; aggregateId: string; version: number; time: Date };

/** State of a durable consumer: undelivered and redelivered events. */
type Lag = { pending: number; redelivered: number };

export type Bus = {
  /** Publishes a signed outbox row; resolves on the stream's ack. The row's id deduplicates repeats. */
  publish(row: OutboxRow): Promise<void>;
  /** Starts a durable consumer per subscription, shared by replicas. */
  subscribe(subscriptions: Subscription[]): void;
  /**
   * Live events without durability, for display only; wrongly signed ones are dropped. `pattern`: such as
   * `registration.*`. `missed` is called on every (re)connect: earlier events were missed.
   */
  watch(pattern: string, see: (fact: Seen) => void, missed?: () => void): void;
  /** Of this program's consumer of a type; undefined without a connection. */
  lag(type: string): Promise<Lag | undefined>;
  /** @throws AppError unavailable without a connection */
  bury(letter: DeadLetter): Promise<void>;
  /** Resolves on the first connection with streams, rejects when stopped before. For tests and drills. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

type Connected = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager };
type Watcher = { pattern: string; see: (fact: Seen) => void; missed: () => void };

/**
 * Connects in the background and retries forever, so services start without NATS. The client reconnects; a connection
 * that it closes (e.g. credentials refused twice) is replaced with all consumers and watchers.
 */
export function startBus(options: BusOptions): Bus {
  const { log } = options;
  const trust = 'keys' in options ? options.keys : options.trust;
  const stop = new AbortController();
  const link: NatsLink = { up: false };
  const unwatch = watchNats(link);
  const subscriptions: Subscription[] = [];
  const watchers: Watcher[] = [];
  let connected: Connected | undefined;
  let consumers: Consuming[] = [];
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});

  const begin = (subscription: Subscription, { js, jsm }: Connected) =>
    consumers.push(consume({ ...options, trust, js, jsm, subscription }));
  const look = (watcher: Watcher, { nc }: Connected) =>
    nc.subscribe(`${options.prefix}.${watcher.pattern}`, {
      callback: (error, message) => {
        if (!error) show(options.prefix, trust, message, watcher, log);
      },
    });

  /** One connection, from open to close. */
  const session = async () => {
    const made = await retryForever('nats', log, stop.signal, () => open(options));
    if (stop.signal.aborted) {
      await made.nc.close();
      throw new Error('stopped while it connected');
    }
    connected = made;
    for (const one of subscriptions) begin(one, made);
    for (const one of watchers) look(one, made);
    const tellMissed = () => {
      for (const { missed } of watchers) missed();
    };
    void follow(made.nc, link, () => {
      if ('keys' in options) tellLost(made.jsm, options.prefix, log).catch(() => {});
      tellMissed();
    });
    tellMissed();
    void streamsThere(options, made, stop.signal).then(first.resolve, () => {});
    const error = await made.nc.closed();
    connected = undefined;
    // Not awaited: running handlers finish, but their acks would be lost.
    for (const one of consumers) void one.stop().catch(() => {});
    consumers = [];
    if (!stop.signal.aborted) log.error({ err: error }, 'the connection to NATS was closed: opening another');
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      // Reopens after any failure, also one during setup.
      await session().catch((error: unknown) => {
        if (!stop.signal.aborted) log.error({ err: error }, 'the bus could not be set up: trying again');
      });
      await sleep(REOPEN_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();

  return {
    async publish(row) {
      if (!connected || !('keys' in options)) throw new AppError('unavailable');
      await publish(connected.js, options.keys, options.prefix, row);
    },
    subscribe(added) {
      subscriptions.push(...added);
      if (connected) for (const one of added) begin(one, connected);
    },
    watch(pattern, see, missed = () => {}) {
      const watcher = { pattern, see, missed };
      watchers.push(watcher);
      if (connected) look(watcher, connected);
    },
    async lag(type) {
      if (!connected || !link.up) return undefined;
      const stream = eventStream(options.prefix);
      const info = await connected.jsm.consumers.info(stream, durableOf(options.service, type));
      return { pending: info.num_pending, redelivered: info.num_redelivered };
    },
    async bury(letter) {
      if (!connected) throw new AppError('unavailable');
      await writeDeadLetter(connected.js, options.prefix, letter);
    },
    ready: () => first.promise,
    async stop() {
      stop.abort();
      unwatch();
      first.reject(new Error('stopped before it connected'));
      await Promise.all(consumers.map((one) => one.stop()));
      // Without a connection there is nothing to drain.
      if (!connected) return;
      await leave(connected.nc, link);
      await running;
    },
  };
}

/** Drains only an open connection: otherwise drain would wait for the server. */
async function leave(nc: NatsConnection, link: NatsLink): Promise<void> {
  if (link.up) await Promise.race([nc.drain(), sleep(DRAIN_MS)]).catch(() => {});
  await nc.close().catch(() => {});
}

async function publish(js: JetStreamClient, keys: KeyRing, prefix: string, row: OutboxRow): Promise<void> {
  const envelope = envelopeOf(row);
  const head = headers();
  head.set('g2-aggregate', row.aggregate_id);
  head.set('g2-version', String(row.version));
  head.set('g2-time', envelope.time);
  head.set(SIGNATURE_HEADER, signEnvelope(keys, envelope));
  const send = async () => {
    const traceparent = traceHeaders().traceparent ?? row.traceparent;
    if (traceparent) head.set('traceparent', traceparent);
    await js.publish(`${prefix}.${row.type}`, envelope.data, {
      msgID: row.id,
      headers: head,
      timeout: PUBLISH_TIMEOUT_MS,
    });
  };
  const about = { 'messaging.system': 'nats', 'messaging.destination.name': row.type };
  const parent = contextFrom(row.traceparent ?? undefined);
  await inSpan(`publish ${row.type}`, SpanKind.PRODUCER, about, send, parent);
}

/** Passes a live event to its watcher if its owner signed it. */
function show(prefix: string, trust: Trust, message: Msg, { see }: Watcher, log: Logger): void {
  const head = message.headers;
  const envelope = {
    id: head?.get('Nats-Msg-Id') ?? '',
    type: message.subject.slice(prefix.length + 1),
    aggregateId: head?.get('g2-aggregate') ?? '',
    version: Number(head?.get('g2-version') ?? 0),
    time: head?.get('g2-time') ?? '',
    data: message.string(),
  };
  try {
    if (!isSignedByOwner(trust, envelope, head?.get(SIGNATURE_HEADER))) {
      refusedEvents.inc({ type: envelope.type });
      log.error({ subject: message.subject }, 'live event not signed by its owner: not shown');
      return;
    }
    const { type, aggregateId, version } = envelope;
    see({ type, aggregateId, version, time: new Date(envelope.time), data: message.json() });
  } catch (fault) {
    log.warn({ err: fault, subject: message.subject }, 'live event passed over');
  }
}

/** Waits for the streams or the end of the connection. */
async function streamsThere(options: BusOptions, { nc, jsm }: Connected, signal: AbortSignal): Promise<void> {
  if (!('keys' in options)) return;
  const over = new AbortController();
  void nc.closed().then(() => over.abort());
  const either = AbortSignal.any([signal, over.signal]);
  await retryForever('nats streams', options.log, either, () => requireStreams(jsm, options.prefix));
}

/** Tracks the connection state in `link` and calls `back` on reconnect. */
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
  const nc = await connect({
    ...readNatsServers(url),
    name: service,
    // A private inbox; permissions exclude other programs' inboxes (nats-rights.ts).
    inboxPrefix: inboxOf(service),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
  });
  try {
    const jsm = await jetstreamManager(nc, { checkAPI: false });
    return { nc, js: jetstream(nc), jsm };
  } catch (error) {
    await nc.close();
    throw error;
  }
}

/** First token of a program's reply subjects. */
const inboxOf = (program: string): string => `_INBOX_${program}`;
