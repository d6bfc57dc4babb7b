import { connect, createServer, type Server, type Socket } from 'node:net';
import { requestContext } from '@g2/kit/log';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../src/store.ts';

/** Tests outcomes of transactions with the real driver and server. */
let testEnv: TestEnvironment;
let pool: pg.Pool;
let proxy: Server;
let store: Store;
/** When true, the proxy cuts the connection after the next COMMIT and loses its response. */
let cutAtCommit = false;

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  const url = testEnv.env('certificate').DATABASE_URL ?? '';
  pool = testEnv.pool({ connectionString: url, max: 2 });
  await pool.query('CREATE TABLE probes (id text PRIMARY KEY)');
  const { host, port } = new URL(url);
  proxy = createServer((client) => relay(client, Number(port), host.split(':')[0] ?? ''));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const through = new URL(url);
  through.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  store = openStore({ DATABASE_URL: through.toString(), DATABASE_POOL: 3 });
});

afterAll(async () => {
  await store?.db.close();
  proxy?.close();
  await testEnv?.close();
});

function relay(client: Socket, port: number, host: string): void {
  const server = connect(port, host);
  let cutting = false;
  client.on('data', (chunk) => {
    server.write(chunk);
    if (!cutAtCommit || !chunk.includes('commit\0')) return;
    cutAtCommit = false;
    cutting = true;
  });
  server.on('data', (chunk) => (cutting ? client.destroy() : client.write(chunk)));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one
      .on('error', () => {})
      // oxlint-disable-next-line no-restricted-globals -- a slow proxy
      .on('close', () => void (one === client ? setTimeout(() => other.destroy(), 100) : other.destroy()));
  }
}

const add = (id: string, more = 'SELECT 1') =>
  store.db.tx(async (tx) => {
    await sql`INSERT INTO probes (id) VALUES (${id})`.execute(tx);
    await sql.raw(more).execute(tx);
  });
const isThere = async (id: string) =>
  (await pool.query('SELECT 1 FROM probes WHERE id = $1', [id])).rowCount === 1;
const within = <T>(ms: number, work: () => Promise<T>) =>
  requestContext.run({ requestId: 'r', deadline: Date.now() + ms }, work);

describe('a transaction', () => {
  it('has an unknown outcome when COMMIT ran but its response was lost', async () => {
    cutAtCommit = true;
    await expect(add('committed')).rejects.toMatchObject({ code: 'outcome-unknown' });
    expect(await isThere('committed')).toBe(true);
  });

  it('with a connection lost before COMMIT is reported as not done', async () => {
    const broken = add('broken', 'SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    expect(await isThere('broken')).toBe(false);
  });

  it.each([
    ['its next statement', true],
    ['its COMMIT', false],
  ])(
    '[not-queryable] with a connection lost between two statements, noticed at %s, is reported as not done',
    async (_, hasNext) => {
      const noticed = new Promise<unknown>((resolve) =>
        store.db.pool.once('acquire', (client) => client.once('end', () => resolve(true))),
      );
      const broken = store.db.tx(async (tx) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
        await sql`INSERT INTO probes (id) VALUES (${`between ${hasNext}`})`.execute(tx);
        await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await noticed;
        if (hasNext) await sql`SELECT 1`.execute(tx);
      });
      await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
      expect(await isThere(`between ${hasNext}`)).toBe(false);
    },
  );

  it('on a server that became read-only is reported as not done', async () => {
    const readOnly = store.db.tx(async (tx) => {
      await sql`SET TRANSACTION READ ONLY`.execute(tx);
      await sql`INSERT INTO probes (id) VALUES ('read-only')`.execute(tx);
    });
    await expect(readOnly).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that would end after the caller’s deadline is rolled back and reported as not done', async () => {
    await expect(within(600, () => add('late', 'SELECT pg_sleep(1)::text'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(within(20, () => add('too late'))).rejects.toMatchObject({ code: 'unavailable' });
    // Waits for statements still running: they hold locks on the table.
    await pool.query('BEGIN; LOCK TABLE probes IN ACCESS EXCLUSIVE MODE; COMMIT');
    expect(await isThere('late')).toBe(false);
    expect(await isThere('too late')).toBe(false);
    await within(5_000, () => add('in time'));
    expect(await isThere('in time')).toBe(true);
  });

  it('past its deadline sends no statement after its rollback', async () => {
    let behind: unknown;
    const late = within(600, () =>
      store.db.tx(async (tx) => {
        await sql`INSERT INTO probes (id) VALUES ('before')`.execute(tx);
        await sql`SELECT pg_sleep(1)`.execute(tx);
        try {
          await sql`INSERT INTO probes (id) VALUES ('behind')`.execute(tx);
        } catch (error) {
          behind = error;
        }
      }),
    );
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => behind, { timeout: 5_000 }).toMatchObject({ code: 'unavailable' });
    expect(await isThere('before')).toBe(false);
    expect(await isThere('behind')).toBe(false);
  });

  it('rejects with the error of a violated constraint, immediate or deferred', async () => {
    await expect(add('in time')).rejects.toMatchObject({ code: '23505' });
    await pool.query(`CREATE FUNCTION no_more() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE check_violation; END $$`);
    await pool.query(`CREATE CONSTRAINT TRIGGER no_more AFTER INSERT ON probes
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION no_more()`);
    const refused = await add('refused').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toMatchObject({ code: 'outcome-unknown' });
    expect(refused).not.toMatchObject({ code: 'unavailable' });
  });
});
