import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSecretFile, withSecretFiles } from '@g2/kit/env';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { dataDirOf, runCommand } from '../world.ts';
import { assertSchemaEmpty, loadService } from './load.ts';
import { type Manifest, OBJECTS, readManifest } from './manifest.ts';
import { copyObject, openObjectStore } from './objects.ts';
import type { RestoreTarget } from './target.ts';

/** Restores into an empty target, objects before rows. @throws Error if it is not empty or a file has changed */
export async function restore(folder: string, { databaseUrls, objects }: RestoreTarget): Promise<Manifest> {
  const manifest = readManifest(folder);
  for (const service of serviceNames) await assertSchemaEmpty(databaseUrls[service], service);
  for await (const key of objects.list()) throw new Error(`the object store is not empty (${key}, …)`);
  const backupObjects = openFileObjects(join(dirname(folder), OBJECTS));
  for (const one of manifest.objects) {
    if (!(await copyObject(backupObjects, objects, one)))
      throw new Error(`the backup has no bytes of ${one.key}`);
  }
  for (const service of serviceNames) await loadService(databaseUrls[service], service, folder, manifest);
  return manifest;
}

type Env = Record<string, string | undefined>;

/**
 * Reads the database URL of each service from `<SERVICE>_DATABASE_URL` or the file in
 * `<SERVICE>_DATABASE_URL_FILE`.
 */
export function databaseUrlsOf(env: Env): Record<ServiceName, string> | undefined {
  const found = serviceNames.map((service) => {
    const name = `${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`;
    const file = env[`${name}_FILE`];
    return [service, env[name] || (file && readSecretFile(name, file)) || ''] as const;
  });
  if (found.every(([, url]) => url === '')) return undefined;
  const missing = found.filter(([, url]) => url === '').map(([service]) => service);
  if (missing.length > 0) throw new Error(`no database URL of ${missing.join(', ')}`);
  return Object.fromEntries(found) as Record<ServiceName, string>;
}

/** Restores into a new data folder of the local stack. Images need database URLs: they have no PostgreSQL. */
async function restoreToFolder(folder: string, dataDir: string): Promise<Manifest> {
  if (!existsSync(join(import.meta.dirname, 'data-folder.ts'))) {
    throw new Error(`no database URL of ${serviceNames.join(', ')}`);
  }
  const { withNewDataFolder: inDataFolder } = await import('./data-folder.ts');
  return await inDataFolder(dataDir, (target) => restore(folder, target));
}

if (import.meta.main) {
  await runCommand('restore', 1, async () => {
    const [given] = process.argv.slice(2);
    if (!given) throw new Error('usage: restore.ts <folder of one backup>');
    const folder = resolve(given);
    const databaseUrls = databaseUrlsOf(process.env);
    const manifest = databaseUrls
      ? await restore(folder, { databaseUrls, objects: openObjectStore(withSecretFiles(process.env)) })
      : await restoreToFolder(folder, dataDirOf(process.env));
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    console.log(`as of ${manifest.takenAt}: ${rows} rows, ${manifest.objects.length} objects, each verified`);
  });
  // The object store's connections would keep the process alive.
  process.exit();
}
