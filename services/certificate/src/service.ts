import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Loop } from '@g2/kit/loop';
import { createServiceKeys, type RunningService, startService } from '@g2/kit/service';
import { CertificatesService } from '@g2/proto/certificate';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { subscriptions } from './events.ts';
import { startStamping } from './evidence/stamping.ts';
import { createIssue } from './issuing/issue.ts';
import { logKey } from './log/key.ts';
import { startSequencer } from './log/sequencer.ts';
import { startCosigning } from './log/witnesses.ts';
import { observe } from './metrics.ts';
import { createPeers } from './peers.ts';
import { rpcTable } from './rpc.ts';
import { createSigning } from './signing/signing.ts';
import { startUpgradeLoop } from './signing/upgrade-loop.ts';
import { openStore } from './store.ts';

export async function start(
  config: Config,
  { log, clock = systemClock }: { log: Logger; clock?: Clock },
): Promise<RunningService> {
  const keys = await createServiceKeys(config);
  const store = openStore(config);
  let loops: Loop[] = [];
  const parts = {
    config,
    log,
    clock,
    store,
    peers: createPeers(config, keys),
    logKey: logKey(config.LOG_KEY, config.LOG_ORIGIN ?? `${new URL(config.PUBLIC_URL).hostname}/log`),
    witnesses: config.LOG_WITNESSES,
    ...(await createSigning(config, log, clock)),
    wake: () => {
      for (const loop of loops) loop.wake();
    },
  };
  const deps: Deps = { ...parts, issue: createIssue(parts) };
  const base = { config, log, db: store.db, migrations: new URL('../prisma/migrations/', import.meta.url) };
  return await startService(base, keys, {
    definition: CertificatesService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    feeds: {
      'payment-credit': config.PAYMENT_GRPC,
      registration: config.REGISTRATION_GRPC,
      'storage-hashing': config.STORAGE_GRPC,
    },
    loops: () => {
      loops = [startSequencer(deps), startCosigning(deps), startUpgradeLoop(deps), ...startStamping(deps)];
      return loops;
    },
    observe: () => observe(store.db, deps.authorities, clock()),
    close: async () => deps.peers.close(),
  });
}
