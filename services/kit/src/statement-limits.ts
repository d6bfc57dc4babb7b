import pg from 'pg';

/** Limits per statement, ms. */
const STATEMENT_TIMEOUT_MS = 8_000;
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: STATEMENT_TIMEOUT_MS / 2,
  idle_in_transaction_session_timeout: 20_000,
};

/** Limits as role settings. @param where `ROLE x IN DATABASE y` */
export const alterRoleLimits = (where: string): string[] =>
  Object.entries(LIMITS).map(([name, ms]) => `ALTER ${where} SET ${name} = ${ms}`);

/** First statement of a transaction that may take longer: migrations and tools. */
export const WITHOUT_LIMITS = Object.keys(LIMITS)
  .map((name) => `SET LOCAL ${name} = 0`)
  .join('; ');

/**
 * Stores the limits in the role: poolers refuse startup parameters and share sessions between programs.
 * @param client in a transaction that excludes other replicas
 */
export async function ensureRoleLimits(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; kept: string[] }>(
    `SELECT session_user AS role, current_database() AS database, coalesce(array_agg(c), '{}') AS kept
     FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole AND r.rolname = session_user
       JOIN pg_database d ON d.oid = s.setdatabase AND d.datname = current_database(), unnest(setconfig) c`,
  );
  const [found] = rows;
  if (!found) return;
  const missing = Object.entries(LIMITS).filter(([name, ms]) => !found.kept.includes(`${name}=${ms}`));
  if (missing.length === 0) return;
  // A further role acts as the schema's owner, who may not change other roles.
  await client.query('SET LOCAL ROLE NONE');
  const where = `ROLE ${pg.escapeIdentifier(found.role)} IN DATABASE ${pg.escapeIdentifier(found.database)}`;
  for (const statement of alterRoleLimits(where)) await client.query(statement);
  // Also this session, which a pooler may reuse.
  for (const [name, ms] of missing) await client.query(`SET ${name} = ${ms}`);
}
