import { newId } from '@g2/kit/ids';
import { migrate } from '@g2/kit/migrate';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../src/schedule.ts';
import { type Database, openStore } from '../src/store.ts';
import { claimTask, scheduleTask } from '../src/store-schedule.ts';

const BASE_MS = 60_000;
const now = new Date('2026-11-21T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

let testEnv: TestEnvironment;
/** Two replicas, each with a connection pool of its own. */
let replicas: [Database, Database];

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  const DATABASE_URL = testEnv.env('payment-credit').DATABASE_URL ?? '';
  await migrate(DATABASE_URL, new URL('../prisma/migrations/', import.meta.url));
  const open = () => openStore({ DATABASE_URL, DATABASE_POOL: 5 });
  replicas = [open(), open()];
});
afterEach(() => replicas[0].deleteFrom('due').execute());
afterAll(async () => {
  await Promise.all((replicas ?? []).map((db) => db.close()));
  await testEnv?.close();
});

const make = async (task: Task, afterMs: number, id = newId()): Promise<string> => {
  await replicas[0].tx((tx) => scheduleTask(tx, id, { task, afterMs }, now));
  return id;
};

const take = async (db: Database, task: Task, at: Date): Promise<string | undefined> =>
  (await claimTask(db, task, at, BASE_MS))?.id;

describe('two replicas', () => {
  it('together claim each due task exactly once', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => make('settle', n)));
    const taken: string[] = [];
    const drain = async (db: Database) => {
      // A claim returns nothing while all due rows are locked, so it repeats until nothing is due.
      while ((await dueAt(later(1_000))) > 0) {
        const id = await take(db, 'settle', later(1_000));
        if (id) taken.push(id);
      }
    };
    await Promise.all(replicas.flatMap((db) => [drain(db), drain(db), drain(db)]));
    expect(taken.toSorted()).toEqual(ids.toSorted());
  });

  it('skip locked tasks and claim the next', async () => {
    const [first, second] = [await make('settle', 0), await make('settle', 1)];
    const [one, other] = replicas;
    await one.tx(async (tx) => {
      // The cast is safe: `claimTask` uses only the query builder, which a transaction has too.
      const claimed = await claimTask(tx as unknown as Database, 'settle', later(10), BASE_MS);
      expect(claimed).toEqual({ id: first });
      expect(await take(other, 'settle', later(10))).toBe(second);
      expect(await take(other, 'settle', later(10))).toBeUndefined();
    });
  });

  it('claim an unfinished task again after a back-off that doubles', async () => {
    const id = await make('give_back', 0);
    const [one, other] = replicas;
    expect(await take(one, 'give_back', now)).toBe(id);
    expect(await take(other, 'give_back', later(BASE_MS - 1))).toBeUndefined();
    expect(await take(other, 'give_back', later(BASE_MS))).toBe(id);
    expect(await take(one, 'give_back', later(3 * BASE_MS - 1))).toBeUndefined();
    expect(await take(one, 'give_back', later(3 * BASE_MS))).toBe(id);
  });
});

const dueAt = async (at: Date): Promise<number> =>
  (await replicas[0].selectFrom('due').select('id').where('dueAt', '<=', at).execute()).length;

describe('a scheduled task', () => {
  it('is due even if it replaces a task that was just claimed', async () => {
    const id = await make('ask_payment', 0);
    const [db] = replicas;
    expect(await take(db, 'ask_payment', now)).toBe(id);
    await make('settle', 0, id);
    expect(await take(db, 'ask_payment', later(24 * 3_600_000))).toBeUndefined();
    expect(await take(db, 'settle', now)).toBe(id);
    expect(await take(db, 'settle', later(BASE_MS))).toBe(id);
  });

  it('is committed or rolled back with the change that schedules it', async () => {
    const failed = replicas[0].tx(async (tx) => {
      await scheduleTask(tx, newId(), { task: 'settle', afterMs: 0 }, now);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await dueAt(later(1))).toBe(0);
  });

  it('is deleted when nothing is left to do', async () => {
    const id = await make('settle', 0);
    await replicas[0].tx((tx) => scheduleTask(tx, id, null, now));
    expect(await dueAt(later(1))).toBe(0);
  });
});
