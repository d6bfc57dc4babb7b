import type { KeyRing } from '@g2/kit/actor';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Peers } from './peers.ts';
import type { Database } from './store.ts';

/** What rpcs and event handlers work with; wired in service.ts. */
export type Deps = {
  db: Database;
  keys: KeyRing;
  peers: Peers;
  clock: Clock;
  log: Logger;
  /** Has what was heard of accounts carried out now. */
  wakeAccounts(): void;
};
