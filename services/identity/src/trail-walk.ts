import { type Fault, faultsOf, GENESIS, type Head, type Link } from './domain/chain.ts';

/** Columns of a row, as the chain takes them. */
export const CONTENT = `id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, action,
  actor_id AS "actorId", subject_type AS "subjectType", subject_id AS "subjectId", request_id AS "requestId", detail,
  encode(address_hash, 'hex') AS "addressHash"`;

/** The rows after $1, at most $2. @param table of the trail */
export const linksAfter = (table: string): string =>
  `SELECT ${CONTENT}, position::float8 AS position, hash, address, address_salt AS "addressSalt"
   FROM ${table} AS t WHERE t.position > $1 ORDER BY t.position LIMIT $2`;

/** Rows that are in no chain although their time has come. */
export const leftOut = (table: string): string =>
  `SELECT id FROM ${table} AS t WHERE position IS NULL AND at < now() - interval '5 minutes' ORDER BY t.at LIMIT 100`;

/** Rows in hand at once. */
export const WALK_PAGE = 1_000;

export type Walked = {
  /** Where the chain ends. */
  head: Head;
  faults: Fault[];
  /** What it was at a place known from before; undefined where nothing was asked. */
  isSame?: boolean | undefined;
};

/**
 * Walks the whole chain from its beginning. Each row is compared with what the one before says of itself, so that one
 * changed row is told of once.
 * @param read the rows after a position, `WALK_PAGE` of them
 * @param since a place that an earlier walk ended at, noted where the database's owner has no hand: what was taken off
 * the end, or made anew from the beginning, shows by it alone
 */
export async function walk(read: (after: number) => Promise<Link[]>, since?: Head): Promise<Walked> {
  let head = GENESIS;
  let isSame = since && since.position === GENESIS.position;
  const faults: Fault[] = [];
  for (;;) {
    const links = await read(head.position);
    for (const link of links) {
      faults.push(...faultsOf(head, link));
      head = { position: link.position, hash: link.hash };
      if (since?.position === head.position) isSame = since.hash.equals(head.hash);
    }
    if (links.length < WALK_PAGE) return { head, faults, isSame };
  }
}
