import { ARCHIVE_WARNINGS } from '@g2/terms/archive';
import { CLOSURE_REASONS } from '@g2/terms/closures';
import { MAX_REASONS_PER_REQUEST } from '@g2/terms/limits';
import { OWN_SORT_FIELDS, SORT_MESSAGE } from '@g2/terms/pages';
import { PAYMENT_FLAGS } from '@g2/terms/payments';
import { z } from 'zod';
import {
  body,
  CLIENT_PAGE_SIZE,
  cents,
  count,
  id,
  MAX_LENGTH,
  MAX_UPLOAD_BYTES,
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
  sortsBy,
  timestamp,
  uuidInput,
} from './common.ts';
import { detailAnswers, detailInputs } from './details.ts';
import { civilDayInput, governmentBrief } from './government.ts';
import {
  openAction,
  openStatus,
  operatorAction,
  REGISTRATION_STATUSES,
  registrationStatus,
} from './statuses.ts';
import { optionalText, requiredStorableText, searchText } from './texts.ts';

const language = z.object({ name: z.string(), files: count, bytes: count });

/** Contents of a deposited ZIP: `bytes` unpacked, `root` of its manifest (RFC 9162 hashing). */
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

/** Owner's view. File fields (`fileSize` in bytes) are null without a file; `sha512` also for older files. */
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
    /** Arrival of the current file; null without one. */
    depositedAt: timestamp.nullable(),
    /** Set when the payment was refunded: the status is final. Null while the case is open. */
    closure: caseClosure.nullable(),
    /** Another account has paid for the same file: this unpaid registration cannot be paid with it. */
    fileTaken: z.boolean(),
    canPay: z.boolean(),
    canEdit: z.boolean(),
    canResubmit: z.boolean(),
    correctionReason: z.string().nullable(),
    /** Waits for corrections, and details, file or holders changed since the request. */
    changedSinceCorrection: z.boolean(),
    /** The file for which corrections were requested is kept until the review ends (`/files/changes`). */
    hasEarlierFile: z.boolean(),
    /** The previous data is kept from then until the review ends (`/corrections`). */
    correctionsAskedAt: timestamp.nullable(),
    /** Null until inspected, or where unreadable: see `contentsProblem`. */
    contents: archiveContents.nullable(),
    contentsProblem: z.string().nullable(),
    /** Unread messages to the reader's side, owner or staff (`/messages`). */
    unreadMessages: count,
    /** Version from 1. `rootId` is the first version, and its own id for that one. */
    versionNumber: z.int().positive(),
    rootId: id,
    /** `whatIsNew`: null for a first version, and in lists except that of the versions, which omits `notes`. */
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
 * Staff's view; the added fields never reach a client. `applicant` is null while names cannot be read. In lists
 * `internalNotes` is always empty. `paymentFlag` concerns the payment that paid it.
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
    /** Null before the first write to the government step. */
    government: governmentBrief.nullable(),
    paymentFlag: openEnum(PAYMENT_FLAGS).nullable(),
  })
  .meta({ id: 'StaffRegistration' });
export type StaffRegistration = z.infer<typeof staffRegistration>;

export const staffRegistrationPage = pageOf(staffRegistration).meta({ id: 'StaffRegistrationPage' });
export type StaffRegistrationPage = z.infer<typeof staffRegistrationPage>;

/** First step of the wizard (spec §5). */
export const registrationDetails = body(detailInputs);
export type RegistrationDetails = z.input<typeof registrationDetails>;

const placeholder = z.unknown().optional().meta({ description: 'Aceito e ignorado' });

/** Accepts and drops the placeholders of spec §7. */
export const createRegistrationBody = registrationDetails
  .extend({ sha256: placeholder, fileName: placeholder, fileSize: placeholder })
  .transform(({ sha256: _hash, fileName: _name, fileSize: _size, ...details }) => details);
export type CreateRegistrationBody = z.input<typeof createRegistrationBody>;

/** Absent means unchanged; null or empty `notes` clears them. */
export const patchRegistrationBody = registrationDetails.partial();
export type PatchRegistrationBody = z.input<typeof patchRegistrationBody>;

export const statusFilter = queryChoices(REGISTRATION_STATUSES, 'Status inválido');

/** A column, "-" before it for descending; `priority` puts registrations that wait for the owner first. */
export const OWN_LIST_SORTS = ['priority', ...sortsBy(OWN_SORT_FIELDS)] as const;
export type OwnListSort = (typeof OWN_LIST_SORTS)[number];

/**
 * `sort=priority`: first those waiting for the owner (corrections, payment, certificate, file), then the newest; absent
 * or empty: newest first. `paid=true`: ever paid, in any later status. `waiting=true`: without those with a certificate
 * that the owner has downloaded.
 */
export const registrationListQuery = pageQuery(CLIENT_PAGE_SIZE).extend({
  status: statusFilter,
  search: searchText,
  paid: queryFlag,
  waiting: queryFlag,
  sort: queryChoice(OWN_LIST_SORTS, SORT_MESSAGE),
});
export type RegistrationListQuery = z.input<typeof registrationListQuery>;

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

/** Values of `documento` in the address of a registration's page. */
export const REGISTRATION_DOCUMENTS = ['certificado', 'recibo', 'arquivo', 'mensagens'] as const;
export type RegistrationDocument = (typeof REGISTRATION_DOCUMENTS)[number];

/** Page of a registration with a document opened. Mails link to it. */
export const documentPagePath = (id: string, document: RegistrationDocument): string =>
  `/registros/${id}?documento=${document}`;

/** Title and text of each file refusal (spec §5; `empty` is an addition). */
export const UPLOAD_MESSAGES = {
  wrongType: { title: 'Tipo de arquivo inválido', text: 'Apenas arquivos ZIP são permitidos.' },
  tooLarge: { title: 'Arquivo muito grande', text: 'O arquivo não pode exceder 500MB.' },
  missing: { title: 'Nenhum arquivo selecionado', text: 'Por favor, selecione um arquivo ZIP.' },
  empty: { title: 'Arquivo vazio', text: 'O arquivo tem 0 byte.' },
} as const;

/** Name of an uploaded file; percent-decoded first. */
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
 * With `add_notes` the note is in `notes` or `reason`. `expectedOperatorId`: the assignee the caller saw, null for
 * none. 409 `already-assigned` when the current assignee is neither that one nor the caller. Not checked when absent,
 * nor with `add_notes`.
 */
export const operatorActionBody = body({
  action: operatorAction,
  ...changeNotes,
  /** Ready reasons used in a request for corrections; their uses are counted. */
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

/** `completedOn`, with `completed` only: the day the office finished, stored with the government data. */
export const changeStatusBody = body({
  status: registrationStatus,
  ...changeNotes,
  completedOn: civilDayInput.optional(),
});
export type ChangeStatusBody = z.input<typeof changeStatusBody>;

/** `from`: the current assignee, to reassign. 409 `already-assigned` when stale, or absent on an assigned one. */
export const assignOperatorBody = body({
  operatorId: uuidInput('Selecione um operador'),
  from: uuidInput(OPERATOR_MESSAGE).nullish(),
});
export type AssignOperatorBody = z.input<typeof assignOperatorBody>;

/** `from`: the expected assignee, else 409 `already-assigned`; absent: any. */
export const unassignOperatorQuery = parameters({ from: queryAccount(OPERATOR_MESSAGE) });
