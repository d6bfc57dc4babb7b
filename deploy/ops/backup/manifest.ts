import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@g2/kit/provision';

/** One table in a backup: a file of rows, gzip over lines of JSON arrays, each value PostgreSQL's own text or null. */
export type TableCopy = {
  service: ServiceName;
  table: string;
  /** Name and type of each column, in the order of the values. */
  columns: { name: string; type: string }[];
  rows: number;
  file: string;
  /** SHA-256 of the file, hex. */
  sha256: string;
};

export type ObjectCopy = { key: string; size: number; sha256: string };

/** What a backup says of itself; it is written last, so that a folder without it is no backup. */
export type Manifest = {
  format: 1;
  /** When the one snapshot of all schemas was taken, ISO 8601. */
  takenAt: string;
  /** Migrations that had been applied, by service: the restore applies these and no later one. */
  migrations: Record<ServiceName, string[]>;
  /** Parents before the tables that refer to them. */
  tables: TableCopy[];
  sequences: { service: ServiceName; name: string; value: string; called: boolean }[];
  /** Events that had been published and that some consumer may not have taken yet. */
  events: { file: string; rows: number; sha256: string };
  objects: ObjectCopy[];
};

export const MANIFEST = 'manifest.json';
/** Beside the backups of one place: bytes never change under their key, so that backups share them. */
export const OBJECTS = 'objects';

/** @throws Error when the folder is no complete backup */
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
