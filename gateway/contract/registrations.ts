import { ARCHIVE_WARNINGS } from '@g2/terms/archive';
import { CLOSURE_REASONS } from '@g2/terms/closures';
import { MAX_REASONS_PER_REQUEST } from '@g2/terms/limits';
import { OWN_LIST_SORTS, SORT_MESSAGE } from '@g2/terms/pages';
import { PAYMENT_FLAGS } from '@g2/terms/payments';
import { z } from 'zod';
import {
  body,
  cents,
  count,
  id,
  openEnum,
  pageOf,
  pageQuery,
  parameters,
  person,
  queryAccount,
  queryChoice,
  queryChoices,
  queryFlag,
  sha256,
  sha512,
  timestamp,
  uuidInput,
} from './common.ts';
import { CLIENT_PAGE_SIZE, MAX_LENGTH, MAX_UPLOAD_BYTES } from './constants.ts';
import { detailAnswers, detailInputs } from './details.ts';
import { civilDayInput, governmentBrief } from './government.ts';
import { REGISTRATION_STATUSES } from './status-terms.ts';
import { openAction, openStatus, operatorAction, registrationStatus } from './statuses.ts';
import { optionalText, requiredStorableText, searchText } from './texts.ts';

const language = z.object({ name: z.string(), files: count, bytes: count });

/** Contents of a deposited ZIP. `bytes`: unpacked size. `root`: Merkle root of its manifest (RFC 9162). */
export const archiveContents = z
  .object({
    files: count,
    bytes: count,
    languages: z.array(language),
    warnings: z.array(openEnum(ARCHIVE_WARNINGS)),
    root: sha256,
  })
  .meta({ id: 'Contents' });
export type Contents = z.infer<typeof archiveContents>;

const caseClosure = z
  .object({ reason: openEnum(CLOSURE_REASONS), amountCents: cents, at: timestamp })
  .meta({ id: 'Closure' });
export type Closure = z.infer<typeof caseClosure>;

/**
 * Registration as its owner sees it. File fields (`fileSize`: bytes) are null without a file, `sha512` also for old
 * ones.
 */
