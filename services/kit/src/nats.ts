import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@g2/terms/errors';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { KeyRing, SignatureVerifier } from './actor.ts';
import { consume, type RunningConsumer } from './consume.ts';
import { type DeadLetter, writeDeadLetter } from './dead-letter.ts';
import { envelopeOf, isSignedByOwner, readEnvelope, SIGNATURE_HEADER, signEnvelope } from './envelope.ts';
import type { Subscription } from './events.ts';
import type { Logger } from './log.ts';
import { retryForever } from './loop.ts';
import { type NatsConnectionState, observeNats, refusedEvents } from './metrics.ts';
import { durableOf } from './nats-permissions.ts';
import { readNatsServers } from './nats-servers.ts';
import type { OutboxRow } from './outbox.ts';
import { eventStream, logMissingStream, requireStreams } from './streams.ts';
import { contextFrom, inSpan, SpanKind, traceHeaders } from './telemetry.ts';

const PUBLISH_TIMEOUT_MS = 3_000;
/** Time to drain at a stop, ms. */
const DRAIN_MS = 2_000;
/** Delay before a closed connection is reopened, ms. */
const REOPEN_MS = 500;
/** Limits of one connection attempt and of the interval between pings, ms. */
const CONNECT_MS = 3_000;
const PING_MS = 2_000;
/** Unanswered pings after which the connection counts as lost: a host that fails closes no connection. */
const UNANSWERED_PINGS = 2;

export type BusOptions = {
  /** One server, or several separated by commas. */
  url: string;
  /** First token of every subject. */
  prefix: string;
  /** Program name; part of the names of its durable consumers and of its inbox. */
  service: string;
  log: Logger;
} & (
  | { keys: KeyRing }
  /** A program without keys of its own can only watch. */
  | { trust: SignatureVerifier }
);

/** An event for display. `time`: when the publisher wrote it, maybe long ago after a NATS outage or republication. */
export type LiveEvent = { type: string; data: unknown; aggregateId: string; version: number; time: Date };

/** Of a durable consumer: number of events not yet delivered, and of events being redelivered. */
type ConsumerState = { pending: number; redelivered: number };

export type Bus = {
  /** Signs and publishes a row; resolves when the stream acknowledges it. NATS drops repetitions by row id. */
  publish(row: OutboxRow): Promise<void>;
  /** Starts a durable consumer per subscription, shared by replicas. */
  subscribe(subscriptions: Subscription[]): void;
  /**
   * Calls `onEvent` for each new event that matches `pattern`, such as `registration.*`; drops wrongly signed
   * ones. Nothing is stored, so it is for display only. `onReconnect` is called on every connect: events may
   * have been missed before.
   */
  watch(pattern: string, onEvent: (fact: LiveEvent) => void, onReconnect?: () => void): void;
  /** State of this program's consumer of an event type; undefined without a connection. */
  consumerState(type: string): Promise<ConsumerState | undefined>;
  /** @throws AppError unavailable without a connection */
  publishDeadLetter(letter: DeadLetter): Promise<void>;
  /** Resolves on the first connection to a NATS with the streams; rejects when stopped before. For tests and drills. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

type Connected = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager };
type Watcher = { pattern: string; onEvent: (fact: LiveEvent) => void; onReconnect: () => void };

/** Retries connecting forever in the background, so services start without NATS. Replaces a client closed for good. */
export function startBus(options: BusOptions): Bus {
  const { log } = options;
  const trust = 'keys' in options ? options.keys : options.trust;
  const stop = new AbortController();
  const connectionState: NatsConnectionState = { up: false };
  const unwatch = observeNats(connectionState);
  const subscriptions: Subscription[] = [];
  const watchers: Watcher[] = [];
  let connected: Connected | undefined;
  let consumers: RunningConsumer[] = [];
  const firstConnection = Promise.withResolvers<void>();
  firstConnection.promise.catch(() => {});

  const startConsumer = (subscription: Subscription, { js, jsm }: Connected) =>
    consumers.push(consume({ ...options, trust, js, jsm, subscription }));
  const startWatching = (watcher: Watcher, { nc }: Connected) =>
    nc.subscribe(`${options.prefix}.${watcher.pattern}`, {
      callback: (error, message) => {
        if (!error) deliverToWatcher(options.prefix, trust, message, watcher, log);
      },
    });

  /** Opens a connection, starts consumers and watchers on it, and waits until it is closed. */
  const session = async () => {
    const newConnection = await retryForever('nats', log, stop.signal, () => open(options));
    if (stop.signal.aborted) {
      await newConnection.nc.close();
      throw new Error('stopped while it connected');
    }
    connected = newConnection;
    for (const one of subscriptions) startConsumer(one, newConnection);
    for (const one of watchers) startWatching(one, newConnection);
    const notifyReconnect = () => {
      for (const { onReconnect } of watchers) onReconnect();
    };
    void trackConnection(newConnection.nc, connectionState, () => {
      if ('keys' in options) logMissingStream(newConnection.jsm, options.prefix, log).catch(() => {});
      notifyReconnect();
    });
    notifyReconnect();
    void waitForStreams(options, newConnection, stop.signal).then(firstConnection.resolve, () => {});
    const error = await newConnection.nc.closed();
    connected = undefined;
    // Not awaited: running handlers finish, but the closed connection cannot send their acks.
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
      if (connected) for (const one of added) startConsumer(one, connected);
    },
    watch(pattern, onEvent, onReconnect = () => {}) {
      const watcher = { pattern, onEvent, onReconnect };
      watchers.push(watcher);
      if (connected) startWatching(watcher, connected);
    },
    async consumerState(type) {
      if (!connected || !connectionState.up) return undefined;
      const stream = eventStream(options.prefix);
      const info = await connected.jsm.consumers.info(stream, durableOf(options.service, type));
      return { pending: info.num_pending, redelivered: info.num_redelivered };
    },
    async publishDeadLetter(letter) {
      if (!connected) throw new AppError('unavailable');
      await writeDeadLetter(connected.js, options.prefix, letter);
    },
    ready: () => firstConnection.promise,
    async stop() {
      stop.abort();
      unwatch();
      firstConnection.reject(new Error('stopped before it connected'));
      await Promise.all(consumers.map((one) => one.stop()));
      // Without a connection there is nothing to drain.
      if (!connected) return;
      await closeConnection(connected.nc, connectionState);
      await running;
    },
  };
}

