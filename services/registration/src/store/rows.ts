import type { Closure } from '@g2/terms/closures';
import { detailsOf } from '@g2/terms/details';
import type { GovernmentData } from '@g2/terms/government';
import { type InferResult, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '#tables';
import type { EarlierFile, Lineage, Registration, StoredFile } from '../domain/registration.ts';

type ClosureColumns = Pick<Selectable<DB['registrations']>, 'closedReason' | 'closedAt' | 'closedAmount'>;

/** Base query of all reads of whole registrations, with the values that other tables hold. */
export const selectRegistrations = (db: Kysely<DB>) =>
  db
    .selectFrom('registrations as r')
    .selectAll('r')
    .select((eb) => [
      eb
        .selectFrom('registrationAssignments as a')
        .select('a.operatorId')
        .whereRef('a.registrationId', '=', 'r.id')
        .as('assignedOperatorId'),
      eb
        .selectFrom('fileContents as c')
        .select('c.found')
        .whereRef('c.objectKey', '=', 'r.fileStoragePath')
        .as('inspection'),
      eb
        .selectFrom('registrationThreads as t')
        .select(UNREAD.as('unread'))
        .whereRef('t.registrationId', '=', 'r.id')
        .as('unread'),
      eb
        .selectFrom('paymentFlags as f')
        .select('f.refundFailed')
        .whereRef('f.paymentId', '=', 'r.paymentId')
        .as('refundFailed'),
      FILE_TAKEN.as('fileTaken'),
    ]);
type RegistrationRow = InferResult<ReturnType<typeof selectRegistrations>>[number];

/** Base query of staff lists: counts the notes instead of reading them. */
export const selectListed = (db: Kysely<DB>) =>
  selectRegistrations(db).select((eb) => [
    eb
      .selectFrom('internalNotes as n')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('n.registrationId', '=', 'r.id')
      .$asScalar()
      .$notNull()
      .as('noteCount'),
    eb
      .selectFrom('governmentSteps as g')
      .select(BRIEF_OF_STEP.as('brief'))
      .whereRef('g.registrationId', '=', 'r.id')
      .as('government'),
    eb
      .selectFrom('paymentFlags as f')
      .select('f.flag')
      .whereRef('f.paymentId', '=', 'r.paymentId')
      .as('paymentFlag'),
  ]);
export type ListedRow = InferResult<ReturnType<typeof selectListed>>[number];

export const selectForStaff = (db: Kysely<DB>) => selectListed(db).select(NEWEST_NOTES.as('internalNotes'));

const UNREAD = sql<Registration['unread']>`jsonb_build_object('byClient', t.by_staff - t.client_read,
  'byStaff', t.by_client - t.staff_read)`;

/** Condition of the unique index on the hash (migrations): paid, and not closed. */
export const ownsHash = (row: string) =>
  sql<boolean>`(${sql.ref(`${row}.paymentPaidAt`)} IS NOT NULL AND ${sql.ref(`${row}.closedAt`)} IS NULL)`;

/** A scalar subquery. For EXISTS, the planner would build a hash table of all paid rows. */
const FILE_TAKEN = sql<boolean>`(NOT ${ownsHash('r')} AND coalesce((SELECT true FROM registrations t
  WHERE t.sha256 = r.sha256 AND ${ownsHash('t')} LIMIT 1), false))`;

const BRIEF = ['protocol', 'dueOn', 'completedOn', 'certificateHash', 'certificateAlgorithm'] as const;
export type BriefRow = Pick<GovernmentData, (typeof BRIEF)[number]>;

const BRIEF_OF_STEP = sql<BriefRow>`jsonb_build_object(${sql.join(
  BRIEF.map((field) => sql`${sql.lit(field)}, g.data -> ${sql.lit(field)}`),
)})`;

export type NoteRow = { id: string; text: string; authorId: string; createdAt: string };

/** At most 200 notes, so that the response stays below gRPC's limit of 4 MiB. */
const NEWEST_NOTES = sql<NoteRow[]>`ARRAY(SELECT json_build_object('id', n.id, 'text', n.text,
    'authorId', n.author_id, 'createdAt', n.created_at)
  FROM internal_notes n WHERE n.registration_id = r.id ORDER BY n.created_at DESC, n.id DESC LIMIT 200)`;

/** Matches one of the values; unlike `in`, it accepts an empty list. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${values})`;

const NONE_UNREAD: Registration['unread'] = { byClient: 0, byStaff: 0 };

/** Copies column by column: a rest spread of a row this wide is six times slower. */
export const toRegistration = (row: RegistrationRow): Registration => ({
  id: row.id,
  version: row.version,
  userId: row.userId,
  details: detailsOf((name) => row[name]),
  file: toFile(row),
  earlierFile: toEarlierFile(row),
  status: row.status,
  statusUpdatedAt: row.statusUpdatedAt,
  statusUpdatedBy: row.statusUpdatedBy,
  assignedOperatorId: row.assignedOperatorId,
  paymentAmount: row.paymentAmount,
  paymentId: row.paymentId,
  paymentPaidAt: row.paymentPaidAt,
  governmentSubmittedAt: row.governmentSubmittedAt,
  certificateIssuedAt: row.certificateIssuedAt,
  closure: closureOf(row),
  refundFailed: row.refundFailed ?? false,
  fileTaken: row.fileTaken,
  correctionReason: row.correctionReason,
  changedSinceCorrection: row.changedSinceCorrection,
  correctionsAskedAt: row.correctionsAskedAt,
  unread: row.unread ?? NONE_UNREAD,
  holdersTotal: row.holdersTotal,
  lineage: toLineage(row),
  certificateRevokedAt: row.certificateRevokedAt,
  createdAt: row.createdAt,
});

/** A CHECK constraint requires all three columns or none. */
export const closureOf = ({
  closedReason: reason,
  closedAt: at,
  closedAmount: amountCents,
}: ClosureColumns): Closure | null =>
  reason !== null && at !== null && amountCents !== null ? { reason, at, amountCents } : null;

export const closureColumns = (closure: Closure | null): ClosureColumns => ({
  closedReason: closure?.reason ?? null,
  closedAt: closure?.at ?? null,
  closedAmount: closure?.amountCents ?? null,
});

const toLineage = ({ id, versionNumber, rootId, previousId, whatIsNew }: RegistrationRow): Lineage => ({
  number: versionNumber,
  rootId: rootId ?? id,
  previousId,
  whatIsNew,
});

/** A CHECK constraint requires all columns of the file or none. */
function toFile(row: RegistrationRow): StoredFile | null {
  const { sha256, sha512, fileName, fileSize, fileStoragePath, fileAttachedAt, inspection } = row;
  if (!sha256 || !fileName || fileSize === null || !fileStoragePath || !fileAttachedAt) return null;
  const file = { sha256, sha512, fileName, fileSize, objectKey: fileStoragePath };
  return { ...file, attachedAt: fileAttachedAt, inspection };
}

function toEarlierFile(row: RegistrationRow): EarlierFile | null {
  const {
    earlierSha256: sha256,
    earlierFileName: fileName,
    earlierFileSize: fileSize,
    earlierFileStoragePath: objectKey,
    earlierFileAttachedAt: attachedAt,
  } = row;
  if (!sha256 || !fileName || fileSize === null || !objectKey || !attachedAt) return null;
  return { sha256, fileName, fileSize, objectKey, attachedAt };
}

/** Columns of the version chain, written only when the registration is inserted. */
export const lineageColumns = ({ number, rootId, previousId, whatIsNew }: Lineage) => ({
  versionNumber: number,
  rootId: previousId && rootId,
  previousId,
  whatIsNew,
});

/** A trigger maintains the sum of shares; assignments have their own table. */
export const toColumns = (state: Registration) => ({
  sha256: state.file?.sha256 ?? null,
  sha512: state.file?.sha512 ?? null,
  fileName: state.file?.fileName ?? null,
  fileSize: state.file?.fileSize ?? null,
  fileStoragePath: state.file?.objectKey ?? null,
  fileAttachedAt: state.file?.attachedAt ?? null,
  earlierSha256: state.earlierFile?.sha256 ?? null,
  earlierFileName: state.earlierFile?.fileName ?? null,
  earlierFileSize: state.earlierFile?.fileSize ?? null,
  earlierFileStoragePath: state.earlierFile?.objectKey ?? null,
  earlierFileAttachedAt: state.earlierFile?.attachedAt ?? null,
  status: state.status,
  statusUpdatedAt: state.statusUpdatedAt,
  statusUpdatedBy: state.statusUpdatedBy,
  paymentId: state.paymentId,
  paymentPaidAt: state.paymentPaidAt,
  governmentSubmittedAt: state.governmentSubmittedAt,
  certificateIssuedAt: state.certificateIssuedAt,
  ...closureColumns(state.closure),
  correctionReason: state.correctionReason,
  changedSinceCorrection: state.changedSinceCorrection,
  correctionsAskedAt: state.correctionsAskedAt,
});
