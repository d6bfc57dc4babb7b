/** Longest accepted texts, in code points. Forms, the gateway's schemas and every service read them here. */
export const MAX_LENGTH = {
  title: 200,
  name: 200,
  email: 254,
  description: 5_000,
  notes: 5_000,
  /** Of what somebody gives for what they do: a change of status as of a change of credits. */
  reason: 1_000,
  /** Of a ready reason for corrections. */
  readyReason: 500,
  readyReasonTitle: 80,
  message: 2_000,
  /** Of what a new version says is new in it. */
  whatIsNew: 2_000,
  contactSubject: 120,
  /** Of what somebody writes to the staff, and of an answer to it. */
  contactMessage: 4_000,
  queueViewName: 60,
  /** Of what a saved view of the queue asks for, as an address. */
  queueViewQuery: 500,
  reference: 200,
  password: 200,
  fileName: 255,
  search: 200,
  token: 255,
  idempotencyKey: 200,
} as const;

/** Spec §5. */
export const PASSWORD_MIN_LENGTH = 8;
export const NAME_MIN_LENGTH = 2;
/** Shortest text somebody may write to the staff. */
export const CONTACT_MESSAGE_MIN_LENGTH = 10;
/** Answers to one of them at most. */
export const MAX_CONTACT_ANSWERS = 100;
/** For how long after a contact ended whoever wrote it may still write on in it, which opens it again. */
export const CONTACT_REPLY_DAYS = 30;
/** Spec §5: the length of a CPF or CNPJ as it is given. */
export const TAX_ID_MIN_LENGTH = 11;
export const TAX_ID_MAX_LENGTH = 18;

/** Largest file an upload may hold, bytes: 500 MB (spec §5). */
export const MAX_UPLOAD_BYTES = 524_288_000;
/** Entries of a deposited ZIP at most, folders among them (api-rules X5). */
export const MAX_ARCHIVE_ENTRIES = 100_000;
/** A path in a deposited ZIP at most, bytes of UTF-8: what Linux takes, and an address can hold. */
export const MAX_PATH_BYTES = 4_096;
/** What a deposited ZIP may unpack to, bytes: 5 GB. */
export const MAX_UNPACKED_BYTES = 5 * 1024 ** 3;
/** What is shown of one file of a deposit, bytes: 256 KiB (api-rules X5). */
export const PREVIEW_BYTES = 256 * 1024;
/** Holders of one registration at most; a certificate lists them all. */
export const MAX_HOLDERS = 100;
/** Ready reasons that one request for corrections may name. */
export const MAX_CHOSEN_REASONS = 20;
/** Views of the queue that one of the staff may keep. */
export const MAX_QUEUE_VIEWS = 20;
/** How far a saved view's registrations are counted. */
export const QUEUE_COUNT_CAP = 1_000;
/** Messages of one registration's thread at most. */
export const MAX_MESSAGES = 500;
/** Messages of one author about one registration in an hour at most. */
export const MESSAGES_PER_HOUR = 30;
/** Messages that are read at once. */
export const MESSAGE_PAGE_SIZE = 50;
/** The shares of one registration sum to at most this, percent (api-rules R4). */
export const MAX_OWNERSHIP_TOTAL = 100;
