import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Config } from './config.ts';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Peers } from './peers.ts';
import type { RetryDelays } from './schedule.ts';
import type { Database } from './store.ts';

/** Dependencies of the rpcs, event handlers and loops; wired in service.ts. */
export type Deps = {
  config: Config;
  db: Database;
  provider: PaymentProvider;
  peers: Peers;
  clock: Clock;
  log: Logger;
  waits: RetryDelays;
  /** Settlements in progress, by payment id, so that concurrent calls share one (single-flight). */
  settling: Map<string, Promise<RegistrationPayment>>;
  wakeReconciler: () => void;
};

export type ScheduleDeps = Pick<Deps, 'clock' | 'waits'>;
