import { timingSafeEqual } from 'node:crypto';
import { ApiError } from './errors.ts';

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

/** Whether both are keys of the simulator, which must never receive a real Stripe key. */
export function areSimulatorKeys(keys: Keys): boolean {
  return keys.secretKey.startsWith('sk_sim_') && keys.publishableKey.startsWith('pk_sim_');
}

/** Accepts the key as Bearer, Basic user name or parameter `key`. @throws ApiError 401 for a missing or wrong key */
export function identify(
  keys: Keys,
  authorization: string | undefined,
  parameter: unknown,
): 'secret' | 'publishable' {
  const key = keyOf(authorization) ?? (typeof parameter === 'string' ? parameter : null);
  if (key === null || key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (same(key, keys.secretKey)) return 'secret';
  if (same(key, keys.publishableKey)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 7)}****`);
}

export function secretKeyRequired(): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

function keyOf(authorization: string | undefined): string | null {
  const [scheme, value] = (authorization ?? '').split(' ');
  if (value === undefined) return null;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? null;
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message });
}
