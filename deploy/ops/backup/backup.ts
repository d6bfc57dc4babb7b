import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withSecretFiles } from '@g2/kit/env';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { dataDirOf, readStackInfo, runCommand } from '../world.ts';
import { type Dump, dumpTables } from './dump.ts';
import { MANIFEST, type Manifest, OBJECTS } from './manifest.ts';
import { copyObject, openObjectStore } from './objects.ts';
import { writeLines } from './row-file.ts';
import { type EventRow, readStream } from './stream.ts';

export type BackupSource = { databaseUrl: string; natsUrl: string; objects: ObjectStore };

const ATTEMPTS = 3;

/**
 * Creates an online backup: all schemas in one snapshot, the events that are not yet consumed, and the
 * objects that the snapshot names.
 * @param backupsFolder folder of all backups, which share their objects; the new backup is a subfolder named
 * by its time
 */
export async function createBackup(
  source: BackupSource,
  backupsFolder: string,
): Promise<{ folder: string; manifest: Manifest }> {
  const targetObjects = openFileObjects(join(backupsFolder, OBJECTS));
  for (let attempt = 1; ; attempt++) {
    const folder = join(backupsFolder, new Date().toISOString().replaceAll(':', '-'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { dump, events } = await dumpAll(source, folder);
    const missingKeys = await copyAll(source.objects, targetObjects, dump.objects);
    if (missingKeys.length === 0) {
      const manifest: Manifest = { format: 1, ...dump, events };
      writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, {
        mode: 0o600,
        flush: true,
      });
      return { folder, manifest };
    }
    // A file was replaced after the snapshot, so its object is gone. A new snapshot does not name it.
    rmSync(folder, { recursive: true });
    if (attempt === ATTEMPTS) throw new Error(`objects without bytes: ${missingKeys.join(', ')}`);
  }
}

async function dumpAll(
  { databaseUrl, natsUrl }: BackupSource,
  folder: string,
): Promise<{ dump: Dump; events: Manifest['events'] }> {
  const stream = await readStream(natsUrl);
  try {
    const dump = await dumpTables(databaseUrl, folder, () => stream.markEnd());
    const file = 'events.jsonl.gz';
    const events = { file, ...(await writeLines(join(folder, file), asLines(stream.unconsumed()))) };
    return { dump, events };
  } finally {
    await stream.close();
  }
}

async function* asLines(events: AsyncIterable<EventRow>): AsyncGenerator<string> {
  for await (const event of events) yield JSON.stringify(event);
}

/** Copies objects. @returns the keys of objects that the source does not have */
async function copyAll(from: ObjectStore, to: ObjectStore, wanted: Manifest['objects']): Promise<string[]> {
  const missingKeys: string[] = [];
  for (const one of wanted) if (!(await copyObject(from, to, one))) missingKeys.push(one.key);
  return missingKeys;
}

type Env = Record<string, string | undefined>;

/** Source from DATABASE_URL, NATS_URL and the S3 settings; otherwise the local stack of G2_DATA_DIR (.data). */
export function sourceOf(env: Env): BackupSource {
  const { DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = env;
  if (databaseUrl && natsUrl) return { databaseUrl, natsUrl, objects: openObjectStore(env) };
  const facts = readStackInfo(env, 'DATABASE_URL, NATS_URL and the object store');
  const objects = env.S3_ENDPOINT ? openObjectStore(env) : openFileObjects(join(dataDirOf(env), 'objects'));
  return { databaseUrl: facts.postgresUrl, natsUrl: facts.natsUrl, objects };
}

if (import.meta.main) {
  await runCommand('backup', 1, async () => {
    const [backupsFolder] = process.argv.slice(2);
    if (!backupsFolder) throw new Error('usage: backup.ts <folder of all backups>');
    const source = sourceOf(withSecretFiles(process.env));
    const { folder, manifest } = await createBackup(source, resolve(backupsFolder));
    source.objects.close();
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    const bytes = manifest.objects.reduce((sum, one) => sum + one.size, 0);
    console.log(
      `${folder}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.events.rows} events on their way, ` +
        `${manifest.objects.length} objects of ${bytes} bytes`,
    );
  });
}
