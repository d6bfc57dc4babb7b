import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Fleet } from '../../faults/fleet.ts';
import { query, tinyZip } from '../../faults/support.ts';
import type { Client } from './client.ts';
import { details } from './journey.ts';

/** What ends it again. */
export type Mend = () => Promise<void>;

/** Does something again and again, answered well or not, until it is told to end. */
export function keepDoing(work: () => Promise<unknown>, atOnce = 1): Mend {
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

/** A program that ends and is not started again. */
export async function programDies(fleet: Fleet, name: string): Promise<Mend> {
  const [replica] = fleet.replicas(name);
  if (!replica) throw new Error(`no program is called ${name}`);
  await replica.kill();
  return () => replica.start();
}

/** Somebody's notices without a signature, at the address of the card provider's. */
export async function forgedWebhooks(fleet: Fleet, count: number): Promise<void> {
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

/** An event in identity's outbox, written so many seconds ago. @returns its id */
export async function writtenEvent(fleet: Fleet, data: object, secondsAgo = 0): Promise<string> {
  const id = randomUUID();
  await query(
    fleet.places,
    `INSERT INTO identity.outbox (id, type, aggregate_id, version, data, created_at)
     VALUES ($1, 'identity.user_changed', $2, 2, $3, now() - make_interval(secs => $4))`,
    [id, randomUUID(), JSON.stringify(data), secondsAgo],
  );
  return id;
}

/** The file store's folder becomes one that nothing can be put into, as a disk that went away. */
export async function storeGoesAway(fleet: Fleet): Promise<Mend> {
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

/** Uploads that go on, into a registration of their own. */
export async function keepUploading(client: Client): Promise<Mend> {
  const { id } = await client.post<{ id: string }>('/api/registrations', details, {
    'idempotency-key': randomUUID(),
  });
  const bytes = await tinyZip();
  return keepDoing(() =>
    client.send(`/api/registrations/${id}/upload`, {
      method: 'POST',
      raw: { bytes, type: 'application/zip' },
      headers: { 'x-file-name': 'fonte.zip' },
    }),
  );
}

/** Who owns the database changes an act that was chained, past the trigger. @returns its id */
export async function actIsChanged(fleet: Fleet): Promise<string> {
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

/** Somebody locks tables in a session and goes for lunch. @returns its process id in the database beside what ends it */
export async function tablesAreLocked(fleet: Fleet, tables: string[]): Promise<{ pid: number; mend: Mend }> {
  const client = new pg.Client({ connectionString: fleet.places.postgresUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  return { pid: rows[0]?.pid ?? 0, mend: () => client.end() };
}
