import pg from 'pg';

/** Limits of every statement of a service, ms. */
const STATEMENT_TIMEOUT_MS = 8_000;
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: STATEMENT_TIMEOUT_MS / 2,
  idle_in_transaction_session_timeout: 20_000,
};

/** The limits as settings of a role. @param where of which role, and in which database: `ROLE x IN DATABASE y` */
export const limitsOf = (where: string): string[] =>
  Object.entries(LIMITS).map(([name, ms]) => `ALTER ${where} SET ${name} = ${ms}`);

/** First in a transaction that may take longer: migrations and tools. */
export const WITHOUT_LIMITS = Object.keys(LIMITS)
  .map((name) => `SET LOCAL ${name} = 0`)
  .join('; ');

/**
 * Keeps the limits with the role that is signed in, for its sessions from now on. A pooler refuses them as startup
 * parameters, and hands a session on to other programs: what is set in one is lost, or is another's.
 * @param client in a transaction that one replica at a time is in
 */
export async function keepLimits(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; kept: string[] }>(
    `SELECT session_user AS role, current_database() AS database, coalesce(array_agg(c), '{}') AS kept
     FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole AND r.rolname = session_user
       JOIN pg_database d ON d.oid = s.setdatabase AND d.datname = current_database(), unnest(setconfig) c`,
  );
  const [found] = rows;
  if (!found) return;
  const missing = Object.entries(LIMITS).filter(([name, ms]) => !found.kept.includes(`${name}=${ms}`));
  if (missing.length === 0) return;
  // A second way in acts as the schema's owner, who may not change the settings of another role.
  await client.query('SET LOCAL ROLE NONE');
  const where = `ROLE ${pg.escapeIdentifier(found.role)} IN DATABASE ${pg.escapeIdentifier(found.database)}`;
  for (const statement of limitsOf(where)) await client.query(statement);
  // And this session, which a pooler keeps for others.
  for (const [name, ms] of missing) await client.query(`SET ${name} = ${ms}`);
}
