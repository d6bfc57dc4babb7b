import { randomUUID } from 'node:crypto';
import { migrate } from '@g2/kit/migrate';
import { provision, type ServiceName } from '@g2/kit/provision';
import pg from 'pg';

/**
 * Creates a database with a service's tables on the stack's PostgreSQL server. No program uses it.
 * @param adminUrl URL of the stack's PostgreSQL for a superuser
 * @returns its DATABASE_URL
 */
export async function makeDatabase(adminUrl: string, service: ServiceName, name: string): Promise<string> {
  const server = new pg.Client({ connectionString: adminUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${server.escapeIdentifier(name)}`);
  await server.end();
  const at = new URL(adminUrl);
  at.pathname = `/${name}`;
  const urls = await provision(at.toString(), [{ service, role: `g2_${name}`, password: randomUUID() }]);
  await migrate(urls[service], new URL(`../../../services/${service}/prisma/migrations/`, import.meta.url));
  return urls[service];
}
