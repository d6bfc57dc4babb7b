import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { startLoop } from '@g2/kit/loop';
import { keysFrom, type Running, startService } from '@g2/kit/service';
import { RegistrationsService } from '@g2/proto/registration';
import type { Config } from './config.ts';
import { subscriptions } from './events.ts';
import { connectIdentity } from './identity.ts';
import { observe } from './metrics.ts';
import { rpcTable } from './rpc.ts';
import { openDatabase } from './store.ts';
import { sweepTickets } from './store-uploads.ts';

type Parts = { log: Logger; clock?: Clock };

export async function start(config: Config, { log, clock = systemClock }: Parts): Promise<Running> {
  const keys = await keysFrom(config);
  const db = openDatabase(config.DATABASE_URL, config.DATABASE_POOL);
  const identity = connectIdentity(config.IDENTITY_GRPC, keys);
  const deps = { db, keys, identity, clock };
  const migrations = new URL('../prisma/migrations/', import.meta.url);
  return startService({ config, log, db, migrations }, keys, {
    definition: RegistrationsService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    loops: () => [startLoop('upload-tickets', config.TICKET_SWEEP_MS, log, () => sweepTickets(db, clock()))],
    observe: () => observe(db),
    close: async () => identity.close(),
  });
}
