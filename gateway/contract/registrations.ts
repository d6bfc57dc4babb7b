import { ARCHIVE_WARNINGS } from '@g2/terms/archive';
import { CLOSURE_REASONS } from '@g2/terms/closures';
import { MAX_CHOSEN_REASONS } from '@g2/terms/limits';
import { OWN_SORT_FIELDS, SORT_MESSAGE } from '@g2/terms/pages';
import { PAYMENT_FLAGS } from '@g2/terms/payments';
import { z } from 'zod';
import {
  answerWord,
  body,
  CLIENT_PAGE_SIZE,
  cents,
  count,
  id,
  MAX_LENGTH,
  MAX_UPLOAD_BYTES,
  pageOf,
  pageQuery,
  parameters,
  person,
  queryAccount,
  queryChoice,
  queryChoices,
  queryFlag,
  sortsBy,
  timestamp,
  uuidInput,
} from './common.ts';
import { detailAnswers, detailInputs } from './details.ts';
import { civilDayInput, governmentBrief } from './government.ts';
import {
  actionWord,
  operatorAction,
  REGISTRATION_STATUSES,
  registrationStatus,
  statusWord,
} from './statuses.ts';
import { anyText, optionalText, searchText } from './texts.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

const language = z.object({ name: z.string(), files: count, bytes: count });

/** What is in a deposited ZIP: `bytes` unpacked, `root` of its manifest (RFC 9162 hashing). */
export const contents = z
  .object({
    files: count,
    bytes: count,
    languages: z.array(language),
    warnings: z.array(answerWord(ARCHIVE_WARNINGS)),
    root: sha256,
  })
  .meta({ id: 'Contents' });
export type Contents = z.infer<typeof contents>;

/** Why and since when a case is closed, and what went back, in cents. */
const closure = z
  .object({ reason: answerWord(CLOSURE_REASONS), amountCents: cents, at: timestamp })
  .meta({ id: 'Closure' });
export type Closure = z.infer<typeof closure>;

/**
 * What its owner sees. `sha256`, `sha512`, `fileName` and `fileSize` (bytes) are null until a file is stored; `sha512` also for
 * one of before there were two hashes.
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
    status: statusWord,
    statusUpdatedAt: timestamp,
    statusUpdatedBy: id.nullable(),
    assignedOperatorId: id.nullable(),
    paymentAmount: cents,
    paymentPaidAt: timestamp.nullable(),
    governmentSubmittedAt: timestamp.nullable(),
    certificateIssuedAt: timestamp.nullable(),
    createdAt: timestamp,
    /** When the file in force arrived; null without a file. */
    depositedAt: timestamp.nullable(),
    /** The payment went back: no step follows, and the status stays. Null while the case is open. */
    closure: closure.nullable(),
    /** Another account has paid for the same file: this unpaid registration cannot be paid with it. */
    fileTaken: z.boolean(),
    canPay: z.boolean(),
    canEdit: z.boolean(),
    canResubmit: z.boolean(),
    correctionReason: z.string().nullable(),
    /** It waits for corrections, and details, file or holders changed since they were asked. */
    changedSinceCorrection: z.boolean(),
    /** Changes were asked for another file, which is kept until the review is over (`/files/changes`). */
    hasEarlierFile: z.boolean(),
    /** Since then what it was is kept beside it, until the review is over (`/corrections`). */
    correctionsAskedAt: timestamp.nullable(),
    /** What is in the file; null until somebody has looked, or where it could not be read: `contentsProblem` says why. */
    contents: contents.nullable(),
    contentsProblem: z.string().nullable(),
    /** Messages to one's own side, owner or staff, that it has not read (`/messages`). */
    unreadMessages: count,
    /** Its place in the chain of versions, from 1; the root is the first of them, and its own where it is that. */
    versionNumber: z.int().positive(),
    rootId: id,
    /**
     * The version before, and what is new since then, in the owner's words; both null for a first. `whatIsNew` is null in lists
     * too, but for that of the versions, where `notes` is.
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
 * What staff see; the added fields never reach a client. `applicant` is null while names cannot be read. In lists
 * `internalNotes` is empty, whatever their count. `paymentFlag` is what stands against the payment that paid it.
 */
