import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withSecretFiles } from '@g2/kit/env';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { openObjectStore, sizeAndHash } from '../backup/objects.ts';
import { checkTargetsOf, dataDirOf, runCommand, withSnapshot } from '../world.ts';
import type { InvariantResult } from './invariant.ts';
import { checkManifests } from './manifests.ts';
import { printResults, type Result } from './money.ts';

/** Time that registration and storage may need to agree after an event, an upload or a removal. */
const GRACE_MS = 40_000;
const BETWEEN_LOOKS_MS = 2_000;
/** An upload ticket lasts a day. After that, bytes that were uploaded with it but not committed are removed. */
const TICKET_AGE = "interval '25 hours'";

export type ObjectCheckTargets = { databaseUrl: string; objects: ObjectStore };

type Row = { id: string; key: string; sha256: string; size: string };
type StoredObject = { key: string; state: string; sha256: string | null; size: string | null; old: boolean };
type Tables = { files: Row[]; kept: Map<string, StoredObject>; underWay: Set<string> };

/**
 * Checks that each registration has its file, bytes and manifest, and that the store has no other object.
 * @param share random part of the objects to read, hash and inspect, 0 to 1; existence and size are checked for all
 */
export async function checkObjects(
  places: ObjectCheckTargets,
  share = 1,
  graceMs = GRACE_MS,
): Promise<Result[]> {
  const end = Date.now() + graceMs;
  for (;;) {
    const results = await lookOnce(places);
    const lasting = results.some((one) => one.breaches.length > 0);
    if (lasting && Date.now() < end) {
      await delay(Math.min(graceMs, BETWEEN_LOOKS_MS));
      continue;
    }
    const { databaseUrl, objects } = places;
    return [...results, await checkHashes(places, share), await checkManifests(databaseUrl, objects, share)];
  }
}

async function lookOnce({ databaseUrl, objects }: ObjectCheckTargets): Promise<Result[]> {
  // Lists the objects before it reads the tables. In the other order, an upload that begins in between looks
  // like an orphan.
  const listed = new Set<string>();
  for await (const key of objects.list()) listed.add(key);
  const tables = await read(databaseUrl);
  return [
    { name: 'each registration’s file is stored as the registration has it', ...checkAgreement(tables) },
    { name: 'each object that rows name is there, of its size', ...(await checkPresence(tables, objects)) },
    { name: 'no object is there that no row names', ...checkOrphans(tables, listed) },
  ];
}

const read = (databaseUrl: string): Promise<Tables> =>
  withSnapshot({ databaseUrl, simulatorUrl: null }, async ({ sql }) => {
    const files = await sql<Row>(
      `SELECT id, file_storage_path AS key, sha256, file_size::text AS size FROM registration.registrations
       WHERE file_storage_path IS NOT NULL
       UNION ALL
       SELECT id, earlier_file_storage_path, earlier_sha256, earlier_file_size::text FROM registration.registrations
       WHERE earlier_file_storage_path IS NOT NULL`,
    );
    const kept = await sql<StoredObject>(
      `SELECT key, state, sha256, size::text, created_at < now() - ${TICKET_AGE} AS old FROM storage.objects`,
    );
    const underWay = await sql<{ key: string }>(
      "SELECT object_key AS key FROM storage.uploads WHERE state = 'receiving'",
    );
    return {
      files,
      kept: new Map(kept.map((one) => [one.key, one])),
      underWay: new Set(underWay.map((one) => one.key)),
    };
  });

function checkAgreement({ files, kept }: Tables): InvariantResult {
  const breaches: string[] = [];
  const named = new Set(files.map((one) => one.key));
  for (const { id, key, sha256, size } of files) {
    const object = kept.get(key);
    if (!object) breaches.push(`registration ${id}: storage knows no ${key}`);
    else if (object.state !== 'attached') breaches.push(`registration ${id}: ${key} is ${object.state}`);
    else if (object.sha256 !== sha256 || object.size !== size)
      breaches.push(`registration ${id}: ${key} differs`);
  }
  for (const { key, state, old } of kept.values()) {
    if (named.has(key)) continue;
    if (state === 'attached') breaches.push(`${key} is attached to no registration`);
    if (state === 'stored' && old) breaches.push(`${key} was never committed, its ticket has long expired`);
  }
  return { figures: `${files.length} files`, breaches };
}

async function checkPresence({ kept }: Tables, objects: ObjectStore): Promise<InvariantResult> {
  const alive = [...kept.values()].filter(({ state }) => state === 'stored' || state === 'attached');
  const breaches: string[] = [];
  let bytes = 0;
  for (const { key, size } of alive) {
    const found = await objects.stat(key);
    bytes += found?.size ?? 0;
    if (!found) breaches.push(`${key} has no bytes`);
    else if (String(found.size) !== size) breaches.push(`${key}: ${found.size} bytes, its row says ${size}`);
  }
  return { figures: `${alive.length} objects, ${bytes} bytes`, breaches };
}

function checkOrphans({ kept, underWay }: Tables, listed: Set<string>): InvariantResult {
  const breaches: string[] = [];
  for (const key of listed) {
    const state = kept.get(key)?.state;
    if (state === undefined && !underWay.has(key)) breaches.push(`${key} is known to no row`);
    if (state === 'released') breaches.push(`${key} was released, its bytes are there`);
  }
  return { figures: `${listed.size} listed, ${underWay.size} being received`, breaches };
}

async function checkHashes({ databaseUrl, objects }: ObjectCheckTargets, share: number): Promise<Result> {
  const { files } = await read(databaseUrl);
  const chosen = share >= 1 ? files : files.filter(() => Math.random() < share);
  const breaches: string[] = [];
  for (const { id, key, sha256, size } of chosen) {
    const found = await sizeAndHash(objects, key);
    if (found?.sha256 === sha256 && String(found.size) === size) continue;
    // A draft's file that was replaced during the check is not a violation.
    const now = (await read(databaseUrl)).files.find((one) => one.id === id && one.key === key);
    if (now) breaches.push(`registration ${id}: ${key} is ${found?.sha256 ?? 'absent'}`);
  }
  return {
    name: 'each file’s bytes have the registration’s SHA-256',
    figures: `${chosen.length} of ${files.length} read`,
    breaches,
  };
}

type Env = Record<string, string | undefined>;

function objectsPlacesOf(env: Env): ObjectCheckTargets {
  const { databaseUrl } = checkTargetsOf(env);
  const ofStack = !env.DATABASE_URL && !env.S3_ENDPOINT;
  return {
    databaseUrl,
    objects: ofStack ? openFileObjects(join(dataDirOf(env), 'objects')) : openObjectStore(env),
  };
}

if (import.meta.main) {
  await runCommand('objects check', 2, async () => {
    const { CHECK_GRACE_MS, CHECK_SHARE } = process.env;
    const places = objectsPlacesOf(withSecretFiles(process.env));
    const results = await checkObjects(places, Number(CHECK_SHARE || 1), Number(CHECK_GRACE_MS || GRACE_MS));
    places.objects.close();
    process.exitCode = printResults(results) ? 0 : 1;
  });
}
