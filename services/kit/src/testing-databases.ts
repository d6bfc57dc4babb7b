import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { provision, type ServiceName, schemaOf, serviceNames } from './provision.ts';
import { alterRoleLimits } from './statement-limits.ts';

/** Initial contents: the tables of every service, or only its schemas. */
export type Contents = 'tables' | 'schemas';

/** Template databases, created once. The same five roles own the contents of each copy. */
export type Templates = {
  /** Superuser's URL of the server. */
  serverUrl: string;
  names: Record<Contents, string>;
  /** Each service's URL in a template database. */
  urls: Record<ServiceName, string>;
};

export type TestDatabase = {
  /** Superuser's URL. */
  adminUrl: string;
  urlOf(service: ServiceName): string;
  drop(): Promise<void>;
};

async function runStatement(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

function at(url: string, database: string): string {
  const to = new URL(url);
  to.pathname = `/${database}`;
  return to.toString();
}

const copy = (serverUrl: string, name: string, template: string): Promise<void> =>
  runStatement(serverUrl, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);

/** Creates the template databases: provisions and migrates every service once. `serverUrl` must be a superuser's. */
export async function makeTemplates(serverUrl: string): Promise<Templates> {
  const id = `t${randomBytes(5).toString('hex')}`;
  const names = { schemas: `${id}_schemas`, tables: `${id}_tables` };
  const adminUrl = at(serverUrl, names.schemas);
  const roleOf = (service: ServiceName) => `${id}_${service}`;
  await copy(serverUrl, names.schemas, 'template1');
  const urls = await provision(
    adminUrl,
    serviceNames.map((service) => ({ service, role: roleOf(service), password: id })),
  );
  // Role settings of one database are not copied with it, so set them for all databases.
  const settings = serviceNames.flatMap((service) => [
    `ALTER ROLE "${roleOf(service)}" SET search_path = ${schemaOf[service]}`,
    ...alterRoleLimits(`ROLE "${roleOf(service)}"`),
  ]);
  await runStatement(adminUrl, ...settings);
  await copy(serverUrl, names.tables, names.schemas);
  await Promise.all(
    serviceNames.map((service) =>
      migrate(
        at(urls[service], names.tables),
        new URL(`../../${service}/prisma/migrations/`, import.meta.url),
      ),
    ),
  );
  return { serverUrl, names, urls };
}

/** Creates the database `name` as a copy of a template. */
export async function copyTemplate(
  { serverUrl, names, urls }: Templates,
  name: string,
  contents: Contents,
): Promise<TestDatabase> {
  await copy(serverUrl, name, names[contents]);
  return {
    adminUrl: at(serverUrl, name),
    urlOf: (service) => at(urls[service], name),
    drop: () => runStatement(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}
