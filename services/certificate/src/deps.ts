import type { Delivery } from '@g2/kit/events';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Witness } from '@g2/proof/witness';
import type { Config } from './config.ts';
import type { CertificateStatement } from './domain/certificate.ts';
import type { LogKey } from './log/key.ts';
import type { Peers } from './peers.ts';
import type { Signing } from './signing/signing.ts';
import type { Store } from './store.ts';

export type IssueCertificate = (statement: CertificateStatement, delivery?: Delivery) => Promise<Buffer>;

/** Dependencies of rpcs, event handlers and loops; wired in service.ts. */
export type Deps = Signing & {
  config: Config;
  log: Logger;
  clock: Clock;
  store: Store;
  peers: Peers;
  issue: IssueCertificate;
  logKey: LogKey;
  witnesses: readonly Witness[];
  wake: () => void;
};
