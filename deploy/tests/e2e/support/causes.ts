import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Fleet } from '../../faults/fleet.ts';
import { query, tinyZip } from '../../faults/support.ts';
import type { Client } from './client.ts';
import { details } from './journey.ts';

export type EndFault = () => Promise<void>;

/** Repeats `work` every 50 ms, ignoring errors, until the returned function is called. */
export function repeatUntilStopped(work: () => Promise<unknown>, atOnce = 1): EndFault {
  let ended = false;
  const one = async () => {
    while (!ended) {
      await work().catch(() => {});
      await delay(50);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, one));
  return async () => {
    ended = true;
    await all;
  };
}

export async function killProgram(fleet: Fleet, name: string): Promise<EndFault> {
  const [replica] = fleet.replicas(name);
  if (!replica) throw new Error(`no program is called ${name}`);
  await replica.kill();
  return () => replica.start();
}

export async function sendForgedWebhooks(fleet: Fleet, count: number): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    type: 'payment_intent.succeeded',
    object: 'event',
    livemode: false,
    created: 1,
    data: { object: { id: `pi_${randomUUID()}`, object: 'payment_intent', status: 'succeeded' } },
  });
  const headers = { 'content-type': 'application/json' };
  for (let i = 0; i < count; i++) await fetch(fleet.webhookUrl, { method: 'POST', body, headers });
}

/** Writes an event to identity's outbox, dated `secondsAgo` in the past. @returns its id */
export async function insertOutboxEvent(fleet: Fleet, data: object, secondsAgo = 0): Promise<string> {
  const id = randomUUID();
  await query(
    fleet.places,
    `INSERT INTO identity.outbox (id, type, aggregate_id, version, data, created_at)
     VALUES ($1, 'identity.user_changed', $2, 2, $3, now() - make_interval(secs => $4))`,
    [id, randomUUID(), JSON.stringify(data), secondsAgo],
  );
  return id;
}

/** Replaces the file store's folder with a file, so that every write fails as on a lost disk. */
export async function breakFileStore(fleet: Fleet): Promise<EndFault> {
  const folder = join(fleet.dataDir, 'objects');
  renameSync(folder, `${folder}.away`);
  mkdirSync(folder);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  return async () => {
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
  };
}

export async function uploadRepeatedly(client: Client): Promise<EndFault> {
  const { id } = await client.post<{ id: string }>('/api/registrations', details, {
    'idempotency-key': randomUUID(),
  });
  const bytes = await tinyZip();
  return repeatUntilStopped(() =>
    client.send(`/api/registrations/${id}/upload`, {
      method: 'POST',
      raw: { bytes, type: 'application/zip' },
      headers: { 'x-file-name': 'fonte.zip' },
    }),
  );
}

/** Changes the newest chained audit act, bypassing the trigger as the database owner can. @returns its id */
export async function tamperAuditAct(fleet: Fleet): Promise<string> {
  const client = new pg.Client({ connectionString: fleet.places.postgresUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ id: string }>(
      `UPDATE identity.audit SET subject_id = $1
       WHERE position = (SELECT max(position) FROM identity.audit) RETURNING id`,
      [randomUUID()],
    );
    if (!rows[0]) throw new Error('no act is chained');
    return rows[0].id;
  } finally {
    await client.end();
  }
}

/** Locks tables in an open transaction. @returns its database process id and the function that ends it */
export async function lockTables(
  fleet: Fleet,
  tables: string[],
): Promise<{ pid: number; endFault: EndFault }> {
  const client = new pg.Client({ connectionString: fleet.places.postgresUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  return { pid: rows[0]?.pid ?? 0, endFault: () => client.end() };
}
