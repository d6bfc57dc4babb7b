import {
  type ChainedRow,
  type ChainFault,
  type ChainHead,
  faultsOf,
  GENESIS,
} from '../domain/audit-chain.ts';

/** The columns of `Content`. */
export const CONTENT_COLUMNS = `id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, action,
  actor_id AS "actorId", subject_type AS "subjectType", subject_id AS "subjectId", request_id AS "requestId", detail,
  encode(address_hash, 'hex') AS "addressHash"`;

/** $1: position; $2: limit. */
export const linksAfter = (table: string): string =>
  `SELECT ${CONTENT_COLUMNS}, position::float8 AS position, hash, address, address_salt AS "addressSalt"
   FROM ${table} AS t WHERE t.position > $1 ORDER BY t.position LIMIT $2`;

/** Rows that should be chained by now. */
export const unchainedQuery = (table: string): string =>
  `SELECT id FROM ${table} AS t WHERE position IS NULL AND at < now() - interval '5 minutes' ORDER BY t.at LIMIT 100`;

export const WALK_PAGE = 1_000;

export type Walked = {
  head: ChainHead;
  faults: ChainFault[];
  /** The chain still contains `since`; undefined without it. */
  continuesSince?: boolean | undefined;
};

/**
 * Walks the whole chain. Compares each row with the stored values of the row before: one changed row is one fault.
 * @param read up to `WALK_PAGE` rows after a position
 * @param since end of an earlier walk, stored outside the database: reveals rows cut off the end and a rebuilt chain
 */
export async function walk(
  read: (after: number) => Promise<ChainedRow[]>,
  since?: ChainHead,
): Promise<Walked> {
  let head = GENESIS;
  let continuesSince = since && since.position === GENESIS.position;
  const faults: ChainFault[] = [];
  for (;;) {
    const links = await read(head.position);
    for (const link of links) {
      faults.push(...faultsOf(head, link));
      head = { position: link.position, hash: link.hash };
      if (since?.position === head.position) continuesSince = since.hash.equals(head.hash);
    }
    if (links.length < WALK_PAGE) return { head, faults, continuesSince };
  }
}
