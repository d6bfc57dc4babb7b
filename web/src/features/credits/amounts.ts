import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/common';
import { customAmount } from '@g2/gateway/contract/payments';

/** The number of registrations that a balance (hundredths of a credit) pays for (spec §9). */
export function possibleRegistrations(balance: number): number {
  return Math.floor(balance / CREDITS_PER_REGISTRATION);
}

/** Hundredths of a credit missing for one more registration (spec §9). */
export function missingCredits(balance: number): number {
  return Math.max(0, CREDITS_PER_REGISTRATION - balance);
}

/** Badge of the balance by possible registrations: 3 or more, 2, 1, 0 (spec §4). */
export function balanceQuality(balance: number) {
  const possible = possibleRegistrations(balance);
  if (possible >= 3) return 'Excelente';
  if (possible === 2) return 'Bom';
  return possible === 1 ? 'Regular' : 'Baixo';
}

/** Converts an amount typed in reais to cents, rounded; undefined if empty or outside the bounds of spec §5. */
export function customAmountCents(value: string | number): number | undefined {
  const reais = typeof value === 'number' ? value : Number.parseFloat(value);
  if (!Number.isFinite(reais)) return undefined;
  const parsed = customAmount.safeParse(Math.round(reais * 100));
  return parsed.success ? parsed.data : undefined;
}
