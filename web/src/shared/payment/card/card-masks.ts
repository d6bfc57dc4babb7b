import type { MaskitoOptions } from '@maskito/core';

const digit = /\d/;
const times = (count: number): RegExp[] => Array.from({ length: count }, () => digit);

/** Groups of four, 19 digits at most. */
export const CARD_NUMBER_MASK: MaskitoOptions = {
  mask: [...times(4), ' ', ...times(4), ' ', ...times(4), ' ', ...times(4), ' ', ...times(3)],
};

export const EXPIRY_MASK: MaskitoOptions = { mask: [digit, digit, '/', digit, digit] };

export const CVC_MASK: MaskitoOptions = { mask: times(4) };
