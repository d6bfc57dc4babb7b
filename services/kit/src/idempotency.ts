import { createHash } from 'node:crypto';
import { AppError } from '@g2/terms/errors';
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tx } from './outbox.ts';

/** `scope`: Idempotency-Key with user and rpc; `requestHash`: SHA-256 of the request. */
export type Idempotency = { scope: string; requestHash: string };

type Codec<T> = { fromJSON(object: unknown): T; toJSON(message: T): unknown };

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Runs `operation` once per idempotency key, in the caller's transaction (api-rules H6: a key is valid per
 * user and route, for 24 h). A repetition returns the first response, stored with `codec`; a concurrent
 * repetition waits for it. Without a key `operation` always runs.
 * @throws AppError idempotency-mismatch for another request with the same key
 */
export async function runIdempotent<T>(
  tx: Tx,
  idempotency: Idempotency | undefined,
  codec: Codec<T>,
  operation: () => Promise<T>,
): Promise<T> {
  if (!idempotency) return operation();
  const { scope, requestHash } = idempotency;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${scope}, 0))`.execute(tx);
  const found = await sql<{ requestHash: string; response: unknown; live: boolean }>`
    SELECT request_hash, response, created_at > now() - interval '24 hours' AS live
    FROM idempotency_keys WHERE scope = ${scope}`.execute(tx);
  const known = found.rows[0];
  if (known?.live) {
    if (known.requestHash !== requestHash) throw new AppError('idempotency-mismatch');
    return codec.fromJSON(known.response);
  }
  const response = await operation();
  await sql`INSERT INTO idempotency_keys (scope, request_hash, response)
    VALUES (${scope}, ${requestHash}, ${JSON.stringify(codec.toJSON(response))}::jsonb)
    ON CONFLICT (scope) DO UPDATE SET request_hash = excluded.request_hash, response = excluded.response,
      created_at = now()`.execute(tx);
  return response;
}

/** As `runIdempotent`, in a transaction of its own. */
export const idempotentTx = <Tables, T>(
  db: Database<Tables>,
  idempotency: Idempotency | undefined,
  codec: Codec<T>,
  operation: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> => db.tx((tx) => runIdempotent(tx, idempotency, codec, () => operation(tx)));
