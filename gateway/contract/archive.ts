import { ARCHIVE_CHANGES, ARCHIVE_WARNINGS } from '@g2/terms/archive';
import { MAX_PATH_BYTES } from '@g2/terms/limits';
import { z } from 'zod';
import { count, openEnum, pageOf, pageQuery, parameters, queryChoice, sha256, timestamp } from './common.ts';

export type { ArchiveWarning } from '@g2/terms/archive';
export { ARCHIVE_CHANGES, ARCHIVE_WARNINGS, type ArchiveChange } from '@g2/terms/archive';

/** Larger than the usual page limit, because the browser draws a tree of all files. */
const FILES_PAGE_SIZE = 1_000;
const CHANGES_PAGE_SIZE = 100;

const path = z.string().max(MAX_PATH_BYTES);

export const filesQuery = pageQuery(FILES_PAGE_SIZE, FILES_PAGE_SIZE).extend({ prefix: path.default('') });
export const fileQuery = parameters({ path: path.min(1, 'Informe o caminho do arquivo') });

/** `version=earlier` reads from the ZIP for which corrections were requested, instead of the current ZIP. */
export const contentQuery = fileQuery.extend({ version: queryChoice(['earlier'], 'Versão inválida') });
export const changesQuery = pageQuery(CHANGES_PAGE_SIZE, FILES_PAGE_SIZE).extend({
  change: queryChoice(ARCHIVE_CHANGES, 'Tipo de mudança inválido'),
});

/** `size` in bytes, unpacked. `sha256` is null where the compression method is not supported. */
const archiveFile = z
  .object({
    path: z.string(),
    size: count,
    sha256: sha256.nullable(),
    language: z.string().nullable(),
    warning: openEnum(ARCHIVE_WARNINGS).nullable(),
    isText: z.boolean(),
  })
  .meta({ id: 'ArchiveFile' });
export type ArchiveFile = z.infer<typeof archiveFile>;

export const archiveFilePage = pageOf(archiveFile).meta({ id: 'ArchiveFilePage' });

/** File in only one of two deposits, or with different bytes. Sizes are unpacked bytes; null where it is absent. */
const fileChange = z
  .object({
    path: z.string(),
    change: openEnum(ARCHIVE_CHANGES),
    size: count.nullable(),
    sizeBefore: count.nullable(),
    language: z.string().nullable(),
    isText: z.boolean(),
  })
  .meta({ id: 'FileChange' });
export type FileChange = z.infer<typeof fileChange>;

/** Changes since the ZIP for which corrections were requested. The counts ignore the `change` filter. */
export const fileChanges = pageOf(fileChange)
  .extend({
    added: count,
    removed: count,
    changed: count,
    earlier: z.object({ fileName: z.string(), size: count, sha256, attachedAt: timestamp }),
  })
  .meta({ id: 'FileChanges' });
export type FileChanges = z.infer<typeof fileChanges>;

/**
 * Inclusion proof (RFC 9162 §2.1.3) of one file in the manifest of `files` files. `index` is its line, and
 * `proof` lists the hashes from the leaf up.
 */
export const fileProof = z
  .object({
    path: z.string(),
    size: count,
    sha256,
    index: count,
    files: count,
    proof: z.array(sha256),
    root: sha256,
  })
  .meta({ id: 'FileProof' });
