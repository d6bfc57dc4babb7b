import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import { eventually } from '@g2/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { userAct } from '../src/domain/audit-acts.ts';
import { trailBroken } from '../src/metrics.ts';
import { start } from '../src/service.ts';
import { recordAuditAct } from '../src/store/audit.ts';
import { chainBatch, deleteExpiredAddresses } from '../src/store/audit-chain.ts';
import { openStore } from '../src/store.ts';
import { asOwner, waitUntilChained, walkChain, withRequestContext } from './trail.ts';
import { testServiceForFile } from './world.ts';

const world = await testServiceForFile();
const log = createLogger('test', 'silent');
const store = () => openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 4 });

/** Writes acts in overlapping transactions; some are rolled back. */
async function write(count: number, at = new Date()): Promise<void> {
  const db = store();
  for (let i = 0; i < count; i++) {
    const act = userAct('sign-in', newId(), null, { turn: String(i) });
    const writing = db.tx(async (tx) => {
      await recordAuditAct(tx, act, at);
      // oxlint-disable-next-line no-restricted-globals -- transactions of different length overlap
      await new Promise((done) => setTimeout(done, Math.random() * 8));
      if (i % 5 === 4) throw new Error('rolled back');
    });
    await writing.catch(() => {});
  }
  await db.close();
}

const total = async (): Promise<number> =>
  Number((await world.db.query('SELECT count(*) FROM audit')).rows[0].count);

describe('the audit chain in the database', () => {
  it('contains each act once, even with concurrent writers and chaining loops', async () => {
    const settings = loadConfig(config, world.env);
    const other = await start(settings, { log });
    const looping = new AbortController();
    const chaining = [store(), store()].map(async (db) => {
      while (!looping.signal.aborted) await chainBatch(db);
      await db.close();
    });
    await Promise.all([1, 2, 3, 4].map(() => withRequestContext(() => write(50))));
    await waitUntilChained(world.db);
    looping.abort();
    await Promise.all(chaining);
    await other.stop();
    const { head, faults } = await walkChain(world.db);
    expect(faults).toEqual([]);
    expect(head.position).toBe(await total());
    expect(await total()).toBe(160);
  });

  it('cannot be changed or deleted while the trigger is enabled', async () => {
    await write(1);
    await waitUntilChained(world.db);
    for (const statement of [
      "UPDATE audit SET detail = '{}'",
      'UPDATE audit SET actor_id = gen_random_uuid()',
      "UPDATE audit SET address = '203.0.113.8', address_salt = '\\x00'",
      'UPDATE audit SET position = position + 100000',
      'DELETE FROM audit',
      'TRUNCATE audit',
    ]) {
      await expect(world.db.query(statement), statement).rejects.toThrow('the trail only grows');
    }
    expect((await walkChain(world.db)).faults).toEqual([]);
  });

  it('is valid without IP addresses, which are deleted after 180 days', async () => {
    const db = store();
    const long = new Date(Date.now() - 181 * 24 * 3_600_000);
    const old = await total();
    await withRequestContext(() => write(3, long));
    await withRequestContext(() => write(3));
    await waitUntilChained(world.db);
    expect(await deleteExpiredAddresses(db, new Date())).toBe(false);
    await db.close();
    const { rows } = await world.db.query(
      'SELECT at < $1 AS is_old, address, address_salt FROM audit ORDER BY position OFFSET $2',
      [new Date(long.getTime() + 1), old],
    );
    expect(rows).toHaveLength(6);
    for (const { is_old, address, address_salt } of rows) {
      expect([address, address_salt !== null]).toEqual(is_old ? [null, false] : ['203.0.113.7', true]);
    }
    expect((await walkChain(world.db)).faults).toEqual([]);
  });
});

describe('a change by the table’s owner with the trigger disabled', () => {
  /** Statements that undo the change of a test. */
  let undo: [string, unknown[]][] = [];
  afterEach(async () => {
    for (const [statement, values] of undo) await asOwner(world, statement, values);
    undo = [];
    expect((await walkChain(world.db)).faults).toEqual([]);
  });
  const row = async (position: number) => {
    const { rows } = await world.db.query('SELECT * FROM audit WHERE position = $1', [position]);
    return rows[0];
  };

  it.each([
    ['action', 'sign-out'],
    ['detail', '{"turn":"7","more":"1"}'],
    ['actor_id', newId()],
    ['subject_id', 'other'],
    ['at', '2026-01-01T00:00:00.000001Z'],
    ['request_id', 'other'],
  ])('is detected in the column %s', async (column, value) => {
    const was = await row(5);
    await asOwner(world, `UPDATE audit SET ${column} = $1 WHERE position = 5`, [value]);
    undo = [[`UPDATE audit SET ${column} = $1 WHERE position = 5`, [was[column]]]];
    expect((await walkChain(world.db)).faults).toEqual([{ kind: 'changed', position: 5, id: was.id }]);
  });

  it('is detected in a time moved by a microsecond', async () => {
    const was = await row(5);
    const by = (sign: string) =>
      `UPDATE audit SET at = at ${sign} interval '1 microsecond' WHERE position = 5`;
    await asOwner(world, by('+'));
    undo = [[by('-'), []]];
    expect((await walkChain(world.db)).faults).toEqual([{ kind: 'changed', position: 5, id: was.id }]);
  });

  it('is detected in a replaced IP address', async () => {
    const was = await row(7);
    const set = 'UPDATE audit SET address = $1 WHERE position = 7';
    await asOwner(world, set, ['198.51.100.1']);
    undo = [[set, [was.address]]];
    expect((await walkChain(world.db)).faults).toEqual([{ kind: 'address', position: 7, id: was.id }]);
  });

  it('is counted by the check that runs at start and daily', async () => {
    const was = await row(3);
    await asOwner(world, "UPDATE audit SET subject_id = 'other' WHERE position = 3");
    undo = [['UPDATE audit SET subject_id = $1 WHERE position = 3', [was.subject_id]]];
    const broken = async () => (await trailBroken.get()).values[0]?.value;
    await world.restart();
    await eventually('it says so', async () => (await broken()) === 1);
    await asOwner(world, 'UPDATE audit SET subject_id = $1 WHERE position = 3', [was.subject_id]);
    await world.restart();
    await eventually('it says that all is well', async () => (await broken()) === 0);
  });
});
