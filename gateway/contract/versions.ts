import { VERSION_CHANGES } from '@g2/terms/archive';
import { z } from 'zod';
import {
  body,
  count,
  id,
  MAX_LENGTH,
  pageOf,
  pageQuery,
  parameters,
  queryChoice,
  timestamp,
  uuidInput,
} from './common.ts';
import { text } from './texts.ts';

export { VERSION_CHANGES, type VersionChange } from '@g2/terms/archive';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** What a screen shows at once of each kind. */
const FILES = 100;

export const createVersionBody = body({
  whatIsNew: text(MAX_LENGTH.whatIsNew, 'Conte o que mudou nesta versão'),
});

export const diffParams = parameters({ id: uuidInput(), otherId: uuidInput() });
/** `change`: the items of that kind alone; the counts are of all. */
export const diffQuery = pageQuery(FILES).extend({
  change: queryChoice(VERSION_CHANGES, 'Tipo de mudança inválido'),
});

/** A file as one version has it: its size unpacked, its hash null where its compression is not read. */
const side = z.object({ size: count, sha256: hash.nullable() });
const told = { path: z.string(), language: z.string().nullable(), isText: z.boolean() };

/** A file that one of the two has alone, or both alike. */
const versionFile = z.object({ ...told, ...side.shape }).meta({ id: 'VersionFile' });
export type VersionFile = z.infer<typeof versionFile>;

/** One that both have, with other bytes. */
const changedFile = z.object({ ...told, before: side, after: side }).meta({ id: 'ChangedFile' });
export type ChangedFile = z.infer<typeof changedFile>;

const counts = { added: count, removed: count, changed: count, unchanged: count };

/** How many files of each kind a folder or a language has; `name` is '' for those beside the folders, or of none known. */
const group = z.object({ name: z.string(), ...counts }).meta({ id: 'VersionGroup' });
export type VersionGroup = z.infer<typeof group>;

const compared = z.object({
  registrationId: id,
  versionNumber: z.int().positive(),
  fileName: z.string(),
  fileSize: count,
  sha256: hash,
  attachedAt: timestamp,
  /** The top folder that `path` stands below, with its slash, where the two call it otherwise; else ''. */
  root: z.string(),
});

const versionFiles = pageOf(versionFile);

/**
 * What became of the files from the `earlier` version to the `later` one, in whichever order they were asked for: a page of
 * each kind. `folders` are those right under the root, `languages` as the files are told apart; the most changed first, 60 at
 * most.
 */
export const versionDiff = z
  .object({
    earlier: compared,
    later: compared,
    added: versionFiles,
    removed: versionFiles,
    changed: pageOf(changedFile),
    unchanged: versionFiles,
    folders: z.array(group),
    languages: z.array(group),
  })
  .meta({ id: 'VersionDiff' });
export type VersionDiff = z.infer<typeof versionDiff>;
