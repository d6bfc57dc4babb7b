import pg from 'pg';

/** Time limit of one statement, ms. */
const STATEMENT_TIMEOUT_MS = 8_000;
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: STATEMENT_TIMEOUT_MS / 2,
  idle_in_transaction_session_timeout: 20_000,
};

/** Statements that store the limits in a role. @param where `ROLE x`, or `ROLE x IN DATABASE y` */
export const alterRoleLimits = (where: string): string[] =>
  Object.entries(LIMITS).map(([name, ms]) => `ALTER ${where} SET ${name} = ${ms}`);

/** First statement of a transaction that may take longer: migrations and tools. */
export const WITHOUT_LIMITS = Object.keys(LIMITS)
  .map((name) => `SET LOCAL ${name} = 0`)
  .join('; ');

/** Poolers refuse startup parameters and share sessions. @param client in a transaction that excludes other replicas */
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
  // A second role of a schema acts as the owner, which may not change that role: return to the login role.
  await client.query('SET LOCAL ROLE NONE');
  const where = `ROLE ${pg.escapeIdentifier(found.role)} IN DATABASE ${pg.escapeIdentifier(found.database)}`;
  for (const statement of alterRoleLimits(where)) await client.query(statement);
  // Role settings apply only to new sessions. A pooler may reuse this one, so set the limits here too.
  for (const [name, ms] of missing) await client.query(`SET ${name} = ${ms}`);
}
