import { newId } from '@g2/kit/ids';
import type { Loop } from '@g2/kit/loop';
import { createTestEnvironment, eventually, type TestEnvironment } from '@g2/kit/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { objectKey } from '../src/domain/object-key.ts';
import { type RemoverDeps, startRemover } from '../src/loops.ts';
import type { ObjectStore } from '../src/objects/objects.ts';
import { openStore, type Store } from '../src/store.ts';
import { silent } from './world.ts';

let testEnv: TestEnvironment;
let store: Store;
const loops: Loop[] = [];

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  const url = testEnv.env('storage-hashing').DATABASE_URL ?? '';
  store = openStore({ DATABASE_URL: url, DATABASE_POOL: 8 });
});
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  await store.db.pool.query('TRUNCATE removals, objects, uploads, inbox');
});
afterAll(async () => {
  await store?.db.close();
  await testEnv?.close();
});

const away = () => Promise.reject(new Error('not asked for here'));
const objectsWith = (remove: ObjectStore['remove']): ObjectStore => ({
  put: away,
  append: away,
  check: away,
  complete: away,
  get: away,
  stat: away,
  retain: away,
  remove,
  list: async function* () {},
  sweepStaging: away,
  close() {},
});

function begin(remove: ObjectStore['remove'], other: Partial<RemoverDeps> = {}): Loop {
  const loop = startRemover({
    store,
    objects: objectsWith(remove),
    clock: () => new Date(),
    log: silent,
    peers: { holdOf: async () => ({ held: false, pending: false }) },
    ...other,
  });
  loops.push(loop);
  return loop;
}

let said = 0;
const letGo = (key: string) =>
  store.removals.letGo(
    { consumer: 'test', eventId: newId(), aggregateId: '', version: 0, time: new Date() },
    key,
    new Date(Date.now() - 60_000 + said++),
  );
const newKeys = (count: number) => Array.from({ length: count }, () => objectKey(newId()));
const rows = async (text: string) => (await store.db.pool.query(text)).rows;

it('backs off for a failing key without blocking others', async () => {
  const keys = newKeys(5);
  for (const key of keys) await letGo(key);
  const [bad = '', ...good] = keys;
  const loop = begin(async (key) => {
    if (key === bad) throw new Error('the store refuses this one');
  });
  const released = "SELECT key FROM objects WHERE state = 'released'";
  await eventually('the others are gone', async () => (await rows(released)).length === good.length);
  const wait = async () => {
    const [row] = await rows('SELECT failures, extract(epoch FROM due_at - now())::float AS s FROM removals');
    return { failures: Number(row?.failures), seconds: Number(row?.s) };
  };
  const first = await wait();
  expect(first.failures).toBe(1);
  expect(first.seconds).toBeLessThan(15.5);
  await store.db.pool.query('UPDATE removals SET due_at = now()');
  loop.wake();
  await eventually('it failed again', async () => (await wait()).failures === 2);
  expect((await wait()).seconds).toBeGreaterThan(16);
  expect(await rows(`SELECT state FROM objects WHERE key = '${bad}'`)).toEqual([{ state: 'releasing' }]);
});

it('replicas share the keys and remove each once', async () => {
  const keys = newKeys(60);
  for (const key of keys) await letGo(key);
  const removed: string[] = [];
  const remove = async (key: string) => {
    await new Promise(setImmediate);
    removed.push(key);
  };
  for (let replica = 0; replica < 3; replica++) begin(remove);
  await eventually('all are gone', async () => (await rows('SELECT 1 FROM removals')).length === 0);
  expect(removed.sort()).toEqual(keys.sort());
});

it('waits only for the current key when stopped', async () => {
  for (const key of newKeys(20)) await letGo(key);
  const inHand = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let begun = 0;
  const loop = begin(async () => {
    begun++;
    inHand.resolve();
    await goOn.promise;
  });
  await inHand.promise;
  const stopped = loop.stop();
  goOn.resolve();
  await stopped;
  expect(begun).toBe(1);
});

it('queries one key while registration is unavailable and all keys afterwards', async () => {
  for (const key of newKeys(10)) await letGo(key);
  let requestCount = 0;
  let there = false;
  const holdOf = async () => {
    requestCount++;
    if (!there) throw Object.assign(new Error('not there'), { code: 'ECONNREFUSED' });
    return { held: false, pending: false };
  };
  const loop = begin(async () => {}, { peers: { holdOf } });
  await eventually('one is put back', async () => {
    return (await rows('SELECT 1 FROM removals WHERE failures = 1')).length === 1;
  });
  expect(requestCount).toBe(1);
  there = true;
  await store.db.pool.query('UPDATE removals SET due_at = now()');
  loop.wake();
  await eventually('all are gone', async () => (await rows('SELECT 1 FROM removals')).length === 0);
});

it('queries again when a release arrives during the query', async () => {
  const [key = ''] = newKeys(1);
  await letGo(key);
  const answers = [true, false];
  const removed: string[] = [];
  begin(async (one) => void removed.push(one), {
    peers: {
      async holdOf() {
        const held = answers.shift() ?? false;
        // Registration releases the object right after it responded that it holds it.
        if (held) await letGo(key);
        return { held, pending: false };
      },
    },
  });
  await eventually('it is gone', async () => removed.length === 1);
  expect(answers).toEqual([]);
});

it('removes objects that another version left in state releasing', async () => {
  const [key = ''] = newKeys(1);
  await store.db.pool.query("INSERT INTO objects (key, state, created_at) VALUES ($1, 'releasing', now())", [
    key,
  ]);
  begin(async () => {});
  await eventually('it is gone', async () => {
    return (await rows("SELECT 1 FROM objects WHERE state = 'released'")).length === 1;
  });
});
