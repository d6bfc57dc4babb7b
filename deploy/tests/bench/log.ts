import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@g2/kit/log';
import { signCheckpoint } from '@g2/proof/checkpoint';
import { leafHash, rootFromInclusion } from '@g2/proof/merkle';
import { appendLeaves, hashFromTiles, type Row } from '@g2/proof/tiles';
import pg from 'pg';
import { logKey } from '../../../services/certificate/src/log/key.ts';
import { startSequencer } from '../../../services/certificate/src/log/sequencer.ts';
import { appendToLog, inclusionOf, newestCheckpoint } from '../../../services/certificate/src/log/store.ts';
import { openStore, type Store } from '../../../services/certificate/src/store.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { makeDatabase } from './database.ts';
import { reportGoal, reportLeast } from './goal.ts';
import { median, percentile, report } from './support.ts';

const ENTRIES = 20_480;
const BATCH = 4_096;
const GOAL_PER_SECOND = 500;
const LEAVES = 1_000_000;
/** Number of signed checkpoints in the log. Evidence arrives one at a time, so there are many. */
const CHECKPOINTS = 100_000;
const PROOFS = 1_000;
const GOAL_MS = 5;
const POOL = 4;

const { privateKey } = generateKeyPairSync('ed25519');
const KEY = logKey(JSON.stringify(privateKey.export({ format: 'jwk' })), 'bench.example/log');

const EVIDENCE = `
  INSERT INTO evidence (registration_id, user_id, kind, salt, manifest, commitment, recorded_at)
  SELECT gen_random_uuid(), gen_random_uuid(), 'resubmitted', salt, manifest, sha256(salt || manifest), now()
  FROM (SELECT sha256(convert_to(random()::text || n, 'UTF8')) AS salt, convert_to(repeat('m', 1000) || n, 'UTF8') AS manifest
        FROM generate_series(1, $1::int) AS n) AS made`;

type Bench = { store: Store; pool: pg.Pool };

async function open(stack: Stack, name: string): Promise<Bench & { close: () => Promise<void> }> {
  const url = await makeDatabase(stack.facts().postgresUrl, 'certificate', name);
  const store = openStore({ DATABASE_URL: url, DATABASE_POOL: POOL });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return {
    store,
    pool,
    async close() {
      await store.db.close();
      await pool.end();
    },
  };
}

const perSecond = (entries: number, startedAt: number): number =>
  (entries * 1000) / (performance.now() - startedAt);

/**
 * Runs the sequencer as the service does, one batch per second, while more than one batch waits.
 * @returns entries per second
 */
async function sequence({ store, pool }: Bench): Promise<number> {
  await pool.query(EVIDENCE, [ENTRIES]);
  const before = (await newestCheckpoint(store.db))?.size ?? 0;
  const startedAt = performance.now();
  const log = createLogger('certificate', 'warn');
  const deps = { store, logKey: KEY, clock: () => new Date(), log, authorities: [], wake: () => {} };
  const loop = startSequencer(deps);
  try {
    while (((await newestCheckpoint(store.db))?.size ?? 0) < before + ENTRIES) await delay(20);
    return perSecond(ENTRIES, startedAt);
  } finally {
    await loop.stop();
  }
}

/** Appends batches without pause: the sequencer's maximum rate. */
async function appendAll({ store, pool }: Bench): Promise<number> {
  await pool.query(EVIDENCE, [ENTRIES]);
  const startedAt = performance.now();
  while ((await appendToLog(store.db, KEY, new Date())) > 0);
  return perSecond(ENTRIES, startedAt);
}

/** Baseline: inserts as many entries in batches, without a tree. @returns entries per second */
async function insertAll({ pool }: Bench, round: number): Promise<number> {
  await pool.query(`CREATE TABLE bare_${round} (index bigint PRIMARY KEY, entry bytea NOT NULL)`);
  const { rows } = await pool.query<{ entry: Buffer }>(
    'SELECT entry FROM log_entries ORDER BY index DESC LIMIT $1',
    [ENTRIES],
  );
  const entries = rows.map(({ entry }) => entry);
  const startedAt = performance.now();
  for (let first = 0; first < ENTRIES; first += BATCH) {
    await pool.query(
      `INSERT INTO bare_${round} SELECT $1::bigint + place - 1, entry
       FROM unnest($2::bytea[]) WITH ORDINALITY AS t (entry, place)`,
      [first, entries.slice(first, first + BATCH)],
    );
  }
  return perSecond(ENTRIES, startedAt);
}

