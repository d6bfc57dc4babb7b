import type pg from 'pg';
import { connectClient } from './pg-client.ts';

/** Schema of each service (docs/architecture.md). */
export const schemaOf = {
  identity: 'identity',
  registration: 'registration',
  'storage-hashing': 'storage',
  'payment-credit': 'payment',
  certificate: 'certificate',
} as const;

export type ServiceName = keyof typeof schemaOf;
export const serviceNames = Object.keys(schemaOf).filter((name): name is ServiceName => name in schemaOf);

/** "payment" → "payment-credit": schemas, event types and proto packages have the same names. */
export const serviceOfSchema = (schema: string): string =>
  serviceNames.find((name) => schemaOf[name] === schema) ?? schema;

export type Provision = { service: ServiceName; role: string; password: string };

/** Error: the role already has access to another service's schema. */
export class RoleInUseError extends Error {}

/**
 * Creates each service's role and schema; a repetition changes nothing. The role owns its schema, has it as
 * search_path and has no access to other schemas. A second role for a schema acts as its owner, so that a
 * password can be replaced while programs still use the old one. Needs a superuser or a database owner with
 * CREATEROLE, without a pooler. `variable`: name of the setting with `adminUrl`.
 * @returns DATABASE_URL of each service
 * @throws RoleInUseError before it changes that role
 */
export async function provision(
  adminUrl: string,
  provisions: Provision[],
  variable = 'DATABASE_URL',
): Promise<Record<ServiceName, string>> {
  const client = await connectClient(adminUrl, {}, variable);
  try {
    // Excludes concurrent provisioning: all databases of a server share the roles.
    await client.query("SELECT pg_advisory_lock(hashtext('g2-provision'))");
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public');
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const urls: Partial<Record<ServiceName, string>> = {};
    for (const one of provisions) {
      await provisionOne(client, one);
      const url = new URL(adminUrl);
      url.username = one.role;
      url.password = one.password;
      urls[one.service] = url.toString();
    }
    return urls as Record<ServiceName, string>;
  } finally {
    await client.end();
  }
}

async function provisionOne(client: pg.Client, { service, role, password }: Provision): Promise<void> {
  const name = client.escapeIdentifier(role);
  const schema = client.escapeIdentifier(schemaOf[service]);
  const secret = client.escapeLiteral(password);
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const exists = rowCount !== 0;
  if (exists) await assertRoleUnused(client, service, role);
  await client.query(`${exists ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN PASSWORD ${secret}`);
  await client.query(`GRANT ${name} TO CURRENT_USER`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${name}`);
  const { database = '', owner = '' } = await names(client, service);
  const alterRole = `ALTER ROLE ${name} IN DATABASE ${client.escapeIdentifier(database)}`;
  await client.query(`GRANT CONNECT ON DATABASE ${client.escapeIdentifier(database)} TO ${name}`);
  await client.query(`${alterRole} SET search_path = ${schema}`);
  if (owner === role) {
    await client.query(`${alterRole} RESET role`);
    return;
  }
  await client.query(`GRANT ${client.escapeIdentifier(owner)} TO ${name}`);
  await client.query(`${alterRole} SET role = ${client.escapeIdentifier(owner)}`);
}

async function assertRoleUnused(client: pg.Client, service: ServiceName, role: string): Promise<void> {
  const others = await client.query<{ nspname: string }>(
    `SELECT nspname FROM pg_namespace
     WHERE nspname = ANY ($1) AND nspname <> $2 AND pg_has_role($3, nspowner, 'MEMBER')`,
    [Object.values(schemaOf), schemaOf[service], role],
  );
  const other = others.rows[0]?.nspname;
  if (other === undefined) return;
  throw new RoleInUseError(`${role} enters the schema ${other}: ${service} needs a role of its own`);
}

async function names(client: pg.Client, service: ServiceName) {
  const { rows } = await client.query<{ database: string; owner: string }>(
    `SELECT current_database() AS database, pg_get_userbyid(nspowner) AS owner
     FROM pg_namespace WHERE nspname = $1`,
    [schemaOf[service]],
  );
  return { ...rows[0] };
}
