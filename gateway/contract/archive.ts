import { ARCHIVE_WARNINGS } from '@g2/terms/archive';
import { z } from 'zod';
import { answerWord, count, pageOf, pageQuery, parameters } from './common.ts';

export type { ArchiveWarning } from '@g2/terms/archive';

/** More than a list of records has: a tree is drawn of all of them. */
const FILES = 1_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A path in a ZIP, as the manifest has it. */
const path = z.string().max(4_096);

export const filesQuery = pageQuery(FILES, FILES).extend({ prefix: path.default('') });
export const fileQuery = parameters({ path: path.min(1, 'Informe o caminho do arquivo') });

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
export type ArchiveFilePage = z.infer<typeof archiveFilePage>;

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
