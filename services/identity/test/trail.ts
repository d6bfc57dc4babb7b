import { newId } from '@g2/kit/ids';
import { requestContext } from '@g2/kit/log';
import { eventually } from '@g2/kit/testing';
import type pg from 'pg';
import type { ChainedRow } from '../src/domain/audit-chain.ts';
import { linksAfter, WALK_PAGE, walkAuditChain } from '../src/store/audit-chain-walk.ts';
import { ADDRESS, type TestService } from './world.ts';

export type Kept = {
  id: string;
  action: string;
  actor_id: string | null;
  subject_type: string;
  subject_id: string;
  detail: Record<string, string>;
  address: string | null;
  request_id: string;
  position: number | null;
};

/** Audit rows of a subject, oldest first. */
export const auditRowsOf = async (db: pg.Pool, subjectId: string): Promise<Kept[]> =>
  (await db.query<Kept>('SELECT * FROM audit WHERE subject_id = $1 ORDER BY at, id', [subjectId])).rows;

export const actionsAbout = async (db: pg.Pool, subjectId: string): Promise<string[]> =>
  (await auditRowsOf(db, subjectId)).map((row) => row.action);

/** Calls with a request context, as the gateway does. */
export const withRequestContext = <T>(
  call: () => Promise<T>,
  address = ADDRESS,
  requestId = newId(),
): Promise<T> => requestContext.run({ requestId, origin: { address, agent: 'a test' } }, call);

export const waitUntilChained = (db: pg.Pool): Promise<unknown> =>
  eventually('all is chained', async () => {
    const { rows } = await db.query('SELECT 1 FROM audit WHERE position IS NULL LIMIT 1');
    return rows.length === 0;
  });

export const walkChain = (db: pg.Pool) =>
  walkAuditChain(async (after) => (await db.query<ChainedRow>(linksAfter('audit'), [after, WALK_PAGE])).rows);

/** Runs a statement with the triggers of the audit table disabled, as only the table's owner can. */
export async function asOwner(world: TestService, statement: string, values: unknown[] = []): Promise<void> {
  await world.db.query('ALTER TABLE audit DISABLE TRIGGER USER');
  try {
    await world.db.query(statement, values);
  } finally {
    await world.db.query('ALTER TABLE audit ENABLE TRIGGER USER');
  }
}
