import { ARCHIVE_WARNINGS } from './archive.ts';

/**
 * Views of the staff queue across statuses. late: in a status longer than promised; resubmitted: paid, and sent again
 * after corrections; awaiting-client: returned for corrections; messages: with unread messages of the client;
 * government: in the government step; closed: payment returned, in any status. All other lists exclude closed cases.
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

/** Used in place of an operator's id: unassigned registrations that wait for the staff. */
export const NO_OPERATOR = 'none';

/** Interval at which a client reports that it shows a registration, ms. */
export const VIEWING_BEAT_MS = 15_000;
/** A viewer without a report for this long is removed, ms; two lost reports are tolerated. */
export const VIEWING_TIMEOUT_MS = 40_000;

/** Used in place of a warning code: registrations with any warning. */
export const ANY_WARNING = 'any';
/** Warning filters of the queue. */
export const QUEUE_WARNINGS = [ANY_WARNING, ...ARCHIVE_WARNINGS] as const;
export type QueueWarning = (typeof QUEUE_WARNINGS)[number];
export const isQueueWarning = (text: string): text is QueueWarning =>
  QUEUE_WARNINGS.some((warning) => warning === text);
