import { ARCHIVE_WARNINGS } from './archive.ts';

/**
 * Views of the staff's queue that go across its statuses. late: in a status for longer than was promised of it;
 * resubmitted: paid, and sent again after corrections; awaiting-client: returned to the client with corrections asked;
 * messages: with messages of the client that the staff have not read; government: in the government step; closed: the
 * payment went back, in whichever status. The other lists of a status leave closed cases out.
 */
export const QUEUE_VIEWS = [
  'late',
  'resubmitted',
  'awaiting-client',
  'messages',
  'government',
  'closed',
] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];
export const isQueueView = (text: string): text is QueueView => QUEUE_VIEWS.some((view) => view === text);

/** In place of an operator's id: what waits for the staff and nobody works on. */
export const NOBODY = 'none';

/** How often it is said that a registration is still open, ms. */
export const VIEWING_BEAT_MS = 15_000;
/** Whoever was not heard of for so long has it open no longer, ms: two beats may be lost on the way. */
export const VIEWING_SEEN_MS = 40_000;

/** In place of a warning's code: whichever. */
export const ANY_WARNING = 'any';
/** What of a file's warnings the queue is narrowed by. */
export const QUEUE_WARNINGS = [ANY_WARNING, ...ARCHIVE_WARNINGS] as const;
export type QueueWarning = (typeof QUEUE_WARNINGS)[number];
export const isQueueWarning = (text: string): text is QueueWarning =>
  QUEUE_WARNINGS.some((warning) => warning === text);
