import { createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { openStore } from '../src/store.ts';

it('survives a server that ends a connection between two statements', async () => {
  const testEnv = await createTestEnvironment();
  const { db } = openStore({ DATABASE_URL: testEnv.env('certificate').DATABASE_URL ?? '', DATABASE_POOL: 3 });
  try {
    const client = await db.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    const noticed = new Promise((resolve) => client.once('end', resolve));
    await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await noticed;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release();
    await db.ping();
  } finally {
    await db.close();
    await testEnv.close();
  }
});
