import { connectRpc } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import { keysFrom, type Running, startService } from '@g2/kit/service';
import { CertificatesService } from '@g2/proto/certificate';
import { RegistrationsService } from '@g2/proto/registration';
import type { Config } from './config.ts';
import { subscriptions } from './events.ts';
import { createIssue } from './issue.ts';
import { rpcTable } from './rpc.ts';
import { openStore } from './store.ts';

/** Starts certificate: what was issued, to whom, as which bytes. */
export async function start(config: Config, { log }: { log: Logger }): Promise<Running> {
  const keys = await keysFrom(config);
  const store = openStore(config);
  const registrations = connectRpc(RegistrationsService, config.REGISTRATION_GRPC);
  const deps = { log, keys, registrations, store, issue: createIssue(store, config.PUBLIC_URL) };
  const base = { config, log, db: store.db, migrations: new URL('../prisma/migrations/', import.meta.url) };
  return await startService(base, keys, {
    definition: CertificatesService,
    table: rpcTable(deps),
    subscriptions: subscriptions(deps),
    close: async () => registrations.close(),
  });
}
