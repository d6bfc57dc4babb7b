import { customAmount } from '@g2/gateway/contract/payments';

/** Cents of an amount typed in reais, rounded; undefined when it is empty or outside the bounds of spec §5. */
export function customAmountCents(value: string | number): number | undefined {
  const reais = typeof value === 'number' ? value : Number.parseFloat(value);
  if (!Number.isFinite(reais)) return undefined;
  const parsed = customAmount.safeParse(Math.round(reais * 100));
  return parsed.success ? parsed.data : undefined;
}