export const staffRegistration = registration
  .extend({
    applicant: person.nullable(),
    assignedOperator: person.nullable(),
    fileStoragePath: z.string().nullable(),
    allowedActions: z.array(actionWord),
    allowedTransitions: z.array(statusWord),
    internalNotes: z.array(internalNote),
    internalNoteCount: count,
    /** Null where nothing was written of the government step. */
    government: governmentBrief.nullable(),
    paymentFlag: answerWord(PAYMENT_FLAGS).nullable(),
  })
  .meta({ id: 'StaffRegistration' });
export type StaffRegistration = z.infer<typeof staffRegistration>;

export const staffRegistrationPage = pageOf(staffRegistration).meta({ id: 'StaffRegistrationPage' });
export type StaffRegistrationPage = z.infer<typeof staffRegistrationPage>;

/** The wizard's first step (spec §5). */
export const registrationDetails = body(detailInputs);
export type RegistrationDetails = z.input<typeof registrationDetails>;

const placeholder = z.unknown().optional().meta({ description: 'Aceito e ignorado' });

/** The details, with the placeholders of spec §7 accepted and dropped whatever they hold. */
export const createRegistrationBody = registrationDetails
  .extend({ sha256: placeholder, fileName: placeholder, fileSize: placeholder })
  .transform(({ sha256: _hash, fileName: _name, fileSize: _size, ...details }) => details);
export type CreateRegistrationBody = z.input<typeof createRegistrationBody>;

/** Absent means unchanged; null or empty `notes` clears them. */
export const patchRegistrationBody = registrationDetails.partial();
export type PatchRegistrationBody = z.input<typeof patchRegistrationBody>;

export const statusFilter = queryChoices(REGISTRATION_STATUSES, 'Status inválido');

/** The orders of a client's own list: a column, "-" before it descending; `priority`: what waits for its owner first. */
export const OWN_SORTS = ['priority', ...sortsBy(OWN_SORT_FIELDS)] as const;
export type OwnSort = (typeof OWN_SORTS)[number];

/**
 * `sort=priority`: what waits for its owner first (corrections, payment, certificate, file), then the newest; absent or empty:
 * the newest first. `paid=true`: only those that were paid, whatever became of them since. `waiting=true`:
 * none whose certificate its owner has downloaded.
 */
