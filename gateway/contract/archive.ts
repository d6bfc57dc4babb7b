import { ARCHIVE_CHANGES, ARCHIVE_WARNINGS } from '@g2/terms/archive';
import { MAX_PATH_BYTES } from '@g2/terms/limits';
import { z } from 'zod';
import { answerWord, count, pageOf, pageQuery, parameters, queryChoice, timestamp } from './common.ts';

export type { ArchiveWarning } from '@g2/terms/archive';
export { ARCHIVE_CHANGES, ARCHIVE_WARNINGS, type ArchiveChange } from '@g2/terms/archive';

/** More than a list of records has: a tree is drawn of all of them. */
const FILES = 1_000;
/** What a screen shows at once of what changed. */
const CHANGES = 100;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A path in a ZIP, as the manifest has it. */
const path = z.string().max(MAX_PATH_BYTES);

export const filesQuery = pageQuery(FILES, FILES).extend({ prefix: path.default('') });
export const fileQuery = parameters({ path: path.min(1, 'Informe o caminho do arquivo') });

/** `version=earlier`: of the file that changes were asked for. */
export const contentQuery = fileQuery.extend({ version: queryChoice(['earlier'], 'Versão inválida') });
export const changesQuery = pageQuery(CHANGES, FILES).extend({
  change: queryChoice(ARCHIVE_CHANGES, 'Tipo de mudança inválido'),
});

/** A file within a deposit; `size` unpacked, `sha256` null where its compression is not read. */
const archiveFile = z
  .object({
    path: z.string(),
    size: count,
    sha256: hash.nullable(),
    language: z.string().nullable(),
    warning: answerWord(ARCHIVE_WARNINGS).nullable(),
    isText: z.boolean(),
  })
  .meta({ id: 'ArchiveFile' });
export type ArchiveFile = z.infer<typeof archiveFile>;

export const archiveFilePage = pageOf(archiveFile).meta({ id: 'ArchiveFilePage' });

/** A path that is in one of two deposits alone, or in both with other bytes; sizes unpacked, null where it is not there. */
const fileChange = z
  .object({
    path: z.string(),
    change: answerWord(ARCHIVE_CHANGES),
    size: count.nullable(),
    sizeBefore: count.nullable(),
    language: z.string().nullable(),
    /** In each of the two that has it. */
    isText: z.boolean(),
  })
  .meta({ id: 'FileChange' });
export type FileChange = z.infer<typeof fileChange>;

/** What changed against the file that changes were asked for; `added`, `removed` and `changed` of all, whatever was asked for. */
export const fileChanges = pageOf(fileChange)
  .extend({
    added: count,
    removed: count,
    changed: count,
    earlier: z.object({ fileName: z.string(), size: count, sha256: hash, attachedAt: timestamp }),
  })
  .meta({ id: 'FileChanges' });
export type FileChanges = z.infer<typeof fileChanges>;

/** That a file is of the deposit (RFC 9162 §2.1.3): its line is the `index`th of `files`, `proof` from the leaf up. */
export const fileProof = z
  .object({
    path: z.string(),
    size: count,
    sha256: hash,
    index: count,
    files: count,
    proof: z.array(hash),
    root: hash,
  })
  .meta({ id: 'FileProof' });
