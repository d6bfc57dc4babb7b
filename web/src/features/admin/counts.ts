import type { EnhancedStats } from '@g2/gateway/contract/admin';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';

/** How many registrations are in any of the given statuses. */
export function sumCounts(
  counts: EnhancedStats['statusCounts'],
  statuses: readonly RegistrationStatus[],
): number {
  return statuses.reduce((sum, status) => sum + counts[status], 0);
}
