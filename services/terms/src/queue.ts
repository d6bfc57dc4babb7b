/**
 * Views of the staff's queue that go across its statuses. late: in a status for longer than was promised of it;
 * resubmitted: paid, and sent again after corrections; awaiting-client: returned to the client with corrections asked;
 * government: in the government step.
 */
export const QUEUE_VIEWS = ['late', 'resubmitted', 'awaiting-client', 'government'] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];
export const isQueueView = (text: string): text is QueueView => QUEUE_VIEWS.some((view) => view === text);

/** In place of an operator's id: what waits for the staff and nobody works on. */
export const NOBODY = 'none';
