import type { Origin } from './event-record.ts';
import type { Params } from './form.ts';
import type { State } from './state.ts';
import type { Webhooks } from './webhooks.ts';

/** Faults and delays that tests switch on through `POST /_sim/hooks`. */
interface Hooks {
  /** Each API call waits this long, in ms, while its idempotency key is in flight. */
  latencyMs: number;
  /** This many next API calls answer 500 and do nothing. */
  failNext: number;
  /** This many next API calls take effect, but their connection is cut before the answer. */
  loseNext: number;
  /** A confirmed intent stays `processing` this long, in ms; 0 settles at once. */
  processingMs: number;
  /** What a card does to its refund later comes after this long, in ms. */
  refundMs: number;
  /** A voucher that is paid, or expires, "immediately" does so after this long, in ms. */
  voucherMs: number;
}

/** What every operation works on. */
export interface Simulation {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly hooks: Hooks;
  /** The clock, in ms. */
  readonly now: () => number;
  /** The clock in whole seconds, as Stripe writes times. */
  readonly seconds: () => number;
  /** Base URL a browser reaches the simulator by. */
  readonly publicBase: () => string;
  /** Has an intent settled once its processing time is over. */
  readonly settleLater: (intentId: string, at: number) => void;
  /** Has a refund become what its card makes of it. */
  readonly finishRefundLater: (refundId: string, at: number) => void;
  /** Has a voucher paid or expired when its time has come. */
  readonly followVoucherLater: (intentId: string, at: number) => void;
}

/** One API call, checked and decoded. */
export interface Call {
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  readonly params: Params;
  readonly origin: Origin;
  /** Browsers call with the publishable key and get Stripe's reduced view, with texts in pt-BR. */
  readonly browser: boolean;
}