export const registrationListQuery = pageQuery(CLIENT_PAGE_SIZE).extend({
  status: statusFilter,
  search: searchText,
  paid: queryFlag,
  waiting: queryFlag,
  sort: queryChoice(OWN_SORTS, SORT_MESSAGE),
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

/** What the page of a registration has at hand, documents and its messages, as addresses name it. */
export const REGISTRATION_DOCUMENTS = ['certificado', 'recibo', 'arquivo', 'mensagens'] as const;
export type RegistrationDocument = (typeof REGISTRATION_DOCUMENTS)[number];

/** The page of a registration, a document of it at hand; mails link to it as well. */
export const documentPage = (id: string, document: RegistrationDocument): string =>
  `/registros/${id}?documento=${document}`;

/** Title and text of each refusal of a file (spec §5, and of one without a byte). */
export const UPLOAD_MESSAGES = {
  wrongType: { title: 'Tipo de arquivo inválido', text: 'Apenas arquivos ZIP são permitidos.' },
  tooLarge: { title: 'Arquivo muito grande', text: 'O arquivo não pode exceder 500MB.' },
  missing: { title: 'Nenhum arquivo selecionado', text: 'Por favor, selecione um arquivo ZIP.' },
  empty: { title: 'Arquivo vazio', text: 'O arquivo tem 0 byte.' },
} as const;

/** The name an upload carries; decoded first when it comes percent-encoded. */
export const uploadFileName = anyText(MAX_LENGTH.fileName, UPLOAD_MESSAGES.missing.text)
  .refine((name) => name.toLowerCase().endsWith('.zip'), UPLOAD_MESSAGES.wrongType.text)
  .refine((name) => !/\p{Cc}/u.test(name), 'Nome de arquivo inválido');

/** The size of an upload, in bytes. */
export const uploadFileSize = z
  .int({ error: 'Tamanho de arquivo inválido' })
  .nonnegative('Tamanho de arquivo inválido')
  .max(MAX_UPLOAD_BYTES, UPLOAD_MESSAGES.tooLarge.text);

export const uploadAnswer = z
  .object({ sha256, fileName: z.string(), fileSize: count })
  .meta({ id: 'UploadAnswer' });
export type UploadAnswer = z.infer<typeof uploadAnswer>;

/** A status change as staff see it; `changedBy` is null when the system made it. */
export const historyEntry = z
  .object({
    id,
    registrationId: id,
    fromStatus: statusWord.nullable(),
    toStatus: statusWord,
    changedBy: id.nullable(),
    changedByName: z.string().nullable(),
    reason: z.string().nullable(),
    notes: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A status change as a client sees it: without the staff's notes. */
export const clientHistoryEntry = historyEntry.omit({ notes: true }).meta({ id: 'ClientHistoryEntry' });
export type ClientHistoryEntry = z.infer<typeof clientHistoryEntry>;

export const historyPage = pageOf(historyEntry).meta({ id: 'HistoryPage' });
export const clientHistoryPage = pageOf(clientHistoryEntry).meta({ id: 'ClientHistoryPage' });

const changeNotes = {
  reason: optionalText(MAX_LENGTH.reason),
  notes: optionalText(MAX_LENGTH.notes),
  expectedStatus: registrationStatus.optional(),
};

const said = { type: 'string', pattern: '\\S' } as const;

/** Of the one who works on a registration. */
export const OPERATOR_MESSAGE = 'Operador inválido';
const REASON_MESSAGE = 'Motivo pronto inválido';

/**
 * A note is one of `notes`, or of `reason`: the one thing to be said with `add_notes`. `expectedOperatorId` is whom the
 * screen showed to work on it, null for nobody: where it is another's by then, and not the caller's own, 409
 * `already-assigned`. Absent it is not heeded, and with `add_notes` never.
 */
export const operatorActionBody = body({
  action: operatorAction,
  ...changeNotes,
  /** The ready reasons that went into a request for corrections; they are counted. */
  reasonIds: z
    .array(uuidInput(REASON_MESSAGE), { error: REASON_MESSAGE })
    .max(MAX_CHOSEN_REASONS, REASON_MESSAGE)
    .optional(),
  expectedOperatorId: uuidInput(OPERATOR_MESSAGE).nullish(),
}).meta({
  anyOf: [
    { properties: { action: { not: { const: 'add_notes' } } } },
    { required: ['notes'], properties: { notes: said } },
    { required: ['reason'], properties: { reason: said } },
  ],
});
export type OperatorActionBody = z.input<typeof operatorActionBody>;

/** `completedOn`, to `completed` alone: the day the office was done, kept with the data of the step. */
export const changeStatusBody = body({
  status: registrationStatus,
  ...changeNotes,
  completedOn: civilDayInput.optional(),
});
export type ChangeStatusBody = z.input<typeof changeStatusBody>;

/**
 * `from`: whom it is taken from, in one step. Absent or null, and it is somebody's already: 409 `already-assigned`, as when it
 * is another's than named by then.
 */
export const assignOperatorBody = body({
  operatorId: uuidInput('Selecione um operador'),
  from: uuidInput(OPERATOR_MESSAGE).nullish(),
});
export type AssignOperatorBody = z.input<typeof assignOperatorBody>;

/** `from`: whose it has to be, else 409 `already-assigned`; absent: whoever's it is. */
export const unassignOperatorQuery = parameters({ from: queryAccount(OPERATOR_MESSAGE) });
