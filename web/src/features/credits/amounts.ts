import {
  CREDITS_PER_REGISTRATION,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
} from '@g2/gateway/contract/constants';

/** How many registrations a balance in hundredths of a credit can pay (spec §9). */
export function possibleRegistrations(balance: number): number {
  return Math.floor(balance / CREDITS_PER_REGISTRATION);
}

/** Hundredths of a credit that a balance lacks for one registration (spec §9). */
export function missingCredits(balance: number): number {
  return Math.max(0, CREDITS_PER_REGISTRATION - balance);
}

/** Badge text of a balance, by the number of registrations that it can pay (spec §4). */
export function balanceQuality(balance: number) {
  const registrationCount = possibleRegistrations(balance);
  if (registrationCount >= 3) return 'Excelente';
  if (registrationCount === 2) return 'Bom';
  return registrationCount === 1 ? 'Regular' : 'Baixo';
}

/** Converts an amount typed in reais to cents; undefined if it is empty or outside the limits of spec §5. */
export function customAmountCents(value: string | number): number | undefined {
  const reais = typeof value === 'number' ? value : Number.parseFloat(value);
  if (!Number.isFinite(reais)) return undefined;
  const cents = Math.round(reais * 100);
  return cents >= CUSTOM_CREDIT_MIN_CENTS && cents <= CUSTOM_CREDIT_MAX_CENTS ? cents : undefined;
}
