import { MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';

/** Sum of the shares, in percent. */
export function totalShare(holders: readonly { readonly ownershipPercentage: number }[]): number {
  return holders.reduce((sum, holder) => sum + holder.ownershipPercentage, 0);
}

/** What is left to give, never below zero. */
export function availableShare(total: number): number {
  return Math.max(0, MAX_OWNERSHIP_TOTAL - total);
}

/** Share as typed: an integer, with 0 for what is no number (spec §5). */
export function shareOf(value: string | number): number {
  const number = typeof value === 'number' ? value : Number(value === '' ? Number.NaN : value);
  return Number.isFinite(number) ? number : 0;
}
