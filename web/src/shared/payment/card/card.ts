import type { MaskitoOptions } from '@maskito/core';
import { texts } from './texts.ts';

export interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

const digitsOf = (value: string): string => value.replace(/\D/g, '');

/** True for 13 to 19 digits with a correct Luhn check digit. */
export function isCardNumber(value: string): boolean {
  const digits = digitsOf(value);
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Month and four-digit year of a text in the format MM/AA; undefined if it is invalid. */
export function parseExpiry(value: string): { month: number; year: number } | undefined {
  const match = /^(\d{2})\/?(\d{2})$/.exec(value.replace(/\s/g, ''));
  const month = Number(match?.[1]);
  if (match === null || month < 1 || month > 12) return undefined;
  return { month, year: 2000 + Number(match[2]) };
}

/** Error messages by field; empty if the card is valid. @param now decides whether the card has expired */
export function validateCard(card: CardFields, now: Date): Partial<Record<keyof CardFields, string>> {
  const errors: Partial<Record<keyof CardFields, string>> = {};
  if (!isCardNumber(card.number)) errors.number = texts.card.numberInvalid;
  const expiry = parseExpiry(card.expiry);
  if (expiry === undefined) errors.expiry = texts.card.expiryInvalid;
  else if (expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1) {
    errors.expiry = texts.card.expired;
  }
  if (!/^\d{3,4}$/.test(card.cvc.trim())) errors.cvc = texts.card.cvcInvalid;
  return errors;
}

/** Error of the payment provider, as Stripe.js and the simulator report it. */
export interface ProviderError {
  readonly code?: unknown;
  readonly decline_code?: unknown;
  readonly message?: unknown;
}

/** Text for an error's code. `decline_code` takes precedence over `code`, which is more general. */
function textForCode(
  error: ProviderError,
  textsByCode: Readonly<Record<string, string>>,
): string | undefined {
  const knownCode = [error.decline_code, error.code].find(
    (code) => typeof code === 'string' && code in textsByCode,
  );
  return typeof knownCode === 'string' ? textsByCode[knownCode] : undefined;
}

/** Why a card was declined: the provider's message, which is in pt-BR; without one, a text for its code (spec §8). */
export const declineMessage = (error: ProviderError): string =>
  typeof error.message === 'string' && error.message !== ''
    ? error.message
    : (textForCode(error, texts.declines) ?? texts.errors.failed);

/** What the payer can do after a card was declined. */
export function adviceOf(error: ProviderError): string {
  const { other: generalAdvice, ...adviceByCode } = texts.state.advice;
  return textForCode(error, adviceByCode) ?? generalAdvice;
}

/** Card brands by number prefix. Elo and Hipercard are first, because other brands match some of their prefixes. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^(4011|438935|451416|4576|504175|5066|5067|5090|6277|636297|636368|650|6516|6550)/, 'Elo'],
  [/^(606282|3841)/, 'Hipercard'],
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'Amex'],
];

/** Brand of a card by its first digits; undefined if they match no brand. */
export function brandOf(number: string): string | undefined {
  const digits = digitsOf(number);
  return BRANDS.find(([prefix]) => prefix.test(digits))?.[1];
}

const DIGIT = /\d/;
const THREE_DIGITS = [DIGIT, DIGIT, DIGIT];
const FOUR_DIGITS = [DIGIT, ...THREE_DIGITS];

export const CARD_NUMBER_MASK: MaskitoOptions = {
  mask: [...FOUR_DIGITS, ' ', ...FOUR_DIGITS, ' ', ...FOUR_DIGITS, ' ', ...FOUR_DIGITS, ' ', ...THREE_DIGITS],
};

export const EXPIRY_MASK: MaskitoOptions = { mask: [DIGIT, DIGIT, '/', DIGIT, DIGIT] };

export const CVC_MASK: MaskitoOptions = { mask: FOUR_DIGITS };
