import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';

export { Counter, Gauge, Histogram, register } from 'prom-client';

/** Returns a function that adds an item to the set and itself returns a function to remove the item. */
const registerIn =
  <T>(all: Set<T>) =>
  (one: T): (() => void) => {
    all.add(one);
    return () => void all.delete(one);
  };

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Histogram buckets in seconds for requests that can take minutes, such as uploads. */
export const longBuckets = [...buckets, 60, 300];

export const httpDuration = new Histogram({
  name: 'g2_http_duration_seconds',
  help: 'Duration of HTTP requests, by route template, method and status class',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: longBuckets,
});

export const rpcDuration = new Histogram({
  name: 'g2_rpc_duration_seconds',
  help: 'Duration of rpcs served, by method and outcome',
  labelNames: ['method', 'code'] as const,
  buckets,
});

export const eventDuration = new Histogram({
  name: 'g2_event_duration_seconds',
  help: 'Duration of event handlers, by event type and outcome',
  labelNames: ['type', 'outcome'] as const,
  buckets,
});

export const deadLetters = new Counter({
  name: 'g2_dead_letters_total',
  help: 'Events given up on, by type',
  labelNames: ['type'] as const,
});

export const refusedEvents = new Counter({
  name: 'g2_events_refused_total',
  help: 'Events without effect: unsigned, wrongly signed, or signed by another than the owner of their subject',
  labelNames: ['type'] as const,
});

/** Failed events of one consumer that will be retried. */
export type RetryingEvents = { readonly type: string; oldestSeconds(): number };
const waitingEvents = new Set<RetryingEvents>();

new Gauge({
  name: 'g2_event_waiting_oldest_seconds',
  help: 'Age of the oldest event that failed here and comes again, by type; 0 without any',
  labelNames: ['type'] as const,
  collect() {
    this.reset();
    for (const one of waitingEvents) this.set({ type: one.type }, one.oldestSeconds());
  },
});

export const observeRetryingEvents = registerIn(waitingEvents);

export const missedEventsHandled = new Counter({
  name: 'g2_effects_repaired_total',
  help: 'Events that did not arrive and were handled all the same, by consumer',
  labelNames: ['effect'] as const,
});

export const missedEventsOldest = new Gauge({
  name: 'g2_effects_missing_oldest_seconds',
  help: 'For how long an event is known not to have arrived that is not handled yet, by consumer',
  labelNames: ['effect'] as const,
});

export const outboxPending = new Gauge({
  name: 'g2_outbox_pending',
  help: 'Events written but not yet published',
});

export const outboxLag = new Gauge({
  name: 'g2_outbox_lag_seconds',
  help: 'Age of the oldest event not yet published; 0 without any',
});

export const loopTurns = new Counter({
  name: 'g2_loop_turns_total',
  help: 'Turns of relays, reconcilers, mailers and sweepers, by loop and outcome',
  labelNames: ['loop', 'outcome'] as const,
});

export const loopSuccess = new Gauge({
  name: 'g2_loop_last_success_timestamp_seconds',
  help: 'When a loop last ended a turn without a failure',
  labelNames: ['loop'] as const,
});

type PoolLike = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
const pools = new Set<PoolLike>();
const CONNECTIONS = {
  in_use: ({ totalCount, idleCount }: PoolLike) => totalCount - idleCount,
  idle: ({ idleCount }: PoolLike) => idleCount,
  waiting: ({ waitingCount }: PoolLike) => waitingCount,
};

new Gauge({
  name: 'g2_db_pool_connections',
  help: 'Database connections in use and idle, and callers waiting for one',
  labelNames: ['state'] as const,
  collect() {
    if (pools.size === 0) return;
    for (const [state, of] of Object.entries(CONNECTIONS)) {
      const sum = [...pools].reduce((all, pool) => all + of(pool), 0);
      this.set({ state }, sum);
    }
  },
});

export const observePool = registerIn(pools);

export type NatsConnectionState = { up: boolean };
const links = new Set<NatsConnectionState>();

new Gauge({
  name: 'g2_nats_connected',
  help: '1 while the program is connected to NATS',
  collect() {
    if (links.size > 0) this.set([...links].every((link) => link.up) ? 1 : 0);
  },
});

export const observeNats = registerIn(links);

let started = false;

/** Serves GET /metrics on a separate internal port, as the HTTP ports may be public. Port 0 picks a free one. */
export async function serveMetrics(
  host: string,
  port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  // Only once per process, although tests start several metrics servers.
  if (!started) collectDefaultMetrics();
  started = true;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
