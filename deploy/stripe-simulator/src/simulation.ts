import type { Origin } from './event-record.ts';
import type { Params } from './form.ts';
import type { State } from './state.ts';
import type { Webhooks } from './webhooks.ts';

/** Faults and delays set by `POST /_sim/hooks`. */
interface Hooks {
  /** Delay of each API call, ms, while its idempotency key is in use. */
  latencyMs: number;
  /** Number of next API calls that return 500 without effect. */
  failNext: number;
  /** Number of next API calls that take effect but lose their response. */
  loseNext: number;
  /** Duration of `processing`, ms; 0 settles at once. */
  processingMs: number;
  /** Delay of a card's later refund result, ms. */
  refundMs: number;
  /** Delay of an "immediate" voucher result, ms. */
  voucherMs: number;
}

export interface Simulation {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly hooks: Hooks;
  /** ms. */
  readonly now: () => number;
  /** Whole seconds, as in Stripe's times. */
  readonly seconds: () => number;
  readonly publicBase: () => string;
  /** Runs `work` in a transaction at a time, ms. */
  readonly later: (at: number, work: () => void) => void;
}

export interface Call {
  /** Empty when the path has no id. */
  readonly id: string;
  readonly params: Params;
  readonly origin: Origin;
  /** True for the publishable key: reduced view, pt-BR texts. */
  readonly browser: boolean;
}
