import type { ServiceDefinition } from '@grpc/grpc-js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createKeyRing, type KeyRing } from './actor.ts';
import { awaitListening } from './await-listen.ts';
import { requiresSecondAdmin, type ServiceConfig } from './env.ts';
import { stripTexts, withTexts } from './event-texts.ts';
import type { Subscription } from './events.ts';
import { connectFeeds, type Feeds, feedTable } from './feed.ts';
import { type RpcServer, type RpcTable, serveRpc } from './grpc-server.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHttp, type IsTransfer } from './http.ts';
import { checkKeys } from './key-settings.ts';
import type { Logger } from './log.ts';
import { type Loop, retryForever } from './loop.ts';
import { migrate } from './migrate.ts';
import { withInbox } from './missed-events.ts';
import { type Bus, startBus } from './nats.ts';
import { startObserving } from './observe.ts';
import { startRelay } from './outbox.ts';
import { startReconciler } from './reconcile.ts';

export type RunningService = {
  grpcPort: number;
  httpPort: number;
  bus: Bus;
  /** Loop that fetches missed events; undefined when the service was started without `feeds`. */
  reconciler: Loop | undefined;
  stop(): Promise<void>;
};

export type ServiceParts<D extends ServiceDefinition> = {
  definition: D;
  table: RpcTable<D>;
  subscriptions: Subscription[];
  /** Publishers of the consumed events. Absent in tests of other parts: missed events are then not fetched. */
  feeds?: Feeds;
  /** Runs before the service accepts calls; retried until it succeeds. */
  prepare?: () => Promise<void>;
  /** Adds HTTP routes before the server listens. */
  http?: (app: FastifyInstance) => void;
  /** True for requests that carry a file; other request bodies must arrive within 15 s. */
  isTransfer?: IsTransfer;
  /** Background loops; started last, stopped first. */
  loops?: () => Loop[];
  /** Updates the service's own gauges; called every 15 s. */
  observe?: () => Promise<void>;
  /** Closes the service's own resources at the end of a stop, before the database. */
  close?: () => Promise<void>;
};

export type ServiceBase = {
  config: ServiceConfig;
  log: Logger;
  db: { pool: pg.Pool; ping(): Promise<void>; close(): Promise<void> };
  /** URL of prisma/migrations/ */
  migrations: URL;
};

/** @throws ConfigError for invalid keys */
export async function createServiceKeys(config: ServiceConfig): Promise<KeyRing> {
  checkKeys(config);
  return createKeyRing(config.SERVICE_KEY, config.TRUSTED_KEYS);
}

/** Starts HTTP (probes), migrations, relay, subscriptions, gRPC, loops. Does not wait for NATS or other services. */
export async function startService<D extends ServiceDefinition>(
  { config, log, db, migrations }: ServiceBase,
  keys: KeyRing,
  parts: ServiceParts<D>,
): Promise<RunningService> {
  const abort = new AbortController();
  let ready = false;
  const http = createHttp(
    log,
    async () => {
      if (!ready) return false;
      await db.ping();
      return true;
    },
    parts.isTransfer,
    config.TLS_FOLDER,
  );
  parts.http?.(http.app);
  const httpPort = await awaitListening('HTTP_PORT', http.listen(config.HOST, config.HTTP_PORT));

  const bus = startBus({
    url: config.NATS_URL,
    prefix: config.NATS_PREFIX,
    service: keys.service,
    keys,
    log,
  });
  const feeds = connectFeeds(parts.feeds ?? {}, config.TLS_FOLDER);
  let rpc: RpcServer | undefined;
  const loops: Loop[] = [];
  const stop = async () => {
    // Only a service that was ready, with routes of its own, has clients to wait for.
    const drainMs = ready && parts.http ? config.SHUTDOWN_DRAIN_MS : 0;
    const graceMs = config.SHUTDOWN_GRACE_MS;
    ready = false;
    abort.abort();
    await Promise.all([http.stop({ drainMs, graceMs }), rpc?.stop(graceMs)]);
    await Promise.all(loops.map((loop) => loop.stop()));
    await bus.stop();
    feeds.close();
    await parts.close?.();
    await db.close();
  };
  try {
    await retryForever('database', log, abort.signal, () => migrate(config.DATABASE_URL, migrations));
    const { prepare } = parts;
    if (prepare) await retryForever('preparation', log, abort.signal, prepare);
    loops.push(
      startRelay(db.pool, (row) => bus.publish(stripTexts(row)), log),
      startHousekeeping(db.pool, log),
      startObserving(db.pool, log, async () => parts.observe?.()),
    );
    const subscriptions = parts.subscriptions.map((one) =>
      withInbox(db.pool, withTexts({ keys, feeds, log }, one)),
    );
    bus.subscribe(subscriptions);
    const reconciler =
      parts.feeds && startReconciler({ pool: db.pool, bus, keys, feeds, subscriptions, log });
    if (reconciler) loops.push(reconciler);
    rpc = await awaitListening(
      'GRPC_PORT',
      serveRpc({
        definition: parts.definition,
        table: parts.table,
        feed: feedTable(db.pool, keys),
        keys,
        host: config.HOST,
        port: config.GRPC_PORT,
        log,
        tls: config.TLS_FOLDER,
        secondPerson: requiresSecondAdmin(config),
      }),
    );
    loops.push(...(parts.loops?.() ?? []));
    ready = true;
    log.info({ grpcPort: rpc.port, httpPort }, 'ready');
    return { grpcPort: rpc.port, httpPort, bus, reconciler, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
