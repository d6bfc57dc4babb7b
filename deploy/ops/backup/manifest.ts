import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@g2/kit/provision';

/** One table in a backup: gzip of one JSON array per row, each value PostgreSQL's text form or null. */
export type TableCopy = {
  service: ServiceName;
  table: string;
  /** In the order of the values. */
  columns: { name: string; type: string }[];
  rows: number;
  file: string;
  /** SHA-256 of the file, hex. */
  sha256: string;
};

export type ObjectCopy = { key: string; size: number; sha256: string };

/** Written last: a folder without it is not a complete backup. */
export type Manifest = {
  format: 1;
  /** Time of the snapshot of all schemas, ISO 8601. */
  takenAt: string;
  /** Applied migrations by service. The restore applies these and no later ones. */
  migrations: Record<ServiceName, string[]>;
  /** Parents before the tables that reference them. */
  tables: TableCopy[];
  sequences: { service: ServiceName; name: string; value: string; called: boolean }[];
  /** Published events that some consumer may not have consumed yet. */
  events: { file: string; rows: number; sha256: string };
  objects: ObjectCopy[];
};

export const MANIFEST = 'manifest.json';
/** Folder of objects that all backups in one place share: the bytes under a key never change. */
export const OBJECTS = 'objects';

/** @throws Error when the folder is not a complete backup */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new Error(`${folder} is no complete backup: it has no ${MANIFEST}`);
  }
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${folder} is of a later format`);
  return manifest;
}
