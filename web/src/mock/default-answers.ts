import type { Operation } from './matching.ts';
import { aGovernment, noMessages, pageOf, paymentConfig, queueStatsOf } from './records.ts';

/**
 * Answers for operations that a test does not answer itself: empty lists, and no external sign-in providers.
 */
export const DEFAULT_ANSWERS: Partial<Record<Operation, () => unknown>> = {
  listProviders: () => ({ items: [] }),
  listLinks: () => ({ items: [] }),
  getGovernment: aGovernment,
  listMessages: () => noMessages,
  listDroppedAssignments: () => ({ ...pageOf([], 10), free: 0 }),
  listQueueViews: () => pageOf([], 100),
  markViewing: () => ({ viewers: [] }),
  listViewers: () => pageOf([], 500),
  getQueueStats: () => queueStatsOf(),
  listApprovals: () => ({ ...pageOf([], 10), waiting: 0 }),
  listContacts: () => pageOf([], 10),
  listOwnContacts: () => pageOf([], 1),
  listVersions: () => pageOf([], 100),
  listOpenVouchers: () => pageOf([], 100),
  getPaymentConfig: () => paymentConfig(),
};
