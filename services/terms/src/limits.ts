/** Maximum text lengths in code points, shared by forms, gateway schemas and services. */
export const MAX_LENGTH = {
  name: 200,
  email: 254,
  notes: 5_000,
  /** Reason of any change, such as of a status or of credits. */
  reason: 1_000,
  readyReason: 500,
  readyReasonTitle: 80,
  message: 2_000,
  /** Description of what a new version changes. */
  whatIsNew: 2_000,
  contactSubject: 120,
  /** A contact request, and a reply to it. */
  contactMessage: 4_000,
  queueViewName: 60,
  /** URL query of a saved view of the queue. */
  queueViewQuery: 500,
  reference: 200,
  password: 200,
  fileName: 255,
  search: 200,
  token: 255,
  idempotencyKey: 200,
} as const;

/** Minimum lengths (spec §5). */
export const PASSWORD_MIN_LENGTH = 8;
export const NAME_MIN_LENGTH = 2;
/** Minimum length of a contact request. */
export const CONTACT_MESSAGE_MIN_LENGTH = 10;
/** Maximum replies per contact request. */
export const MAX_CONTACT_ANSWERS = 100;
/** Days after closing during which the author may still reply, which reopens the request. */
export const CONTACT_REPLY_DAYS = 30;
/** Spec §5: length of a CPF or CNPJ as entered. */
export const TAX_ID_MIN_LENGTH = 11;
export const TAX_ID_MAX_LENGTH = 18;

/** Maximum upload size, bytes: 500 MB (spec §5). */
export const MAX_UPLOAD_BYTES = 524_288_000;
/** Maximum entries of a deposited ZIP, including folders (api-rules X5). */
export const MAX_ARCHIVE_ENTRIES = 100_000;
/** Maximum path length in a deposited ZIP, bytes of UTF-8: the limit of Linux. */
export const MAX_PATH_BYTES = 4_096;
/** Maximum unpacked size of a deposited ZIP, bytes: 5 GB. */
export const MAX_UNPACKED_BYTES = 5 * 1024 ** 3;
/** Maximum preview of one file of a deposit, bytes: 256 KiB (api-rules X5). */
export const PREVIEW_BYTES = 256 * 1024;
/** Maximum holders per registration; a certificate lists them all. */
export const MAX_HOLDERS = 100;
/** Maximum predefined reasons per request for corrections. */
export const MAX_REASONS_PER_REQUEST = 20;
/** Maximum saved views of the queue per staff member. */
export const MAX_QUEUE_VIEWS = 20;
/** Registrations of a saved view are counted up to this number. */
export const QUEUE_COUNT_CAP = 1_000;
/** Maximum messages per registration. */
export const MAX_MESSAGES = 500;
/** Maximum messages of one author on one registration in an hour. */
export const MESSAGES_PER_HOUR = 30;
export const MESSAGE_PAGE_SIZE = 50;
/** Maximum sum of the shares of one registration, percent (api-rules R4). */
export const MAX_OWNERSHIP_TOTAL = 100;
