import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { provision, type ServiceName, schemaOf, serviceNames } from './provision.ts';
import { limitsOf } from './session-settings.ts';

/** What a test's database begins with: every service's tables, or its schemas alone. */
export type Contents = 'tables' | 'schemas';

/** Databases that tests have copies of, made once for all of them; the same five roles own what is in each copy. */
export type Templates = {
  /** Superuser's URL of the server. */
  serverUrl: string;
  names: Record<Contents, string>;
  /** Each service's URL in one of them. */
  urls: Record<ServiceName, string>;
};

/** A database of a test's own. */
export type TestDatabase = {
  /** Superuser's URL. */
  adminUrl: string;
  urlOf(service: ServiceName): string;
  drop(): Promise<void>;
};

async function ask(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

/** The same URL in another database. */
function at(url: string, database: string): string {
  const to = new URL(url);
  to.pathname = `/${database}`;
  return to.toString();
}

const copy = (serverUrl: string, name: string, template: string): Promise<void> =>
  ask(serverUrl, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);

/**
 * Provisions and migrates every service once, for all who copy it.
 * @param serverUrl superuser's URL
 */
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
  // What a role has set in one database is not copied with it.
  const settings = serviceNames.flatMap((service) => [
    `ALTER ROLE "${roleOf(service)}" SET search_path = ${schemaOf[service]}`,
    ...limitsOf(`ROLE "${roleOf(service)}"`),
  ]);
  await ask(adminUrl, ...settings);
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

/** Copies a template under a name of its own: one statement, however much is in it. */
export async function copyTemplate(
  { serverUrl, names, urls }: Templates,
  name: string,
  contents: Contents,
): Promise<TestDatabase> {
  await copy(serverUrl, name, names[contents]);
  return {
    adminUrl: at(serverUrl, name),
    urlOf: (service) => at(urls[service], name),
    drop: () => ask(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}
