import { ApiError } from './errors.ts';
import { optionalText, type Params, requiredText } from './form.ts';

/** A decline by the issuer. `pt` is the browser's text, as in Stripe's form for locale pt-BR. */
export interface Decline {
  code: string;
  decline_code?: string;
  en: string;
  pt: string;
  param?: string;
}

export interface Behaviour {
  authenticate: boolean;
  decline: keyof typeof DECLINES | null;
  dispute: boolean;
  /** What happens to refunds of the card; absent: a refund succeeds at once. */
  refund?: 'pending' | 'fails';
}

/** What the simulator keeps of a card. It never stores the card number or the security code. */
export interface Card {
  brand: 'visa' | 'mastercard' | 'amex';
  last4: string;
  expMonth: number;
  expYear: number;
  behaviour: Behaviour;
}

const REFUSED = { en: 'Your card was declined.', pt: 'Seu cartão foi recusado.' };

export const DECLINES = {
  generic_decline: { code: 'card_declined', decline_code: 'generic_decline', ...REFUSED },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', ...REFUSED },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', ...REFUSED },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    en: 'Your card has insufficient funds.',
    pt: 'O saldo do seu cartão é insuficiente.',
  },
  card_velocity_exceeded: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    en: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    pt: 'Seu cartão foi recusado por tentativas repetidas ou por exceder o limite.',
  },
  expired_card: {
    code: 'expired_card',
    decline_code: 'expired_card',
    en: 'Your card has expired.',
    pt: 'Seu cartão está vencido.',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    en: "Your card's security code is incorrect.",
    pt: 'O código de segurança do cartão está incorreto.',
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    en: 'An error occurred while processing your card. Try again in a little bit.',
    pt: 'Ocorreu um erro ao processar seu cartão. Tente novamente em alguns instantes.',
  },
  test_mode_live_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    en: 'Your card was declined. Your request was in test mode, but used a non test (live) card.',
    pt: 'Seu cartão foi recusado: aqui valem apenas os cartões de teste.',
  },
  authentication_failure: {
    code: 'payment_intent_authentication_failure',
    en: 'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    pt: 'Não foi possível autenticar o pagamento. Tente novamente ou use outro cartão.',
  },
} satisfies Record<string, Decline>;

const INPUT_FAULTS = {
  incorrect_number: {
    param: 'number',
    en: 'Your card number is incorrect.',
    pt: 'O número do cartão está incorreto.',
  },
  invalid_number: {
    param: 'number',
    en: 'The card number is not a valid credit card number.',
    pt: 'O número do cartão não é válido.',
  },
  invalid_expiry_month: {
    param: 'exp_month',
    en: "Your card's expiration month is invalid.",
    pt: 'O mês de validade do cartão é inválido.',
  },
  invalid_expiry_year: {
    param: 'exp_year',
    en: "Your card's expiration year is invalid.",
    pt: 'O ano de validade do cartão é inválido.',
  },
  invalid_cvc: {
    param: 'cvc',
    en: "Your card's security code is invalid.",
    pt: 'O código de segurança do cartão é inválido.',
  },
};

const PLAIN: Behaviour = { authenticate: false, decline: null, dispute: false };
const SECURE: Behaviour = { ...PLAIN, authenticate: true };
const declinedWith = (decline: keyof typeof DECLINES): Behaviour => ({ ...PLAIN, decline });

// Stripe's test cards: https://docs.stripe.com/testing
const TEST_CARDS: Readonly<Record<string, Behaviour>> = {
  4242424242424242: PLAIN,
  5555555555554444: PLAIN,
  378282246310005: PLAIN,
  4000000000000002: declinedWith('generic_decline'),
  4000000000009995: declinedWith('insufficient_funds'),
  4000000000009987: declinedWith('lost_card'),
  4000000000009979: declinedWith('stolen_card'),
  4000000000006975: declinedWith('card_velocity_exceeded'),
  4000000000000069: declinedWith('expired_card'),
  4000000000000127: declinedWith('incorrect_cvc'),
  4000000000000119: declinedWith('processing_error'),
  4000002760003184: SECURE,
  4000000000003220: SECURE,
  4000008400001629: { ...SECURE, decline: 'generic_decline' },
  4000000000000259: { ...PLAIN, dispute: true },
  4000000000007726: { ...PLAIN, refund: 'pending' },
  4000000000005126: { ...PLAIN, refund: 'fails' },
};

const TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
};

/** Translates a card error message to pt-BR. An unknown message stays English. */
export function messageInPortuguese(english: string): string {
  const texts = [...Object.values(DECLINES), ...Object.values(INPUT_FAULTS)];
  return texts.find((text) => text.en === english)?.pt ?? english;
}

/** Card of a Stripe test token (`pm_card_visa` …), or null. */
export function cardOfToken(token: string, now: Date): Card | null {
  const number = Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined;
  if (number === undefined) return null;
  return toCard(number, 12, now.getUTCFullYear() + 3);
}

/**
 * Validates the card data that a browser sent.
 * @throws ApiError 402 `card_error` for a wrong number, date or code; 400 for a missing parameter
 */
export function cardOfParams(card: Params, now: Date): Card {
  const number = requiredText(card, 'number').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw inputFault('invalid_number');
  if (!passesLuhn(number)) throw inputFault('incorrect_number');
  const month = Number(requiredText(card, 'exp_month'));
  const shortYear = Number(requiredText(card, 'exp_year'));
  const year = shortYear < 100 ? 2000 + shortYear : shortYear;
  checkExpiry(month, year, now);
  checkCvc(card, number);
  return toCard(number, month, year);
}

function toCard(number: string, expMonth: number, expYear: number): Card {
  const brand = number.startsWith('3') ? 'amex' : number.startsWith('5') ? 'mastercard' : 'visa';
  const behaviour = TEST_CARDS[number] ?? declinedWith('test_mode_live_card');
  return { brand, last4: number.slice(-4), expMonth, expYear, behaviour };
}

function checkExpiry(month: number, year: number, now: Date): void {
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(month) || month < 1 || month > 12) throw inputFault('invalid_expiry_month');
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw inputFault('invalid_expiry_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) throw inputFault('invalid_expiry_month');
}

function checkCvc(card: Params, number: string): void {
  if (card.cvc === undefined) return;
  const digits = number.startsWith('3') ? /^\d{3,4}$/ : /^\d{3}$/;
  if (card.cvc === '' || !digits.test(optionalText(card, 'cvc') ?? '')) throw inputFault('invalid_cvc');
}

const passesLuhn = (number: string): boolean => luhnSum(number) % 10 === 0;

/** Luhn sum of a number's digits: every second digit from the right is doubled (ISO/IEC 7812-1). */
export const luhnSum = (digits: string): number =>
  Array.from(digits)
    .reverse()
    .reduce((total, character, index) => {
      const product = Number(character) * (index % 2 === 0 ? 1 : 2);
      return total + (product > 9 ? product - 9 : product);
    }, 0);

function inputFault(code: keyof typeof INPUT_FAULTS): ApiError {
  const { en: message, param } = INPUT_FAULTS[code];
  return new ApiError(402, { type: 'card_error', code, message, param });
}