export const registration = z
  .object({
    id,
    userId: id,
    ...detailAnswers,
    sha256: sha256.nullable(),
    sha512: sha512.nullable(),
    fileName: z.string().nullable(),
    fileSize: count.nullable(),
    status: openStatus,
    statusUpdatedAt: timestamp,
    statusUpdatedBy: id.nullable(),
    assignedOperatorId: id.nullable(),
    paymentAmount: cents,
    paymentPaidAt: timestamp.nullable(),
    governmentSubmittedAt: timestamp.nullable(),
    certificateIssuedAt: timestamp.nullable(),
    createdAt: timestamp,
    /** When the current file arrived; null without a file. */
    depositedAt: timestamp.nullable(),
    /** Set once a refund or lost dispute has closed the registration, which makes its status final; null before. */
    closure: caseClosure.nullable(),
    /** A refund of the payment failed, and the money was not returned another way yet. */
    refundFailed: z.boolean(),
    /** Another registration was already paid with the same file, so this one cannot be paid with it. */
    fileTaken: z.boolean(),
    canPay: z.boolean(),
    canEdit: z.boolean(),
    canResubmit: z.boolean(),
    correctionReason: z.string().nullable(),
    /** The registration waits for corrections, and details, file or holders changed since these were requested. */
    changedSinceCorrection: z.boolean(),
    /** The file for which corrections were requested is still stored, until the review ends (`/files/changes`). */
    hasEarlierFile: z.boolean(),
    /** When corrections were requested. Until the review ends, the data of that time is kept (`/corrections`). */
    correctionsAskedAt: timestamp.nullable(),
    /** Null until the file was inspected, and for an unreadable file: see `contentsProblem`. */
    contents: archiveContents.nullable(),
    contentsProblem: z.string().nullable(),
    /** Number of messages that the reader's side, owner or staff, has not read (`/messages`). */
    unreadMessages: count,
    /** Version of the program, counted from 1. `rootId`: id of the first version; for the first version its own id. */
    versionNumber: z.int().positive(),
    rootId: id,
    /**
     * `whatIsNew` is null for a first version, and in lists. Only
     * the list of versions includes it, and omits `notes`.
     */
    previousId: id.nullable(),
    whatIsNew: z.string().nullable(),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof registration>;

export const registrationPage = pageOf(registration).meta({ id: 'RegistrationPage' });
export type RegistrationPage = z.infer<typeof registrationPage>;

export const internalNote = z
  .object({ id, text: z.string(), authorName: z.string(), createdAt: timestamp })
  .meta({ id: 'InternalNote' });
export type InternalNote = z.infer<typeof internalNote>;

/**
 * Registration as staff sees it; clients never receive the added fields.
 * `applicant` is null while names cannot be read. `internalNotes` is empty in
 * lists. `paymentFlag` is the flag of the payment that paid the registration.
 */
export const staffRegistration = registration
  .extend({
    applicant: person.nullable(),
    assignedOperator: person.nullable(),
    fileStoragePath: z.string().nullable(),
    allowedActions: z.array(openAction),
    allowedTransitions: z.array(openStatus),
    internalNotes: z.array(internalNote),
    internalNoteCount: count,
    /** Null until staff first writes data of the government step. */
    government: governmentBrief.nullable(),
    paymentFlag: openEnum(PAYMENT_FLAGS).nullable(),
  })
  .meta({ id: 'StaffRegistration' });
export type StaffRegistration = z.infer<typeof staffRegistration>;

export const staffRegistrationPage = pageOf(staffRegistration).meta({ id: 'StaffRegistrationPage' });

/** First step of the wizard (spec §5). */
export const registrationDetails = body(detailInputs);
export type RegistrationDetails = z.input<typeof registrationDetails>;

const placeholder = z.unknown().optional().meta({ description: 'Aceito e ignorado' });

/** Accepts and drops the placeholder fields of spec §7. */
export const createRegistrationBody = registrationDetails
  .extend({ sha256: placeholder, fileName: placeholder, fileSize: placeholder })
  .transform(({ sha256: _hash, fileName: _name, fileSize: _size, ...details }) => details);

/** An absent field stays unchanged. Null or an empty text clears an optional field. */
export const patchRegistrationBody = registrationDetails.partial();

export const statusFilter = queryChoices(REGISTRATION_STATUSES, 'Status inválido');

/**
 * `sort=priority`: registrations that wait for the owner (corrections, payment, certificate, file) first,
 * then the newest. Absent or empty `sort`: newest first. `paid=true`: registrations that were ever paid,
 * whatever their status now. `waiting=true`: registrations that wait for the owner, without those of which
 * the owner has downloaded the certificate.
 */
export const registrationListQuery = pageQuery(CLIENT_PAGE_SIZE).extend({
  status: statusFilter,
  search: searchText,
  paid: queryFlag,
  waiting: queryFlag,
  sort: queryChoice(OWN_LIST_SORTS, SORT_MESSAGE),
});

/** `totalFileSize` in bytes. */
export const registrationStats = z
  .object({
    totalRegistrations: count,
    recentRegistrations: count,
    totalFileSize: count,
    uniqueJurisdictions: count,
  })
  .meta({ id: 'RegistrationStats' });
export type RegistrationStats = z.infer<typeof registrationStats>;

/** Title and text of each file refusal (spec §5). `empty` is not in the spec. */
export const UPLOAD_MESSAGES = {
  wrongType: { title: 'Tipo de arquivo inválido', text: 'Apenas arquivos ZIP são permitidos.' },
  tooLarge: { title: 'Arquivo muito grande', text: 'O arquivo não pode exceder 500MB.' },
  missing: { title: 'Nenhum arquivo selecionado', text: 'Por favor, selecione um arquivo ZIP.' },
  empty: { title: 'Arquivo vazio', text: 'O arquivo tem 0 byte.' },
} as const;

/** Name of an uploaded file, already percent-decoded. */
export const uploadFileName = requiredStorableText(MAX_LENGTH.fileName, UPLOAD_MESSAGES.missing.text)
  .refine((name) => name.toLowerCase().endsWith('.zip'), UPLOAD_MESSAGES.wrongType.text)
  .refine((name) => !/\p{Cc}/u.test(name), 'Nome de arquivo inválido');

/** Bytes. */
export const uploadFileSize = z
  .int({ error: 'Tamanho de arquivo inválido' })
  .nonnegative('Tamanho de arquivo inválido')
  .max(MAX_UPLOAD_BYTES, UPLOAD_MESSAGES.tooLarge.text);

export const uploadAnswer = z
  .object({ sha256, fileName: z.string(), fileSize: count })
  .meta({ id: 'UploadAnswer' });
export type UploadAnswer = z.infer<typeof uploadAnswer>;

/** `changedBy` is null for changes of the system. */
export const historyEntry = z
  .object({
    id,
    registrationId: id,
    fromStatus: openStatus.nullable(),
    toStatus: openStatus,
    changedBy: id.nullable(),
    changedByName: z.string().nullable(),
    reason: z.string().nullable(),
    notes: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const clientHistoryEntry = historyEntry.omit({ notes: true }).meta({ id: 'ClientHistoryEntry' });
export type ClientHistoryEntry = z.infer<typeof clientHistoryEntry>;

export const historyPage = pageOf(historyEntry).meta({ id: 'HistoryPage' });
export const clientHistoryPage = pageOf(clientHistoryEntry).meta({ id: 'ClientHistoryPage' });

const changeNotes = {
  reason: optionalText(MAX_LENGTH.reason),
  notes: optionalText(MAX_LENGTH.notes),
  expectedStatus: registrationStatus.optional(),
};

const NON_BLANK = { type: 'string', pattern: '\\S' } as const;

export const OPERATOR_MESSAGE = 'Operador inválido';
const REASON_MESSAGE = 'Motivo pronto inválido';

/**
 * With `add_notes`, the note is in `notes` or `reason`.
 * `expectedOperatorId`: the assignee that the caller saw, null for none.
 * The response is 409 `already-assigned` if the current assignee is neither this operator nor the caller. The
 * check is skipped if the field is absent, and for `add_notes`.
 */
export const operatorActionBody = body({
  action: operatorAction,
  ...changeNotes,
  /** Ids of predefined reasons used in a request for corrections; the service counts each use. */
  reasonIds: z
    .array(uuidInput(REASON_MESSAGE), { error: REASON_MESSAGE })
    .max(MAX_REASONS_PER_REQUEST, REASON_MESSAGE)
    .optional(),
  expectedOperatorId: uuidInput(OPERATOR_MESSAGE).nullish(),
}).meta({
  anyOf: [
    { properties: { action: { not: { const: 'add_notes' } } } },
    { required: ['notes'], properties: { notes: NON_BLANK } },
    { required: ['reason'], properties: { reason: NON_BLANK } },
  ],
});
export type OperatorActionBody = z.input<typeof operatorActionBody>;

/**
 * `completedOn`, only with status `completed`: the day on
 * which the office finished. Stored with the government data.
 */
export const changeStatusBody = body({
  status: registrationStatus,
  ...changeNotes,
  completedOn: civilDayInput.optional(),
});
export type ChangeStatusBody = z.input<typeof changeStatusBody>;

/**
 * `from`: the current assignee, required to reassign. A stale value, or a missing one for an assigned
 * registration, gets 409 `already-assigned`.
 */
export const assignOperatorBody = body({
  operatorId: uuidInput('Selecione um operador'),
  from: uuidInput(OPERATOR_MESSAGE).nullish(),
});
export type AssignOperatorBody = z.input<typeof assignOperatorBody>;

/** `from`: the expected assignee; any other assignee gets 409 `already-assigned`. Absent: no check. */
export const unassignOperatorQuery = parameters({ from: queryAccount(OPERATOR_MESSAGE) });
