import { setTimeout as delay } from 'node:timers/promises';
import { createSignatureVerifier } from '@g2/kit/actor';
import { awaitListening } from '@g2/kit/await-listen';
import { checkKeys } from '@g2/kit/key-settings';
import type { Logger } from '@g2/kit/log';
import { startBus } from '@g2/kit/nats';
import { buildApp } from './app.ts';
import { closeClients, connectClients } from './clients.ts';
import type { Config } from './config.ts';
import { createStorageClient } from './files/storage-client.ts';

/** Time for responses and event streams to end after the last accepted request, ms. */
const CLOSING_MS = 2_000;

export type Gateway = { httpPort: number; url: string; stop(): Promise<void> };

/** Starts without waiting for the services: routes that need an unavailable one respond 503. */
export async function start(config: Config, { log }: { log: Logger }): Promise<Gateway> {
  checkKeys(config);
  const clients = connectClients(config);
  const storage = createStorageClient(config);
  const bus = startBus({
    url: config.NATS_URL,
    prefix: config.NATS_PREFIX,
    service: 'gateway',
    trust: createSignatureVerifier(config.TRUSTED_KEYS),
    log,
  });
  const { app, setReady, connections } = await buildApp(config, { log, clients, storage, bus });

  const stop = async () => {
    setReady(false);
    // First announce the close with `Connection: close`: on a socket that closes without notice, the client
    // may already have sent a request.
    connections.announceClose();
    // The limit ends long uploads. It is at least the drain time plus `CLOSING_MS`, so that short responses
    // can end even with a small grace period.
    const graceMs = Math.max(config.SHUTDOWN_GRACE_MS, config.SHUTDOWN_DRAIN_MS + CLOSING_MS);
    const forceClose = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await delay(config.SHUTDOWN_DRAIN_MS);
    await connections.idleConnectionsClosed(
      Math.min(config.SHUTDOWN_KEPT_MS, graceMs - config.SHUTDOWN_DRAIN_MS - CLOSING_MS),
    );
    await app.close();
    clearTimeout(forceClose);
    await bus.stop();
    await storage.close();
    closeClients(clients);
  };
  try {
    await awaitListening('HTTP_PORT', app.listen({ host: config.HOST, port: config.HTTP_PORT }));
  } catch (error) {
    await stop();
    throw error;
  }
  const address = app.server.address();
  const httpPort = typeof address === 'object' && address ? address.port : config.HTTP_PORT;
  setReady(true);
  log.info({ httpPort }, 'ready');
  return { httpPort, url: `http://127.0.0.1:${httpPort}`, stop };
}
