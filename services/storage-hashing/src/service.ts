import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Loop } from '@g2/kit/loop';
import { createServiceKeys, type RunningService, startService } from '@g2/kit/service';
import { StorageService } from '@g2/proto/storage';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { subscriptions } from './events.ts';
import { httpRoutes, isUpload } from './http/http.ts';
import { startInspector } from './inspection/inspector.ts';
import { startRemover, startSweeper } from './loops.ts';
import { observeDisk, observeScrubs } from './metrics.ts';
import { observeObjects } from './objects/objects-observed.ts';
import { openObjects } from './objects/open-objects.ts';
import { createPeers } from './peers.ts';
import { rpcTable } from './rpc.ts';
import { startScrubber } from './scrubber.ts';
import { openStore } from './store.ts';

export async function start(
  config: Config,
  { log, clock = systemClock }: { log: Logger; clock?: Clock },
): Promise<RunningService> {
  const keys = await createServiceKeys(config);
  const store = openStore(config);
  const objects = observeObjects(openObjects(config, log));
  let remover: Loop | undefined;
  let inspector: Loop | undefined;
  const deps: Deps = {
    config,
    log,
    clock,
    keys,
    store,
    objects,
    peers: createPeers(config, keys),
    wakeRemover: () => remover?.wake(),
    wakeInspector: () => inspector?.wake(),
  };
  const base = { config, log, db: store.db, migrations: new URL('../prisma/migrations/', import.meta.url) };
  return await startService(base, keys, {
    definition: StorageService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    feeds: { registration: config.REGISTRATION_GRPC },
    http: httpRoutes(deps),
    isTransfer: isUpload,
    loops: () => {
      remover = startRemover(deps);
      inspector = startInspector(deps);
      return [remover, inspector, startSweeper(deps), startScrubber(deps)];
    },
    observe: async () => {
      await observeDisk(config.STORAGE_DIR);
      observeScrubs(await store.scrubs.figures(), clock());
    },
    close: async () => {
      deps.peers.close();
      objects.close();
    },
  });
}
