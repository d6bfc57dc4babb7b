import { VERSION_CHANGES } from '@g2/terms/archive';
import { z } from 'zod';
import {
  body,
  count,
  id,
  pageOf,
  pageQuery,
  parameters,
  queryChoice,
  sha256,
  timestamp,
  uuidInput,
} from './common.ts';
import { MAX_LENGTH } from './constants.ts';
import { requiredText } from './texts.ts';

export { VERSION_CHANGES, type VersionChange } from '@g2/terms/archive';

const FILES_PAGE_SIZE = 100;

export const createVersionBody = body({
  whatIsNew: requiredText(MAX_LENGTH.whatIsNew, 'Conte o que mudou nesta versão'),
});

export const diffParams = parameters({ id: uuidInput(), otherId: uuidInput() });
/** `change` filters the listed files; the counts cover all files. */
export const diffQuery = pageQuery(FILES_PAGE_SIZE).extend({
  change: queryChoice(VERSION_CHANGES, 'Tipo de mudança inválido'),
});

/**
 * State of a file in one version. `size`: unpacked bytes.
 * `sha256`: null where the compression method is not supported.
 */
const fileState = z.object({ size: count, sha256: sha256.nullable() });
const fileFields = { path: z.string(), language: z.string().nullable(), isText: z.boolean() };

/** File that exists in only one version, or is equal in both. */
const versionFile = z.object({ ...fileFields, ...fileState.shape }).meta({ id: 'VersionFile' });
export type VersionFile = z.infer<typeof versionFile>;

/** File that exists in both versions, with different bytes. */
const changedFile = z
  .object({ ...fileFields, before: fileState, after: fileState })
  .meta({ id: 'ChangedFile' });
export type ChangedFile = z.infer<typeof changedFile>;

const counts = { added: count, removed: count, changed: count, unchanged: count };

/** File counts of a folder or a language. `name` is '' for top-level files and for unknown languages. */
const changeGroup = z.object({ name: z.string(), ...counts }).meta({ id: 'VersionGroup' });
export type VersionGroup = z.infer<typeof changeGroup>;

const comparedVersion = z.object({
  registrationId: id,
  versionNumber: z.int().positive(),
  fileName: z.string(),
  fileSize: count,
  sha256,
  attachedAt: timestamp,
  /** Top folder, with its slash, of all paths of this version, if it differs between the versions; else ''. */
  root: z.string(),
});

const versionFiles = pageOf(versionFile);

/**
 * `earlier` and `later` follow the version numbers, whatever the order in the request. `folders` and
 * `languages` list the most changed first, at most 60.
 */
export const versionDiff = z
  .object({
    earlier: comparedVersion,
    later: comparedVersion,
    added: versionFiles,
    removed: versionFiles,
    changed: pageOf(changedFile),
    unchanged: versionFiles,
    folders: z.array(changeGroup),
    languages: z.array(changeGroup),
  })
  .meta({ id: 'VersionDiff' });
export type VersionDiff = z.infer<typeof versionDiff>;