/** Drains only an open connection: otherwise drain would wait for the server. */
async function closeConnection(nc: NatsConnection, connectionState: NatsConnectionState): Promise<void> {
  if (connectionState.up) await Promise.race([nc.drain(), sleep(DRAIN_MS)]).catch(() => {});
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
function deliverToWatcher(
  prefix: string,
  trust: SignatureVerifier,
  message: Msg,
  { onEvent }: Watcher,
  log: Logger,
): void {
  const type = message.subject.slice(prefix.length + 1);
  const envelope = readEnvelope(type, message, { id: '', time: '' });
  try {
    if (!isSignedByOwner(trust, envelope, message.headers?.get(SIGNATURE_HEADER))) {
      refusedEvents.inc({ type });
      log.error({ subject: message.subject }, 'live event not signed by its owner: not shown');
      return;
    }
    const { aggregateId, version } = envelope;
    onEvent({ type, aggregateId, version, time: new Date(envelope.time), data: message.json() });
  } catch (fault) {
    log.warn({ err: fault, subject: message.subject }, 'live event passed over');
  }
}

async function waitForStreams(
  options: BusOptions,
  { nc, jsm }: Connected,
  signal: AbortSignal,
): Promise<void> {
  if (!('keys' in options)) return;
  const over = new AbortController();
  void nc.closed().then(() => over.abort());
  const either = AbortSignal.any([signal, over.signal]);
  await retryForever('nats streams', options.log, either, () => requireStreams(jsm, options.prefix));
}

/** Tracks the state of the connection in `connectionState`, and calls `onReconnect` on each reconnect. */
async function trackConnection(
  nc: NatsConnection,
  connectionState: NatsConnectionState,
  onReconnect: () => void,
): Promise<void> {
  connectionState.up = true;
  for await (const { type } of nc.status()) {
    if (type === 'reconnect') {
      connectionState.up = true;
      onReconnect();
    } else if (type === 'disconnect' || type === 'close') connectionState.up = false;
  }
  connectionState.up = false;
}

async function open(options: BusOptions): Promise<Connected> {
  const { url, service } = options;
  const nc = await connect({
    ...readNatsServers(url),
    name: service,
    // An inbox of its own: permissions exclude the inboxes of other programs (nats-permissions.ts).
    inboxPrefix: `_INBOX_${service}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: UNANSWERED_PINGS,
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
