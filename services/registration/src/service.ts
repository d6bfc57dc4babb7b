import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import { startShardMerge } from '@g2/kit/merge-shards';
import { createServiceKeys, type RunningService, startService } from '@g2/kit/service';
import { RegistrationsService } from '@g2/proto/registration';
import { civilDay } from '@g2/terms/civil-days';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { subscriptions } from './events.ts';
import { observe } from './metrics.ts';
import { createPeers } from './peers.ts';
import { rpcTable } from './rpc.ts';
import { eraseRegistrations } from './store/accounts.ts';
import { SHARDED_TABLES } from './store/days.ts';
import { releaseAssignments, sweepDropped } from './store/dropped-assignments.ts';
import { countSteps } from './store/steps.ts';
import { deleteOldTickets, sweepTickets } from './store/tickets.ts';
import { sweepUnpaidFiles } from './store/unpaid-files.ts';
import { sweepViewers } from './store/viewing.ts';
import { type Database, openStore } from './store.ts';

/** Interval for counting status changes, ms. Reads of the sums count the rest. */
const STEP_COUNT_MS = 5_000;

type Options = { log: Logger; clock?: Clock };

export async function start(config: Config, { log, clock = systemClock }: Options): Promise<RunningService> {
  const keys = await createServiceKeys(config);
  const db = openStore(config);
  const accounts: Loop[] = [];
  const deps: Deps = {
    db,
    keys,
    peers: createPeers(config, keys),
    clock,
    log,
    wakeAccounts() {
      for (const loop of accounts) loop.wake();
    },
  };
  const migrations = new URL('../prisma/migrations/', import.meta.url);
  return startService({ config, log, db, migrations }, keys, {
    definition: RegistrationsService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    feeds: {
      certificate: config.CERTIFICATE_GRPC,
      identity: config.IDENTITY_GRPC,
      'payment-credit': config.PAYMENT_GRPC,
      'storage-hashing': config.STORAGE_GRPC,
    },
    loops() {
      accounts.push(
        startLoop('assignments', config.ACCOUNT_SWEEP_MS, log, () => releaseAssignments(db, clock())),
        startLoop('deleted-accounts', config.ACCOUNT_SWEEP_MS, log, () => eraseRegistrations(db, clock())),
      );
      return [...accounts, ...sweeps(db, config, log, clock)];
    },
    observe: () => observe(db),
    close: async () => deps.peers.close(),
  });
}

const sweeps = (db: Database, config: Config, log: Logger, clock: Clock): Loop[] => [
  startLoop('upload-tickets', config.TICKET_SWEEP_MS, log, async (signal) => {
    const more = await sweepTickets(db, clock());
    if (!more) await deleteOldTickets(db, clock(), signal);
    return more;
  }),
  startLoop('dropped-assignments', config.UNPAID_SWEEP_MS, log, async (signal) => {
    await sweepDropped(db, clock(), signal);
    return undefined;
  }),
  startLoop('viewers', config.VIEWER_SWEEP_MS, log, () => sweepViewers(db, clock())),
  startLoop('unpaid-files', config.UNPAID_SWEEP_MS, log, (signal) => sweepUnpaidFiles(db, clock(), signal)),
  startLoop('steps', STEP_COUNT_MS, log, () => countSteps(db)),
  startShardMerge(db.pool, log, SHARDED_TABLES, () => civilDay(clock())),
];
