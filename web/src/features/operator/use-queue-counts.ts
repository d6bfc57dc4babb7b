import type { QueueView } from '@g2/gateway/contract/queue';
import { useQuery } from '@tanstack/react-query';
import { queueStatsQuery } from '../../shared/registration/staff-api.ts';
import { actionableCountQuery, assignedCountQuery } from './api.ts';
import type { QueueTab } from './queue.ts';

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

/** Number of shown records that staff can act on; those that wait for payment or for the client do not count. */
export function useActionable(shown: QueueTab | QueueView): number | undefined {
  const counts = useQueueCounts();
  const mine = useQuery({ ...actionableCountQuery, enabled: shown === 'mine' }).data;
  if (shown === 'awaiting-client') return 0;
  if (shown === 'mine') return mine;
  if (shown !== 'all') return counts[shown];
  const { paid, reviewing, government } = counts;
  if (paid === undefined || reviewing === undefined || government === undefined) return undefined;
  return paid + reviewing + government;
}
