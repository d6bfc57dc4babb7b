import { parseArgs } from 'node:util';
import pg from 'pg';
import { OUTBOX_RETENTION_DAYS } from './outbox.ts';
import { connectClient } from './pg-client.ts';
import { type ServiceName, schemaOf, serviceNames } from './provision.ts';
import { WITHOUT_LIMITS } from './statement-limits.ts';

/** Must stay below the inbox retention of 45 days, so that consumers recognise all events they have handled. */
const LONGEST_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export type RepublishResult = { service: ServiceName; events: number };

/**
 * Marks events written since `since` as unpublished, so that the relays publish them again; consumers skip those that
 * they have handled. Affects every outbox that the role may write. `dryRun`: only counts the events.
 * @throws Error when the role may write no outbox
 */
export async function republishEvents(
  databaseUrl: string,
  since: Date,
  dryRun: boolean,
): Promise<RepublishResult[]> {
  const client = await connectClient(databaseUrl);
  try {
    const services = await writableServices(client);
    if (services.length === 0) throw new Error('this database role may write no outbox');
    await client.query(`BEGIN; ${WITHOUT_LIMITS}`);
    const done: RepublishResult[] = [];
    for (const service of services) {
      const outbox = `${pg.escapeIdentifier(schemaOf[service])}.outbox`;
      const where = 'WHERE published_at IS NOT NULL AND created_at >= $1';
      const statement = dryRun
        ? `SELECT count(*) AS events FROM ${outbox} ${where}`
        : `WITH again AS (UPDATE ${outbox} SET published_at = NULL ${where} RETURNING 1)
           SELECT count(*) AS events FROM again`;
      const { rows } = await client.query<{ events: string }>(statement, [since]);
      done.push({ service, events: Number(rows[0]?.events) });
    }
    await client.query('COMMIT');
    return done;
  } finally {
    await client.end();
  }
}

async function writableServices(client: pg.Client): Promise<ServiceName[]> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = 'outbox' AND c.relkind = 'r' AND has_schema_privilege(n.oid, 'USAGE')
       AND has_table_privilege(c.oid, 'UPDATE')`,
  );
  return serviceNames.filter((service) => rows.some(({ schema }) => schema === schemaOf[service]));
}

const USAGE = `usage: republish.ts --since <time> [--dry-run]
Publishes again the events written since then, as 2026-11-21T18:00:00Z, after NATS lost its data: services run on, and
ignore what they have had. Published events are kept for ${OUTBOX_RETENTION_DAYS} days. --dry-run only counts them.`;

/** Command line of deploy/ops/republish.ts and bin/republish.ts. @throws Error with a one-line message or the usage */
export async function republishCommand(args: string[], findDatabaseUrl: () => string): Promise<void> {
  const { since, dryRun } = parseOptions(args);
  const done = await republishEvents(findDatabaseUrl(), since, dryRun);
  for (const { service, events } of done) console.log(`${service.padEnd(16)} ${events}`);
  const all = done.reduce((sum, { events }) => sum + events, 0);
  console.log(
    `${all} events written since ${since.toISOString()} ${dryRun ? 'would be' : 'are being'} published again`,
  );
}

function parseOptions(args: string[]): { since: Date; dryRun: boolean } {
  let values: { since?: string; 'dry-run'?: boolean };
  try {
    ({ values } = parseArgs({
      args,
      options: { since: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    }));
  } catch {
    throw new Error(USAGE);
  }
  if (values.since === undefined) throw new Error(USAGE);
  const since = new Date(values.since);
  if (!ISO.test(values.since) || Number.isNaN(since.getTime())) {
    throw new Error(`${values.since} is no time with its zone, as 2026-11-21T18:00:00Z`);
  }
  if (Date.now() - since.getTime() > LONGEST_DAYS * DAY_MS) {
    throw new Error(`more than ${LONGEST_DAYS} days back: consumers might no longer know what they have had`);
  }
  return { since, dryRun: values['dry-run'] ?? false };
}
