import { readTaxId } from '@g2/terms/tax-id';
import type Stripe from 'stripe';
import { invalidRequestError, unexpectedStateError } from './errors.ts';
import {
  optionalChoice,
  optionalHash,
  optionalInteger,
  optionalText,
  type Params,
  requiredText,
} from './form.ts';
import { METHOD_TYPES, type PaymentIntentRecord, VOUCHER_TYPES, type VoucherType } from './records.ts';
import type { Simulation } from './simulation.ts';

export interface VoucherInput {
  type: VoucherType;
  billing: Stripe.PaymentMethod['billing_details'];
  /** Time until the code expires: seconds for Pix, days for a boleto. */
  expiresAfter: number;
}

// Defaults and limits of payment_method_options in the pinned SDK (PaymentIntents.d.ts, Pix and Boleto).
const EXPIRY = {
  pix: { name: 'expires_after_seconds', fallback: 14_400, min: 60, max: 1_209_600 },
  boleto: { name: 'expires_after_days', fallback: 3, min: 0, max: 60 },
};
/**
 * Tax ids that are valid only in tests
 * (https://docs.stripe.com/payments/boleto/accept-a-payment#test-your-integration).
 */
const TEST_TAX_IDS = ['00000000000', '00000000000000'];

/** Expiry option from `payment_method_options[pix|boleto]`. @throws ApiError 400 when it is out of range */
function expiresAfter(params: Params, type: VoucherType): number {
  const { name, fallback, min, max } = EXPIRY[type];
  const options = optionalHash(optionalHash(params, 'payment_method_options') ?? {}, type) ?? {};
  const value = optionalInteger(options, name) ?? fallback;
  if (value >= min && value <= max) return value;
  const param = `payment_method_options[${type}][${name}]`;
  throw invalidRequestError(`Invalid value: must be between ${min} and ${max}.`, { param });
}

/**
 * Reads the Pix or boleto data of a confirmation.
 * @returns null for a payment by card
 * @throws ApiError 400 for a method that the intent does not accept, for missing or wrong data, and while the
 * intent has an open voucher: Stripe does not document a second attempt then
 */
export function voucherOf(sim: Simulation, params: Params, intent: PaymentIntentRecord): VoucherInput | null {
  const data = optionalHash(params, 'payment_method_data') ?? {};
  const type = optionalChoice(data, 'type', METHOD_TYPES) ?? 'card';
  if (!intent.payment_method_types.includes(type)) {
    const message = `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent.`;
    throw invalidRequestError(message, {
      param: 'payment_method_data[type]',
      code: 'payment_intent_incompatible_payment_method',
    });
  }
  if (sim.state.get('voucher', intent.id)?.open === true) {
    throw unexpectedStateError('This PaymentIntent has a voucher that can still be paid.', intent);
  }
  const voucher = VOUCHER_TYPES.find((one) => one === type);
  if (voucher === undefined) return null;
  const billing = voucher === 'pix' ? pixBilling(data) : boletoBilling(data);
  return { type: voucher, billing, expiresAfter: expiresAfter(params, voucher) };
}

// Fields of https://docs.stripe.com/payments/pix/accept-a-payment?payment-ui=direct-api
function pixBilling(data: Params): VoucherInput['billing'] {
  const billing = optionalHash(data, 'billing_details') ?? {};
  const taxId = optionalText(billing, 'tax_id');
  if (taxId !== null) checkTaxId(taxId, 'payment_method_data[billing_details][tax_id]');
  return {
    address: null,
    email: optionalText(billing, 'email'),
    name: optionalText(billing, 'name'),
    phone: null,
    tax_id: taxId,
  };
}

// Fields that https://docs.stripe.com/payments/boleto/accept-a-payment requires.
function boletoBilling(data: Params): VoucherInput['billing'] {
  const billing = requiredHash(data, 'billing_details', 'payment_method_data');
  const address = requiredHash(billing, 'address', 'payment_method_data[billing_details]');
  const taxId = requiredText(requiredHash(data, 'boleto', 'payment_method_data'), 'tax_id');
  checkTaxId(taxId, 'payment_method_data[boleto][tax_id]');
  const state = requiredText(address, 'state');
  if (!/^[A-Z]{2}$/.test(state))
    throw invalidRequestError('Invalid state.', { param: 'state', code: 'state_unsupported' });
  const postalCode = requiredText(address, 'postal_code');
  if (!/^\d{5}-?\d{3}$/.test(postalCode))
    throw invalidRequestError('Invalid postal code.', { param: 'postal_code', code: 'postal_code_invalid' });
  return {
    address: {
      city: requiredText(address, 'city'),
      country: optionalChoice(address, 'country', ['BR']) ?? 'BR',
      line1: requiredText(address, 'line1'),
      line2: optionalText(address, 'line2'),
      postal_code: postalCode,
      state,
    },
    email: requiredText(billing, 'email'),
    name: requiredText(billing, 'name'),
    phone: null,
    tax_id: null,
  };
}

function requiredHash(params: Params, name: string, of: string): Params {
  const found = optionalHash(params, name);
  if (found !== null) return found;
  const param = `${of}[${name}]`;
  throw invalidRequestError(`Missing required param: ${param}.`, { param, code: 'parameter_missing' });
}

function checkTaxId(taxId: string, param: string): void {
  const digits = taxId.replace(/\D/g, '');
  if (TEST_TAX_IDS.includes(digits) || readTaxId(taxId)) return;
  throw invalidRequestError('The tax ID provided is not a valid CPF or CNPJ.', {
    param,
    code: 'tax_id_invalid',
  });
}
