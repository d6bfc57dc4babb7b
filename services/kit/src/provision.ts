import pg from 'pg';

/** Schema of each service that keeps data (design "The picture"). */
export const schemaOf = {
  identity: 'identity',
  registration: 'registration',
  'storage-hashing': 'storage',
  'payment-credit': 'payment',
  certificate: 'certificate',
} as const;

export type ServiceName = keyof typeof schemaOf;
export const serviceNames = Object.keys(schemaOf).filter((name): name is ServiceName => name in schemaOf);

export type Provision = { service: ServiceName; role: string; password: string };

/**
 * Gives each service its role and schema in the database of `adminUrl`, idempotently: the role owns its schema,
 * finds it first by search_path, and may enter no other. Needs a superuser, or an owner who may create roles.
 * @returns each service's own DATABASE_URL
 */
export async function provision(
  adminUrl: string,
  provisions: Provision[],
): Promise<Record<ServiceName, string>> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Two provisioners at once would trip over each other's roles, which are the cluster's.
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
  const exists = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (exists.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${secret}`);
  else await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${secret}`);
  await client.query(`GRANT ${name} TO CURRENT_USER`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${name}`);
  const database = client.escapeIdentifier(
    (await client.query<{ db: string }>('SELECT current_database() AS db')).rows[0]?.db ?? '',
  );
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${name}`);
  await client.query(`ALTER ROLE ${name} IN DATABASE ${database} SET search_path = ${schema}`);
}
