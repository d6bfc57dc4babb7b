import { deleteExpired } from '@g2/kit/housekeeping';
import { type Clock, systemClock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import { createServiceKeys, type RunningService, startService } from '@g2/kit/service';
import { IdentityService } from '@g2/proto/identity';
import { preparePasswordScore } from '@g2/terms/password-strength';
import { type Config, configuredProviders } from './config.ts';
import type { Deps } from './deps.ts';
import { subscriptions } from './events.ts';
import { createConcurrencyLimit } from './limits/concurrency-limit.ts';
import { createThrottle } from './limits/throttle.ts';
import {
  createMailTransport,
  startAssignmentDigests,
  startMailer,
  startRequestMails,
} from './mailing/mailer.ts';
import { observe, throttled } from './metrics.ts';
import { createPeers } from './peers.ts';
import { startPictures } from './pictures/pictures.ts';
import { createProviders } from './providers/providers.ts';
import { rpcTable } from './rpc.ts';
import { seed } from './seed.ts';
import { createPasskeys } from './sign-in/passkeys.ts';
import { createPasswords, MAX_CONCURRENT_PER_PARTY } from './sign-in/passwords.ts';
import { expiredRows } from './store/expired.ts';
import { openStore } from './store.ts';
import { startTrail } from './trail/audit-trail.ts';

const HOUR_MS = 3_600_000;

/** Starts the service; it is ready once the seed accounts exist. */
export async function start(
  config: Config,
  { log, clock = systemClock }: { log: Logger; clock?: Clock },
): Promise<RunningService> {
  const db = openStore(config);
  const keys = await createServiceKeys(config);
  const transport = createMailTransport(config);
  let mailer: Loop | undefined;
  let pictures: Loop | undefined;
  let resets: Loop | undefined;
  const deps: Deps = {
    config,
    clock,
    db,
    keys,
    passwords: createPasswords(),
    passkeys: createPasskeys(config.PUBLIC_URL),
    throttle: createThrottle(db.pool, config),
    concurrencyLimit: createConcurrencyLimit(MAX_CONCURRENT_PER_PARTY, () =>
      throttled.inc({ kind: 'waiting' }),
    ),
    providers: createProviders(configuredProviders(config), { publicUrl: config.PUBLIC_URL, keys, log }),
    peers: createPeers(config, keys),
    triggerMailer: () => mailer?.wake(),
    triggerRequestMails: () => resets?.wake(),
    wakePictures: () => pictures?.wake(),
  };
  const startLoops = (): Loop[] => {
    mailer = startMailer(db, transport, config.MAIL_RETRY_MS, clock, log);
    pictures = startPictures(db, config, clock, log);
    resets = startRequestMails(deps, log);
    const cleanup = startLoop('sweep', HOUR_MS, log, async (signal) => {
      await deleteExpired(db.pool, expiredRows(clock()), signal);
      return undefined;
    });
    const digests = startAssignmentDigests(deps, log);
    return [mailer, pictures, resets, digests, cleanup, ...startTrail(db, clock, log)];
  };

  const base = { config, log, db, migrations: new URL('../prisma/migrations/', import.meta.url) };
  return startService(base, keys, {
    definition: IdentityService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    feeds: {
      certificate: config.CERTIFICATE_GRPC,
      'payment-credit': config.PAYMENT_GRPC,
      registration: config.REGISTRATION_GRPC,
      'storage-hashing': config.STORAGE_GRPC,
    },
    prepare: () => {
      preparePasswordScore();
      return seed(deps);
    },
    loops: startLoops,
    observe: () => observe(db),
    async close() {
      transport.close();
      deps.peers.close();
    },
  });
}
