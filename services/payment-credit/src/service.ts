import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Loop } from '@g2/kit/loop';
import { startShardMerge } from '@g2/kit/merge-shards';
import { createServiceKeys, type RunningService, startService } from '@g2/kit/service';
import { PaymentsService } from '@g2/proto/payment';
import { civilDay } from '@g2/terms/civil-days';
import type { Config } from './config.ts';
import { subscriptions } from './events.ts';
import { startReconciler, startSettler } from './loops.ts';
import { observePayments } from './metrics.ts';
import { createPeers } from './peers.ts';
import { SHARDED_SUMS } from './reports/store-days.ts';
import { rpcTable } from './rpc.ts';
import { openStore } from './store.ts';
import { connectStripe } from './stripe/api.ts';
import { createRefusalLog } from './stripe/refusals.ts';
import type { StripeDeps } from './stripe/webhook-events.ts';
import { webhookRoute } from './stripe/webhook-route.ts';

export async function start(
  config: Config,
  { log, clock = systemClock }: { log: Logger; clock?: Clock },
): Promise<RunningService> {
  const db = openStore(config);
  const keys = await createServiceKeys(config);
  let reconciler: Loop | undefined;
  const stripe = connectStripe(config, clock, log);
  const deps: StripeDeps = {
    config,
    db,
    provider: stripe,
    stripe,
    peers: createPeers(config, keys),
    refusals: createRefusalLog(db, clock, log),
    clock,
    log,
    waits: { staleMs: config.STALE_AFTER_MS, remindMs: config.REMIND_AFTER_MS },
    settling: new Map(),
    wakeReconciler: () => reconciler?.wake(),
  };
  const migrations = new URL('../prisma/migrations/', import.meta.url);
  return startService({ config, log, db, migrations }, keys, {
    definition: PaymentsService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    feeds: { identity: config.IDENTITY_GRPC, registration: config.REGISTRATION_GRPC },
    http: webhookRoute(deps),
    loops: () => {
      reconciler = startReconciler(deps);
      const folding = startShardMerge(db.pool, log, SHARDED_SUMS, () => civilDay(clock()));
      return [startSettler(deps), reconciler, folding];
    },
    observe: () => observePayments(db),
    close: async () => deps.peers.close(),
  });
}
