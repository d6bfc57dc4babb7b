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
/** What is on its way at a stop has this long, ms. */
const DRAIN_MS = 2_000;
/** Between a connection's end and the next, ms. */
const REOPEN_MS = 500;

export type BusOptions = {
  /** One server, or several with commas between. */
  url: string;
  /** First token of every subject. */
  prefix: string;
  /** Name of the program, part of its consumers' durable names and its inbox. */
  service: string;
  log: Logger;
} & (
  | { keys: KeyRing }
  /** Only watches: neither publishes nor consumes. */
  | { trust: Trust }
);

/** A live fact; `time` is when it became true, long ago when NATS was away or events are published again. */
export type Seen = { type: string; data: unknown; aggregateId: string; version: number; time: Date };

/** What a durable consumer has left: events not yet given out, and given out again because they failed. */
type Lag = { pending: number; redelivered: number };

export type Bus = {
  /** Publishes an outbox row, signed; resolves when the stream has it. The row's id makes repeats harmless. */
  publish(row: OutboxRow): Promise<void>;
  /** Starts a durable consumer per subscription; replicas share it. */
  subscribe(subscriptions: Subscription[]): void;
  /**
   * Live facts as they pass, none kept: for what is only shown. `pattern` such as `registration.*`. What its owner did
   * not sign is not seen. `missed` is called whenever the connection stands (again): what passed before was not seen.
   */
  watch(pattern: string, see: (fact: Seen) => void, missed?: () => void): void;
  /** Of this program's consumer of a type; undefined while there is no connection. */
  lag(type: string): Promise<Lag | undefined>;
  /** @throws AppError unavailable while there is no connection */
  bury(letter: DeadLetter): Promise<void>;
  /** Resolves when first connected with the streams in place, rejects when stopped before; for tests and drills. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

type Connected = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager };
type Watcher = { pattern: string; see: (fact: Seen) => void; missed: () => void };

/**
 * Connects in the background and for ever: a service starts, and serves, while NATS is away. The client reconnects by
 * itself; a connection it gives up (credentials refused twice, say) is opened again from the beginning, with all that
 * stood on it.
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

  /** From one opening of the connection to its end. */
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
    // What they have in hand ends by itself; nobody would hear their answers.
    for (const one of consumers) void one.stop().catch(() => {});
    consumers = [];
    if (!stop.signal.aborted) log.error({ err: error }, 'the connection to NATS was closed: opening another');
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      // Whatever ends it, a connection that closes while it is being set up included, there is another.
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
      // Never connected, it goes on trying until it is: there is nothing to wait for.
      if (!connected) return;
      await leave(connected.nc, link);
      await running;
    },
  };
}

/** Ends a connection; one that is down has nothing to drain, and would wait for its server to do so. */
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

/** Hands a live message to its watcher, if the owner of its subject signed it. */
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

/** Waits until the streams are there, or the connection has ended. */
async function streamsThere(options: BusOptions, { nc, jsm }: Connected, signal: AbortSignal): Promise<void> {
  if (!('keys' in options)) return;
  const over = new AbortController();
  void nc.closed().then(() => over.abort());
  const either = AbortSignal.any([signal, over.signal]);
  await retryForever('nats streams', options.log, either, () => requireStreams(jsm, options.prefix));
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
  const nc = await connect({
    ...readNatsServers(url),
    name: service,
    // Its own: answers meant for another program are not to be read here, nor is it allowed (nats-rights.ts).
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

/** First token of the subjects on which a program hears answers. */
const inboxOf = (program: string): string => `_INBOX_${program}`;
