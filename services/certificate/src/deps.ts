import type { Logger } from '@g2/kit/log';
import type { Issue } from './issue.ts';
import type { Peers } from './peers.ts';
import type { Signing } from './signing.ts';
import type { Store } from './store.ts';

/** What rpcs and event handlers work with; wired in service.ts. */
export type Deps = { log: Logger; store: Store; peers: Peers; signing: Signing; issue: Issue };
