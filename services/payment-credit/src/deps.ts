import type { RpcClient } from '@g2/kit/grpc-client';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { RegistrationsService } from '@g2/proto/registration';
import type { Config } from './config.ts';
import type { Waits } from './domain/registration-payment.ts';
import type { Refusals } from './refusals.ts';
import type { Settlements } from './settlements.ts';
import type { Database } from './store.ts';
import type { StripeApi } from './stripe.ts';

/** What the parts of this service share. */
export type Deps = {
  config: Config;
  db: Database;
  stripe: StripeApi;
  registrations: RpcClient<typeof RegistrationsService>;
  settlements: Settlements;
  refusals: Refusals;
  clock: Clock;
  log: Logger;
  waits: Waits;
  /** Wakes the reconciler: something is due now. */
  wake: () => void;
};
