import type { KeyRing } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { RegistrationsService } from '@g2/proto/registration';
import type { Peers } from './peers.ts';
import type { Database } from './store.ts';

/** Dependencies of rpcs and event handlers; wired in service.ts. */
export type Deps = {
  db: Database;
  keys: KeyRing;
  peers: Peers;
  clock: Clock;
  log: Logger;
  /** Processes pending account changes now. */
  wakeAccounts: () => void;
};

/** Handlers of some of the service's rpcs; rpc.ts merges all parts. */
export type RegistrationRpcs = Partial<RpcTable<RegistrationsService>>;
