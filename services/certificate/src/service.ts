import type { Logger } from '@g2/kit/log';
import { keysFrom, type Running, startService } from '@g2/kit/service';
import { CertificatesService } from '@g2/proto/certificate';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { subscriptions } from './events.ts';
import { createIssue } from './issue.ts';
import { createPeers } from './peers.ts';
import { rpcTable } from './rpc.ts';
import { openSigning } from './signing.ts';
import { openStore } from './store.ts';

/** Starts certificate: what was issued, to whom, as which bytes. */
export async function start(config: Config, { log }: { log: Logger }): Promise<Running> {
  const keys = await keysFrom(config);
  const signing = await openSigning(config, log, new Date());
  const store = openStore(config);
  const issue = createIssue(store, config.PUBLIC_URL);
  const deps: Deps = { log, store, peers: createPeers(config, keys), signing, issue };
  const base = { config, log, db: store.db, migrations: new URL('../prisma/migrations/', import.meta.url) };
  return await startService(base, keys, {
    definition: CertificatesService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    close: async () => deps.peers.close(),
  });
}
