import type { QueueView } from '@g2/gateway/contract/queue';
import { useQuery } from '@tanstack/react-query';
import { queueStatsQuery } from '../../shared/registration/staff-api.ts';
import { assignedCountQuery } from './api.ts';
import type { QueueTab } from './queue.ts';

/** How many records each tab and view of the queue has; undefined while it is not known. */
export function useQueueCounts(): Record<QueueTab | QueueView, number | undefined> {
  const stats = useQuery(queueStatsQuery).data;
  const mine = useQuery(assignedCountQuery).data;
  return {
    mine,
    all: stats?.total,
    paid: stats?.awaitingReview,
    reviewing: stats?.inReview,
    late: stats?.late,
    resubmitted: stats?.resubmitted,
    'awaiting-client': stats?.awaitingClient,
    messages: stats?.messages,
    government: stats?.inGovernmentProcessing,
    closed: stats?.closed,
  };
}
