import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventRecord, eventView, intentIdOf } from './event-record.ts';
import type { DeliveryRecord, State } from './state.ts';

export const DELIVERY_MODES = ['normal', 'delay', 'duplicate', 'reorder', 'drop'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

/** Delays between the tries of one event, ms: ten tries in a little over three minutes. */
export const RETRY_DELAYS_MS: readonly number[] = [
  500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000,
];
const ATTEMPT_TIMEOUT_MS = 10_000;
const DEFAULT_DELAY_MS = 5000;
const REORDER_QUIET_MS = 300;

interface Options {
  secret: string;
  urls: string[];
  retryDelaysMs: readonly number[];
  log: (line: string) => void;
}

/** Header `Stripe-Signature`: HMAC-SHA256 of `t.payload`, where `t` is the sending time in seconds. */
function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}

type Source = { readonly state: State; readonly seconds: () => number };

/** Delivers events asynchronously and at least once. */
export class Webhooks {
  #mode: DeliveryMode = 'normal';
  #delayMs: number | null = null;
  #urls: string[];
  #turn = 0;
  readonly #options: Options;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #lanes = new Map<string, Promise<void>>();
  #held: string[] = [];
  #release: NodeJS.Timeout | undefined;
  #sim: Source | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#urls = options.urls;
  }

  /** Starts to deliver, including events that an earlier run left pending. */
  start(sim: Source): void {
    this.#sim = sim;
    this.#sendPending();
  }

  /** `delayMs`: the delay in mode delay, or the idle time after which mode reorder sends. */
  setMode(mode: DeliveryMode, delayMs: number | null): void {
    this.#mode = mode;
    this.#delayMs = delayMs;
    this.#flush();
  }

  get mode(): DeliveryMode {
    return this.#mode;
  }

  /** URLs of the receivers. Events go to each in turn, like requests to the replicas behind a load balancer. */
  get urls(): readonly string[] {
    return this.#urls;
  }

  setUrls(urls: string[]): void {
    const first = this.#urls.length === 0;
    this.#urls = urls;
    if (first) this.#sendPending();
  }

  initialState(): DeliveryRecord['state'] {
    return this.#mode === 'drop' ? 'dropped' : 'pending';
  }

  /** Queues an event. Must be called in a transaction; the event is sent after its end. */
  enqueue(event: EventRecord): void {
    const { id } = event;
    const lane = intentIdOf(event);
    if (this.#mode === 'normal') this.#run(() => this.#inLane(lane, id));
    if (this.#mode === 'delay') {
      this.#run(async () => {
        await this.#wait(this.#delayMs ?? DEFAULT_DELAY_MS);
        await this.#deliver(id);
      });
    }
    if (this.#mode === 'duplicate') {
      this.#run(() => this.#deliver(id));
      this.#run(() => this.#deliver(id));
    }
    if (this.#mode === 'reorder') this.#hold(id);
  }

  /** Sends one event, or all undelivered ones; returns their ids. */
  redeliver(eventId: string | null): string[] {
    const undelivered = this.#all().filter((delivery) => delivery.state !== 'delivered');
    const ids = eventId === null ? undelivered.map((delivery) => delivery.id) : [eventId];
    for (const id of ids) this.#run(() => this.#deliver(id));
    return ids;
  }

  /** Aborts waits and requests; undelivered events stay pending. */
  async stop(): Promise<void> {
    clearTimeout(this.#release);
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  #all(): DeliveryRecord[] {
    return this.#sim?.state.all('delivery') ?? [];
  }

  #sendPending(): void {
    for (const delivery of this.#all()) {
      const event = delivery.state === 'pending' ? this.#sim?.state.get('event', delivery.id) : undefined;
      if (event !== undefined) this.#run(() => this.#inLane(intentIdOf(event), event.id));
    }
  }

  #run(work: () => Promise<void>): void {
    const task: Promise<void> = Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#options.log(`webhook: ${String(error)}`);
      })
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
  }

  #hold(id: string): void {
    this.#held.push(id);
    clearTimeout(this.#release);
    this.#release = setTimeout(() => this.#flush(), this.#delayMs ?? REORDER_QUIET_MS);
  }

  #flush(): void {
    clearTimeout(this.#release);
    const newestFirst = this.#held.reverse();
    this.#held = [];
    this.#run(async () => {
      for (const id of newestFirst) await this.#tryFirst(id);
    });
  }

  /** Makes the first attempts for the events of one intent in their order. Retries run in parallel. */
  async #inLane(lane: string, id: string): Promise<void> {
    const turn = (this.#lanes.get(lane) ?? Promise.resolve()).then(() => this.#tryFirst(id));
    this.#lanes.set(lane, turn);
    await turn.finally(() => {
      if (this.#lanes.get(lane) === turn) this.#lanes.delete(lane);
    });
  }

  /** Makes the first attempt. Its retries do not delay the following events. */
  async #tryFirst(id: string): Promise<void> {
    if (!(await this.#attempt(id))) this.#run(() => this.#retry(id));
  }

  async #deliver(id: string): Promise<void> {
    if (!(await this.#attempt(id))) await this.#retry(id);
  }

  async #retry(id: string): Promise<void> {
    if (this.#urls.length === 0) return;
    for (const delay of this.#options.retryDelaysMs) {
      await this.#wait(delay);
      if (await this.#attempt(id)) return;
    }
    this.#mark(id, 'exhausted');
    this.#options.log(`webhook: event ${id} given up; it stays in /v1/events`);
  }

  async #wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal });
  }

  async #attempt(id: string): Promise<boolean> {
    const sim = this.#sim;
    const url = this.#urls[this.#turn++ % Math.max(1, this.#urls.length)];
    const event = sim?.state.get('event', id);
    if (sim === undefined || event === undefined) return true;
    if (url === undefined) return false;
    const payload = JSON.stringify({ ...eventView(sim, event), pending_webhooks: 1 }, null, 2);
    if (!(await this.#post(url, payload, sim.seconds()))) return false;
    this.#mark(id, 'delivered');
    return true;
  }

  async #post(url: string, payload: string, seconds: number): Promise<boolean> {
    const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([timeout, this.#stop.signal]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, this.#options.secret, seconds),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      this.#stop.signal.throwIfAborted();
      return false;
    }
  }

  #mark(id: string, state: DeliveryRecord['state']): void {
    const sim = this.#sim;
    if (sim === undefined || this.#stop.signal.aborted) return;
    if (sim.state.get('delivery', id)?.state === 'delivered') return;
    sim.state.transaction(() => sim.state.put('delivery', { id, state }));
  }
}
