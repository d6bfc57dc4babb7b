import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connectClient } from '@g2/kit/pg-client';
import type pg from 'pg';

/** What the checks read. `simulatorUrl` is null with real Stripe, which the checks do not query. */
export type CheckTargets = { databaseUrl: string; simulatorUrl: string | null };

export type Intent = {
  id: string;
  status: string;
  amount: number;
  amountCaptured: number;
  amountRefunded: number;
  metadata: Record<string, string>;
};

export type CheckSnapshot = {
  sql: <T extends pg.QueryResultRow>(text: string) => Promise<T[]>;
  /** Payment intents of the Stripe simulator; null without it. */
  intents: Intent[] | null;
};

type Env = Record<string, string | undefined>;

/** Reads DATABASE_URL and STRIPE_SIM_URL, or the local stack of G2_DATA_DIR (.data). @throws Error without either */
export function checkTargetsOf(env: Env): CheckTargets {
  if (env.DATABASE_URL) return { databaseUrl: env.DATABASE_URL, simulatorUrl: env.STRIPE_SIM_URL || null };
  const facts = readStackInfo(env, 'DATABASE_URL and STRIPE_SIM_URL');
  return { databaseUrl: facts.postgresUrl, simulatorUrl: facts.stripeSimulatorUrl };
}

/** NATS URL with the user `ops`: NATS_URL, or the local stack of G2_DATA_DIR. @throws Error without either */
export const natsUrlOf = (env: Env): string => env.NATS_URL || readStackInfo(env, 'NATS_URL').natsUrl;

export const dataDirOf = (env: Env): string =>
  resolve(import.meta.dirname, '../..', env.G2_DATA_DIR || '.data');

type StackInfo = { postgresUrl: string; natsUrl: string; stripeSimulatorUrl: string | null };

/** Reads stack.json, which a running local stack writes. @param instead settings to name in the error without it */
export function readStackInfo(env: Env, instead: string): StackInfo {
  const file = join(dataDirOf(env), 'stack.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${file} is not there: start the stack, or set ${instead}`);
  }
  return JSON.parse(text) as StackInfo;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs a command. An error is printed in one line and sets the exit code. */
export async function runCommand(name: string, failureCode: 1 | 2, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`${name}: ${messageOf(error)}`);
    process.exitCode = failureCode;
  }
}

export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const withReadOnlyTransaction = <T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withClient(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return work(client);
  });

/** Runs `work` in one snapshot; the simulator is queried right after the snapshot is taken. */
export const withSnapshot = <T>(
  { databaseUrl, simulatorUrl }: CheckTargets,
  work: (snapshot: CheckSnapshot) => Promise<T>,
): Promise<T> =>
  withReadOnlyTransaction(databaseUrl, async (client) => {
    // The first statement takes the snapshot, not BEGIN.
    await client.query('SELECT count(*) FROM payment.accounts');
    const intents = simulatorUrl === null ? null : await intentsOf(simulatorUrl);
    return work({ sql: async (text) => (await client.query(text)).rows, intents });
  });

async function intentsOf(url: string): Promise<Intent[]> {
  const response = await fetch(`${url}/_sim/payment_intents`);
  if (!response.ok) throw new Error(`the simulator answered ${response.status}`);
  return ((await response.json()) as { items: Intent[] }).items;
}
