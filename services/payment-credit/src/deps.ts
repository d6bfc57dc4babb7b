import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Config } from './config.ts';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Peers } from './peers.ts';
import type { RetryDelays } from './schedule.ts';
import type { Database } from './store.ts';

/** Wired in service.ts. */
export type Deps = {
  config: Config;
  db: Database;
  provider: PaymentProvider;
  peers: Peers;
  clock: Clock;
  log: Logger;
  waits: RetryDelays;
  /** Single-flight: settlements under way, by payment id. */
  settling: Map<string, Promise<RegistrationPayment>>;
  /** Makes the reconciler run now. */
  wakeReconciler: () => void;
};

export type ScheduleDeps = Pick<Deps, 'clock' | 'waits'>;
