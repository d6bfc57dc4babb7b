import { FeedService, type Position, type PublishedPage } from '@g2/proto/feed';
import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import type { Actor, KeyRing } from './actor.ts';
import { envelopeOf, ownerOfType, signEnvelope } from './envelope.ts';
import { connectRpc, type RpcClient } from './grpc-client.ts';
import type { RpcTable } from './grpc-server.ts';
import { consumedBy } from './nats-permissions.ts';
import type { OutboxRow } from './outbox.ts';
import { type ServiceName, serviceNames } from './provision.ts';

/** Addresses (host:port) of the services that publish events and offer them in a feed. */
export type Feeds = Readonly<Partial<Record<ServiceName, string>>>;

/** Clients of the feeds, by publishing service. */
export type FeedClients = { get(owner: string): RpcClient<typeof FeedService> | undefined; close(): void };

export function connectFeeds(feeds: Feeds, tls: string | undefined): FeedClients {
  const clients = new Map(
    Object.entries(feeds).map(([owner, address]) => [owner, connectRpc(FeedService, address, { tls })]),
  );
  return {
    get: (owner) => clients.get(owner),
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

const PAGE = 500;
/** Events per response, far below gRPC's limit (4 MiB). */
export const FEED_BATCH = 20;
/** After this delay NATS has delivered the event, and no relay (max. 20 s) can commit an earlier `published_at`. */
const MIN_AGE = `interval '60 s'`;
const microsecondsOf = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`;
const timestampFrom = (parameter: string) =>
  `(timestamptz 'epoch' + ${parameter}::float8 * interval '1 microsecond')`;

/** Uses outbox_published_at_idx, so it reads only rows after the position. */
export const LIST_PUBLISHED = `SELECT id, seq, ${microsecondsOf('published_at')} AS us FROM outbox
  WHERE published_at >= ${timestampFrom('$1')} AND published_at <= now() - ${MIN_AGE}
    AND (published_at, seq) > (${timestampFrom('$1')}, $2::bigint) AND type = $3
  ORDER BY published_at, seq LIMIT ${PAGE}`;

/** Lists published events, so that consumers can find missed ones (reconcile.ts). */
export function feedTable(pool: pg.Pool, keys: KeyRing): RpcTable<typeof FeedService> {
  const consumers = serviceNames.filter((name) =>
    consumedBy(name).some((type) => ownerOfType(type) === keys.service),
  );
  const allow = consumers.map((name) => `service:${name}` as const);
  return {
    listPublished: {
      allow,
      async run({ type, after }, { actor }) {
        if (!typesOf(actor).includes(type)) throw new AppError('forbidden');
        return await pageAfter(pool, type, after);
      },
    },
    getEvents: {
      allow,
      async run({ ids }, { actor }) {
        if (ids.length > FEED_BATCH) throw new AppError('invalid-input');
        const { rows } = await pool.query<OutboxRow>(
          `SELECT id, type, aggregate_id, version, data, traceparent, created_at FROM outbox
           WHERE id = ANY($1::uuid[]) AND type = ANY($2) ORDER BY seq`,
          [ids, typesOf(actor)],
        );
        const events = rows.map((row) => {
          const envelope = envelopeOf(row);
          return {
            ...envelope,
            signature: signEnvelope(keys, envelope),
            traceparent: row.traceparent ?? '',
          };
        });
        return { events };
      },
    },
  };
}

const typesOf = (actor: Actor): readonly string[] => {
  const caller = actor.kind === 'service' && serviceNames.find((name) => name === actor.name);
  return caller ? consumedBy(caller) : [];
};

async function pageAfter(pool: pg.Pool, type: string, after: Position | undefined): Promise<PublishedPage> {
  const { rows: times } = await pool.query<{ now: number; settled: number }>(
    `SELECT ${microsecondsOf('now()')} AS now, ${microsecondsOf(`now() - ${MIN_AGE}`)} AS settled`,
  );
  const { now = 0, settled: us = 0 } = times[0] ?? {};
  const settled = { publishedUs: us, seq: 0 };
  // The first request has no position and starts now: an earlier release of the consumer may have handled
  // older events without recording them in its inbox.
  if (!after) return { ids: [], next: { publishedUs: now, seq: 0 }, more: false };
  const { rows } = await pool.query<{ id: string; seq: number; us: number }>(LIST_PUBLISHED, [
    after.publishedUs,
    after.seq,
    type,
  ]);
  const ids = rows.map(({ id }) => id);
  const last = rows.at(-1);
  if (rows.length === PAGE && last) return { ids, next: { publishedUs: last.us, seq: last.seq }, more: true };
  return { ids, next: settled.publishedUs > after.publishedUs ? settled : after, more: false };
}
