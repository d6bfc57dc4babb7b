import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Config } from './config.ts';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import type { Peers } from './peers.ts';
import type { Waits } from './schedule.ts';
import type { Database } from './store.ts';
import type { StripeApi } from './stripe/api.ts';
import type { Refusals } from './stripe/refusals.ts';

/** What rpcs, event handlers and loops work with; wired in service.ts. */
export type Deps = {
  config: Config;
  db: Database;
  stripe: StripeApi;
  peers: Peers;
  refusals: Refusals;
  clock: Clock;
  log: Logger;
  waits: Waits;
  /** Captured payments whose registration is being asked, by their id. */
  settling: Map<string, Promise<RegistrationPayment>>;
  /** Has the reconciler look at what is due now. */
  wakeReconciler: () => void;
};

/** What a change that waits for nobody needs. */
export type Timed = Pick<Deps, 'clock' | 'waits'>;
