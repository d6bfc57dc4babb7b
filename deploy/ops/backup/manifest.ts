import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@g2/kit/provision';

/** One table in a backup: gzip of one JSON array per row, each value PostgreSQL's text form or null. */
export type TableCopy = {
  service: ServiceName;
  table: string;
  /** Columns in the order of the values in a row. */
  columns: { name: string; type: string }[];
  rows: number;
  file: string;
  /** SHA-256 of the file, hex. */
  sha256: string;
};

export type ObjectCopy = { key: string; size: number; sha256: string };

/** Describes a backup. It is written last, so a folder without it is an incomplete backup. */
export type Manifest = {
  format: 1;
  /** Time of the snapshot of all schemas, ISO 8601. */
  takenAt: string;
  /** Applied migrations by service. The restore applies exactly these. */
  migrations: Record<ServiceName, string[]>;
  /** Tables in an order in which referenced tables come first. */
  tables: TableCopy[];
  sequences: { service: ServiceName; name: string; value: string; called: boolean }[];
  /** File with the published events that some consumer may not have consumed. */
  events: { file: string; rows: number; sha256: string };
  objects: ObjectCopy[];
};

export const MANIFEST = 'manifest.json';
/** Folder of objects that all backups share. This is safe because the bytes under a key never change. */
export const OBJECTS = 'objects';

/** Reads the manifest of a backup. @throws Error when the folder is not a complete backup */
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
