import { z } from 'zod';
import { openEnum } from './common.ts';

const PAYMENT_INTENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;
export const paymentIntentStatus = openEnum(PAYMENT_INTENT_STATUSES);
export type PaymentIntentStatus = z.infer<typeof paymentIntentStatus>;

const providerError = z.object({
  code: z.string().optional(),
  decline_code: z.string().optional(),
  message: z.string().optional(),
});

/** Subset of the card provider's responses to the browser. */
export const providerIntent = z.object({
  status: z.string().optional(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).optional() }).nullish(),
  error: providerError.optional(),
  last_payment_error: providerError.nullish(),
});
export type ProviderIntent = z.infer<typeof providerIntent>;
