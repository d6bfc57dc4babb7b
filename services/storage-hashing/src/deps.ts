import type { KeyRing } from '@g2/kit/actor';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Config } from './config.ts';
import type { Objects } from './objects/objects.ts';
import type { Peers } from './peers.ts';
import type { Store } from './store.ts';

/** What rpcs, routes, loops and event handlers work with; wired in service.ts. */
export type Deps = {
  config: Config;
  log: Logger;
  clock: Clock;
  keys: KeyRing;
  store: Store;
  objects: Objects;
  peers: Peers;
  /** Has what is due removed now. */
  wakeRemover: () => void;
  /** Has what was attached looked into now. */
  wakeInspector: () => void;
};
