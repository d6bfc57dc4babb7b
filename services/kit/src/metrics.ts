import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';

export { Counter, Gauge, Histogram, register } from 'prom-client';

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Rate, errors and duration of every rpc served. */
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

export const outboxPending = new Gauge({
  name: 'g2_outbox_pending',
  help: 'Events written but not yet published',
});

let started = false;

/** Process metrics, once per process however many services a test starts in it. */
export function startMetrics(): typeof register {
  if (!started) collectDefaultMetrics();
  started = true;
  return register;
}
