import type { PaymentIntentRecord, PaymentMethodRecord } from './records.ts';

/** Stripe's `error` object. */
export interface ErrorDetail {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: PaymentIntentRecord;
  payment_method?: PaymentMethodRecord;
}

/** An error response. It does not undo the writes before it, so that a decline is recorded. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: ErrorDetail;

  constructor(status: number, detail: ErrorDetail) {
    super(detail.message);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
  }
}

type Extra = Omit<ErrorDetail, 'type' | 'message'>;

export function invalidRequestError(message: string, extra: Extra = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...extra });
}

/** HTTP 404 `resource_missing`. `noun` is Stripe's name of the object, such as `payment_intent`. */
export function notFoundError(noun: string, id: string, param: string): ApiError {
  const message = `No such ${noun}: '${id}'`;
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export function unexpectedStateError(message: string, intent: PaymentIntentRecord): ApiError {
  return invalidRequestError(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}
