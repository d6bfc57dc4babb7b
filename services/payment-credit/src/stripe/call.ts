import { newId } from '@g2/kit/ids';
import { type Logger, requestContext } from '@g2/kit/log';
import { inSpan, SpanKind } from '@g2/kit/telemetry';
import { AppError } from '@g2/terms/errors';
import Stripe from 'stripe';
import { type StripeCall, stripeDuration } from '../metrics.ts';

export const TIMEOUT_MS = 10_000;
/** Network retries of a call within a request. A call of a loop is not retried, so that the loop can stop. */
export const RETRIES = 2;

/** With less time left before the request's deadline, a call is not retried, ms. */
const RETRY_MS = 3_000;

/** Within a request, a call gets its remaining time; in a loop, a call is not retried. */
function callOptions(): { timeout: number; maxNetworkRetries: number } {
  const context = requestContext.getStore();
  if (!context) return { timeout: TIMEOUT_MS, maxNetworkRetries: 0 };
  const left = context.deadline === undefined ? TIMEOUT_MS : context.deadline - Date.now();
  const timeout = Math.max(1, Math.min(TIMEOUT_MS, left));
  return { timeout, maxNetworkRetries: left < RETRY_MS ? 0 : RETRIES };
}

export type CallOptions = ReturnType<typeof callOptions>;

/**
 * Retries once under a new key after a 5xx, which Stripe repeats for a day under the same key
 * (https://docs.stripe.com/api/idempotent_requests). If the first call created an intent, it cannot be paid:
 * no browser has its secret.
 */
export async function withIdempotencyKey<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
  try {
    return await call(key);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    const isStoredError = cause instanceof Stripe.errors.StripeError && (cause.statusCode ?? 0) >= 500;
    if (!isStoredError) throw error;
    return call(`${key}:${newId()}`);
  }
}

/** Null if the object is absent or the code is in `nullCodes`. @throws AppError unavailable on other errors */
export const stripeCaller =
  (log: Logger) =>
  async <T>(
    what: StripeCall,
    call: (options: CallOptions) => Promise<T>,
    nullCodes: string[] = [],
  ): Promise<T | null> => {
    const timer = stripeDuration.startTimer({ call: what });
    try {
      const answer = await inSpan(`stripe ${what}`, SpanKind.CLIENT, { 'peer.service': 'stripe' }, () =>
        call(callOptions()),
      );
      timer({ outcome: 'ok' });
      return answer;
    } catch (error) {
      const expected =
        error instanceof Stripe.errors.StripeError &&
        (error.code === 'resource_missing' || nullCodes.includes(error.code ?? ''));
      timer({ outcome: expected ? 'ok' : 'failed' });
      if (expected) return null;
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const about = { what, type: error.type, code: error.code, status: error.statusCode };
      if (error instanceof Stripe.errors.StripeConnectionError) log.warn(about, 'stripe is away');
      else log.error({ ...about, stripeRequestId: error.requestId }, 'stripe refused');
      throw new AppError('unavailable', { retryAfter: 2 }, error);
    }
  };
