import {
  type ChainedRow,
  type ChainFault,
  type ChainHead,
  faultsOf,
  GENESIS,
} from '../domain/audit-chain.ts';

/** SQL of the columns of `ChainContent`. */
export const CONTENT_COLUMNS = `id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, action,
  actor_id AS "actorId", subject_type AS "subjectType", subject_id AS "subjectId", request_id AS "requestId", detail,
  encode(address_hash, 'hex') AS "addressHash"`;

/** Query for chained rows after a position. $1: position; $2: limit. */
export const linksAfter = (table: string): string =>
  `SELECT ${CONTENT_COLUMNS}, position::float8 AS position, hash, address, address_salt AS "addressSalt"
   FROM ${table} AS t WHERE t.position > $1 ORDER BY t.position LIMIT $2`;

/** Query for rows that are not chained after 5 minutes. */
export const unchainedQuery = (table: string): string =>
  `SELECT id FROM ${table} AS t WHERE position IS NULL AND at < now() - interval '5 minutes' ORDER BY t.at LIMIT 100`;

export const WALK_PAGE = 1_000;

export type ChainWalkResult = {
  head: ChainHead;
  faults: ChainFault[];
  /** True when the chain still contains the head `since`; undefined without `since`. */
  continuesSince?: boolean | undefined;
};

/**
 * Checks the whole chain. Compares each row with the stored values of the row before, so that one changed row is one
 * fault.
 * @param read returns up to `WALK_PAGE` rows after a position
 * @param since head of an earlier walk, stored outside the database: reveals rows cut off the end and a rebuilt chain
 */
export async function walkAuditChain(
  read: (after: number) => Promise<ChainedRow[]>,
  since?: ChainHead,
): Promise<ChainWalkResult> {
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
