import { generateKeyPairSync } from 'node:crypto';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import { type Checkpoint, openCheckpoint } from '@g2/proof/checkpoint';
import {
  consistencyPath,
  inclusionPath,
  isConsistent,
  leafHash,
  rootFromInclusion,
  rootOf,
} from '@g2/proof/merkle';
import { parseVerifierKey } from '@g2/proof/note';
import { tileHashes, tilesOf } from '@g2/proof/tiles';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logKey } from '../src/log/key.ts';
import {
  appendToLog,
  checkpointOver,
  entriesAt,
  hashesOf,
  newestCheckpoint,
  tileBytes,
} from '../src/log/store.ts';
import { openStore, type Store } from '../src/store.ts';

/** A new database for each test. */
let testEnv: TestEnvironment;
let store: Store;
const newKey = (name = 'registro.example/log') =>
  logKey(JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })), name);
const KEY = newKey();
const NOW = new Date('2026-11-23T12:00:00Z');

beforeEach(async () => {
  testEnv = await createTestEnvironment();
  store = openStore({ DATABASE_URL: testEnv.env('certificate').DATABASE_URL ?? '', DATABASE_POOL: 6 });
});
afterEach(async () => {
  await store?.db.close();
  await testEnv?.close();
});

/** Adds evidence that is not yet in the log. */
const wait = (count: number) =>
  store.db.pool.query(
    `INSERT INTO evidence (registration_id, user_id, kind, salt, manifest, commitment, recorded_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'resubmitted', salt, manifest, sha256(salt || manifest), now()
     FROM (SELECT sha256(convert_to(random()::text || n, 'UTF8')) AS salt, convert_to('m' || n, 'UTF8') AS manifest
           FROM generate_series(1, $1) AS n) AS made`,
    [count],
  );
const take = () => appendToLog(store.db, KEY, NOW);
const entries = async (): Promise<Buffer[]> =>
  (await store.db.pool.query('SELECT entry FROM log_entries ORDER BY index')).rows.map(({ entry }) => entry);
const opened = async (): Promise<Checkpoint> => {
  const newest = await newestCheckpoint(store.db);
  return openCheckpoint(newest?.note ?? '', parseVerifierKey(KEY.verifier));
};

it('the log begins with its genesis entry and signs the root of its entries', async () => {
  expect(await newestCheckpoint(store.db)).toBeUndefined();
  expect(await take()).toBe(1);
  expect(await opened()).toMatchObject({ origin: KEY.name, size: 1, root: leafHash(KEY.genesis) });
  expect(await take()).toBe(0);
  await wait(3);
  expect(await take()).toBe(3);
  expect((await opened()).root).toEqual(rootOf((await entries()).map(leafHash)));
});

it('proves entries in every later tree and the consistency of all trees', async () => {
  const seen: Checkpoint[] = [];
  for (const count of [0, 1, 2, 252, 1, 300, 7, 1_100]) {
    if (count > 0) await wait(count);
    await take();
    seen.push(await opened());
  }
  const leaves = (await entries()).map(leafHash);
  expect(leaves).toHaveLength(1_664);
  for (const [at, { size, root }] of seen.entries()) {
    expect(root).toEqual(rootOf(leaves.slice(0, size)));
    for (const index of [0, Math.floor(size / 3), size - 1]) {
      const path = await hashesOf(store.db, inclusionPath(index, size), size);
      expect(rootFromInclusion(leaves[index] as Buffer, { index, size }, path)).toEqual(root);
    }
    for (const earlier of seen.slice(0, at)) {
      const path = await hashesOf(store.db, consistencyPath(earlier.size, size), size);
      expect(isConsistent(earlier, { size, root }, path)).toBe(true);
    }
  }
  for (const { level, index, width } of tilesOf(1_664)) {
    const tile = tileHashes((await tileBytes(store.db, { level, index }, width)) ?? Buffer.of());
    expect(tile).toHaveLength(width);
    if (level === 0) expect(tile).toEqual(leaves.slice(index * 256, index * 256 + width));
    expect(await tileBytes(store.db, { level, index }, width + 1)).toBeUndefined();
  }
  expect(await entriesAt(store.db, 6, 128)).toHaveLength(128);
  expect(await entriesAt(store.db, 6, 129)).toBeUndefined();
});

it('concurrent replicas append each entry to the log once', async () => {
  for (let round = 0; round < 15; round++) {
    await wait(40);
    await Promise.all(Array.from({ length: 5 }, take));
  }
  await take();
  const { size, root } = await opened();
  expect(size).toBe(601);
  const { rows } = await store.db.pool.query(
    'SELECT count(*)::int AS placed, count(DISTINCT log_index)::int AS apart, min(log_index)::int AS first FROM evidence',
  );
  expect(rows).toEqual([{ placed: 600, apart: 600, first: 1 }]);
  expect(root).toEqual(rootOf((await entries()).map(leafHash)));
});

it('the log rolls back a failed batch', async () => {
  await take();
  await wait(300);
  const broken = { ...KEY, privateKey: generateKeyPairSync('x25519').privateKey };
  await expect(appendToLog(store.db, broken, NOW)).rejects.toThrow();
  expect(await entries()).toHaveLength(1);
  expect((await opened()).size).toBe(1);
  expect(await take()).toBe(300);
  expect((await opened()).root).toEqual(rootOf((await entries()).map(leafHash)));
});

it('the log refuses a key with another name', async () => {
  await take();
  await wait(1);
  await expect(appendToLog(store.db, newKey('other.example/log'), NOW)).rejects.toThrow(/under another name/);
});

it('the log cannot be changed, not even by the service', async () => {
  await wait(3);
  await take();
  const changes = [
    "UPDATE log_entries SET entry = sha256('x')",
    'DELETE FROM log_entries',
    "UPDATE log_tiles SET hashes = sha256('x')",
    'DELETE FROM log_tiles',
    "UPDATE log_checkpoints SET root = sha256('x')",
    'DELETE FROM log_checkpoints',
    "UPDATE evidence SET kind = 'revoked'",
    'UPDATE evidence SET log_index = NULL',
    "UPDATE evidence SET manifest = convert_to('Outro', 'UTF8')",
    'DELETE FROM evidence',
  ];
  for (const change of changes) {
    await expect(store.db.pool.query(change), change).rejects.toThrow(/append-only|is final|evidence_check/);
  }
});

it('the log returns the checkpoint with the most cosignatures that covers an entry', async () => {
  for (let size = 1; size <= 4; size++) {
    await take();
    await wait(1);
  }
  expect(await checkpointOver(store.db, 1)).toMatchObject({ size: 4 });
  await store.db.pool.query("UPDATE log_checkpoints SET cosignatures = '{a}' WHERE size IN (1, 2, 3)");
  expect(await checkpointOver(store.db, 1)).toMatchObject({ size: 3, cosignatures: ['a'] });
  expect(await checkpointOver(store.db, 3)).toMatchObject({ size: 4 });
  expect(await checkpointOver(store.db, 4)).toBeUndefined();
});
