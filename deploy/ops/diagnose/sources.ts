import { connectClient } from '@g2/kit/pg-client';
import type pg from 'pg';

/** `sql` runs as a role that may read all schemas; `natsUrl` is the operators' user. */
export type Sources = {
  sql: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;
  natsUrl: string;
  close(): Promise<void>;
};

/** Lines of one section; empty when nothing is stuck. No personal data: only kinds, ids, ages and error reasons. */
export type Section = (sources: Sources) => Promise<string[]>;

/** PostgreSQL is connected by the first statement, so that NATS can be checked without it. */
export async function openSources(databaseUrl: string, natsUrl: string): Promise<Sources> {
  let opened: Promise<pg.Client> | undefined;
  const open = async () => {
    const client = await connectClient(databaseUrl, {
      // A statement on a locked table must fail instead of waiting.
      statement_timeout: 10_000,
      lock_timeout: 3_000,
      application_name: 'g2-diagnose',
    });
    await client.query('SET default_transaction_read_only = on');
    return client;
  };
  return {
    async sql(text, values = []) {
      opened ??= open();
      return (await (await opened).query(text, values)).rows;
    },
    natsUrl,
    async close() {
      await (await opened?.catch(() => undefined))?.end();
    },
  };
}

/** Formats seconds, for example "3 h 20 min". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`;
}
