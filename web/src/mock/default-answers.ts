import type { Operation } from './matching.ts';
import { aGovernment, noMessages, pageOf, paymentConfig, queueStatsOf } from './records.ts';

/**
 * Default answers: no external providers, and no user has written or saved anything. Tests without the mock need not
 * define these operations.
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
