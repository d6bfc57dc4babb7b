import type { Origin } from './event-record.ts';
import type { Params } from './form.ts';
import type { State } from './state.ts';
import type { Webhooks } from './webhooks.ts';

/** Longest time of a Node.js timer, ms. A longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Faults and delays set by `POST /_sim/hooks`. */
interface Hooks {
  /** Delay of each API call, ms, while its idempotency key is in use. */
  latencyMs: number;
  /** Number of next API calls that return 500 without effect. */
  failNext: number;
  /** Number of next API calls that take effect but lose their response. */
  loseNext: number;
  /** Time that an intent stays in `processing`, ms; 0 completes it at once. */
  processingMs: number;
  /** Time until a card's pending or failing refund gets its result, ms. */
  refundMs: number;
  /** Delay of the result that a voucher's test e-mail calls immediate, ms. */
  voucherMs: number;
}

export interface Simulation {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly hooks: Hooks;
  /** Current time, ms. */
  readonly now: () => number;
  /** Current time in whole seconds, like Stripe's timestamps. */
  readonly seconds: () => number;
  readonly publicBase: () => string;
  /** Schedules `work` for a time (ms). It then runs in a transaction. */
  readonly later: (at: number, work: () => void) => void;
}

export interface Call {
  /** Id in the path; empty when the path has none. */
  readonly id: string;
  readonly params: Params;
  readonly origin: Origin;
  /** True for a call with the publishable key: reduced fields and pt-BR error texts. */
  readonly browser: boolean;
}
