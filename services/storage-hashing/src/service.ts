import { connectRpc } from '@g2/kit/grpc-client';
import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Loop } from '@g2/kit/loop';
import { keysFrom, type Running, startService } from '@g2/kit/service';
import { RegistrationsService } from '@g2/proto/registration';
import { StorageService } from '@g2/proto/storage';
import type { Config } from './config.ts';
import { subscriptions } from './events.ts';
import { httpRoutes, isUpload } from './http.ts';
import { startRemover, startSweeper } from './loops.ts';
import { observeDisk } from './metrics.ts';
import { watchObjects } from './objects-watched.ts';
import { openObjects } from './open-objects.ts';
import { rpcTable } from './rpc.ts';
import { openStore } from './store.ts';

type Overrides = { log: Logger; clock?: Clock };

/** Starts storage-hashing: objects, their hashes, and what is known of the ZIPs. */
export async function start(config: Config, { log, clock = systemClock }: Overrides): Promise<Running> {
  const keys = await keysFrom(config);
  const store = openStore(config);
  const objects = watchObjects(openObjects(config, log));
  const registrations = connectRpc(RegistrationsService, config.REGISTRATION_GRPC);
  const deps = { config, log, clock, keys, store, objects, registrations };
  let remover: Loop | undefined;
  const base = { config, log, db: store.db, migrations: new URL('../prisma/migrations/', import.meta.url) };
  return await startService(base, keys, {
    definition: StorageService,
    table: rpcTable(deps),
    subscriptions: subscriptions({ ...deps, wakeRemover: () => remover?.wake() }),
    http: httpRoutes(deps),
    isTransfer: isUpload,
    loops: () => {
      remover = startRemover(deps);
      return [remover, startSweeper(deps)];
    },
    observe: () => observeDisk(config.STORAGE_DIR),
    close: async () => {
      registrations.close();
      objects.close();
    },
  });
}