async function benchAppend(stack: Stack): Promise<void> {
  const { close, ...bench } = await open(stack, 'bench_append');
  const sustained = await sequence(bench);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 3; round++) {
    bare.push(await insertAll(bench, round));
    ours.push(await appendAll(bench));
  }
  await close();
  reportLeast(
    `log, ${ENTRIES} entries by the sequencer, a batch a second`,
    sustained,
    GOAL_PER_SECOND,
    'entries/s',
  );
  const rate = (value: number) => `${value.toFixed(0)} entries/s`;
  const [own, plain] = [median(ours), median(bare)];
  report('  batch after batch', rate(own), rate(plain), own / plain);
}

/**
 * Creates a log of a million entries with signed checkpoints, every tenth cosigned by two witnesses. The
 * benchmark reads only the newest checkpoint.
 */
async function fillLog({ pool }: Bench): Promise<void> {
  const edge: Row[] = [];
  for (let size = 0; size < LEAVES; ) {
    const entries = Array.from({ length: Math.min(65_536, LEAVES - size) }, () => randomBytes(32));
    const grown = appendLeaves(size, edge, entries.map(leafHash));
    await pool.query(
      'INSERT INTO log_entries SELECT $1::bigint + place - 1, entry FROM unnest($2::bytea[]) WITH ORDINALITY AS t (entry, place)',
      [size, entries],
    );
    await pool.query(
      `INSERT INTO log_tiles SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])
       ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes`,
      [
        grown.map(({ level }) => level),
        grown.map(({ index }) => index),
        grown.map(({ hashes }) => Buffer.concat(hashes)),
      ],
    );
    for (const row of grown) edge[row.level] = row;
    size += entries.length;
  }
  const known = new Map(edge.map((row) => [`${row.level}/${row.index}`, row.hashes]));
  const hashesAt = (level: number, index: number) => known.get(`${level}/${index}`) ?? [];
  const root = Buffer.from(hashFromTiles({ start: 0, end: LEAVES }, hashesAt));
  const note = signCheckpoint({ origin: KEY.name, size: LEAVES, root }, KEY);
  await pool.query(
    `INSERT INTO log_checkpoints
     SELECT n * ($1::int / $2::int), CASE WHEN n = $2 THEN $3 ELSE sha256(n::text::bytea) END, $4,
       CASE WHEN n % 10 = 0 THEN '{first,second}' ELSE '{first}' END::text[], now()
     FROM generate_series(1, $2) AS n`,
    [LEAVES, CHECKPOINTS, root, note],
  );
  await pool.query('ANALYZE');
}

async function benchInclusion(stack: Stack): Promise<void> {
  const { close, ...bench } = await open(stack, 'bench_inclusion');
  await fillLog(bench);
  const { db } = bench.store;
  const times: number[] = [];
  const bare: number[] = [];
  // With a negative n, proofs only warm up the JIT compiler and the pools.
  for (let n = -PROOFS / 5; n < PROOFS; n++) {
    const index = Math.floor(Math.random() * LEAVES);
    const startedAt = performance.now();
    const found = await inclusionOf(db, index);
    const foundAt = performance.now();
    const { rows } = await bench.pool.query<{ entry: Buffer }>(
      'SELECT entry FROM log_entries WHERE index = $1',
      [index],
    );
    const readAt = performance.now();
    if (n >= 0) times.push(foundAt - startedAt);
    if (n >= 0) bare.push(readAt - foundAt);
    const place = { index, size: LEAVES };
    const root = found && rootFromInclusion(leafHash(rows[0]?.entry ?? Buffer.of()), place, found.path);
    if (!root || !found.checkpoint.root.equals(root)) throw new Error(`entry ${index}: its proof is wrong`);
  }
  await close();
  console.log(`inclusion proof among ${LEAVES} entries and ${CHECKPOINTS} checkpoints, of ${PROOFS}`);
  reportGoal('  p50', percentile(times, 50), GOAL_MS, 'ms', 2);
  reportGoal('  p99', percentile(times, 99), GOAL_MS, 'ms', 2);
  const [p50, p99] = [50, 99].map((percent) => percentile(bare, percent).toFixed(2));
  console.log(`  one row by its key, bare, in between: p50 ${p50} ms, p99 ${p99} ms`);
}

/** Measures the append rate of the public log and the time of an inclusion proof. */
export async function benchLog(stack: Stack): Promise<void> {
  await benchAppend(stack);
  await benchInclusion(stack);
}
