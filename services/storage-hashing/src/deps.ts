import type { KeyRing } from '@g2/kit/actor';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Config } from './config.ts';
import type { ObjectStore } from './objects/objects.ts';
import type { Peers } from './peers.ts';
import type { Store } from './store.ts';

/** Dependencies of rpcs, routes, event handlers and loops; wired in service.ts. */
export type Deps = {
  config: Config;
  log: Logger;
  clock: Clock;
  keys: KeyRing;
  store: Store;
  objects: ObjectStore;
  peers: Peers;
  wakeRemover: () => void;
  wakeInspector: () => void;
};
