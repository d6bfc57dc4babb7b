import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createPool } from '../src/pool.ts';
import { closeAfterTests, createTestEnvironment } from '../src/testing.ts';

type Pool = ReturnType<typeof createPool>;

const testEnv = await closeAfterTests(createTestEnvironment('schemas'));
const url = testEnv.env('registration').DATABASE_URL ?? '';

async function withPool<T>(silenceMs: number, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, 1, silenceMs);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
const pidOf = async (pool: Pool) =>
  (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

it('ends a connection without an answer, and gives its place to a new one', async () => {
  await withPool(500, async (pool) => {
    const pid = await pidOf(pool);
    await expect(pool.query('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(await pidOf(pool)).not.toBe(pid);
  });
});

it('keeps an idle connection', async () => {
  await withPool(500, async (pool) => {
    const client = await pool.connect();
    const stream = client.connection.stream as Socket;
    client.release();
    const pid = await pidOf(pool);
    await once(stream, 'timeout');
    expect(await pidOf(pool)).toBe(pid);
  });
});

it('keeps a connection that answers in time, however long its session is', async () => {
  await withPool(2_000, async (pool) => {
    const client = await pool.connect();
    const pids = new Set<number | undefined>();
    for (let statement = 0; statement < 3; statement++) {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.8)');
      pids.add(rows[0]?.pid);
    }
    client.release();
    expect(pids.size).toBe(1);
  });
});
