import type { KeyRing } from '@g2/kit/actor';
import type { RpcClient } from '@g2/kit/grpc-client';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { RegistrationsService } from '@g2/proto/registration';
import type { Config } from './config.ts';
import type { RegistrationPayment, Waits } from './payments/domain/registration-payment.ts';
import type { Database } from './store.ts';
import type { StripeApi } from './stripe/api.ts';
import type { Refusals } from './stripe/refusals.ts';

/** What the parts of this service share. */
export type Deps = {
  config: Config;
  db: Database;
  stripe: StripeApi;
  registrations: RpcClient<typeof RegistrationsService>;
  keys: KeyRing;
  refusals: Refusals;
  clock: Clock;
  log: Logger;
  waits: Waits;
  /** Captured payments whose registration is being asked, by their id. */
  settling: Map<string, Promise<RegistrationPayment>>;
  /** Wakes the reconciler: something is due now. */
  wake: () => void;
};
