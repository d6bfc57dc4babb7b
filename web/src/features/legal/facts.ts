import {
  CREDITS_PER_REGISTRATION,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  UPDATE_FEE_CENTS,
} from '@g2/gateway/contract/common';

/** Cents; a hundredth of a credit is a cent (spec §9). */
export const PRICES = { registration: CREDITS_PER_REGISTRATION, update: UPDATE_FEE_CENTS } as const;

/** Least and greatest purchase of a free amount, cents. */
export const CREDIT_LIMITS = { min: CUSTOM_CREDIT_MIN_CENTS, max: CUSTOM_CREDIT_MAX_CENTS } as const;
