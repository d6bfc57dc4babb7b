import { AppError } from '@g2/terms/errors';
import { type ServiceError, status } from '@grpc/grpc-js';
import { serviceErrorIn } from './grpc-errors.ts';

/**
 * The three classes of failure (docs/architecture.md):
 * - `refused`: rejected by the domain, a codec or a constraint; a retry fails again.
 * - `not-done`: certainly not executed; the caller may retry.
 * - `unknown`: may have been executed; retry only with the same idempotency key.
 */
export type FailureClass = 'refused' | 'not-done' | 'unknown';

/** Where a SQL statement failed: outside a transaction, in an uncommitted transaction, or at COMMIT. */
export type TransactionStage = 'statement' | 'transaction' | 'commit';

/** A message that does not match its codec. Retrying does not help. */
export class CodecError extends Error {}

/** SQLSTATE or driver code of an error or of its causes. */
export const sqlState = (error: unknown): string | undefined => fieldOf(error, 'code');

export const isUniqueViolation = (error: unknown, index: string): boolean =>
  sqlState(error) === '23505' && fieldOf(error, 'constraint') === index;

/** Text property of an error or of its causes. */
function fieldOf(error: unknown, field: 'code' | 'constraint'): string | undefined {
  for (
    let stage: unknown = error;
    stage && typeof stage === 'object';
    stage = 'cause' in stage ? stage.cause : undefined
  ) {
    const value = (stage as Record<string, unknown>)[field];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Codes of a failed connection or login: no statement was sent. */
const NEVER_SENT = wordSet(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 28000 28P01 3D000 53300 57P03 08001 08004',
);
/** Codes of a connection that broke while a request was open. */
const CONNECTION_LOST = wordSet(
  'ECONNRESET EPIPE ETIMEDOUT ECONNABORTED 57P01 57P02 08000 08003 08006 08007 40003',
);
/** Messages of driver errors without a code; they occur before anything is sent. */
const NEVER_SENT_MESSAGES = /timeout exceeded when trying to connect|is not queryable/;
/** SQLSTATE classes of infrastructure errors. MIGRATING: a pending migration adds the missing object or right. */
const INFRASTRUCTURE_CLASSES = wordSet('08 25 28 3D 40 53 54 55 57 58 F0 XX');
const MIGRATING = wordSet('42P01 42703 42883 42501');

/** True for infrastructure errors, false for refusals and bugs. */
function isInfrastructureError(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (NEVER_SENT.has(state) || CONNECTION_LOST.has(state) || MIGRATING.has(state)) return true;
  if (/^[0-9A-Z]{5}$/.test(state) && INFRASTRUCTURE_CLASSES.has(state.slice(0, 2))) return true;
  const text = messageOf(error);
  return NEVER_SENT_MESSAGES.test(text) || /Connection terminated/.test(text);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** AppError codes of temporary refusals: a later retry may succeed. */
const NOT_NOW = wordSet('unavailable payment-in-progress too-many-requests internal');

/** Classifies an error. Errors of an unknown kind count as retryable. `stage`: where a SQL statement failed. */
export function classifyFailure(error: unknown, stage: TransactionStage = 'statement'): FailureClass {
  if (error instanceof AppError) {
    if (error.code === 'outcome-unknown') return 'unknown';
    return NOT_NOW.has(error.code) ? 'not-done' : 'refused';
  }
  if (error instanceof CodecError) return 'refused';
  const state = sqlState(error) ?? '';
  if (/^2[23]/.test(state)) return 'refused';
  if (stage === 'transaction' || NEVER_SENT.has(state)) return 'not-done';
  const text = messageOf(error);
  if (NEVER_SENT_MESSAGES.test(text)) return 'not-done';
  if (CONNECTION_LOST.has(state) || /Connection terminated/.test(text)) return 'unknown';
  return stage === 'commit' && !/^[0-9A-Z]{5}$/.test(state) ? 'unknown' : 'not-done';
}

/** Converts infrastructure errors to a 503 AppError; returns others unchanged. `stage`: see {@link classifyFailure} */
export function asAppError(error: unknown, stage: TransactionStage = 'statement'): unknown {
  if (error instanceof AppError) return error;
  // A COMMIT that failed without a server response may have been executed.
  const isUnconfirmedCommit = stage === 'commit' && !/^[0-9A-Z]{5}$/.test(sqlState(error) ?? '');
  if (!isUnconfirmedCommit && !isInfrastructureError(error)) return error;
  const code = classifyFailure(error, stage) === 'unknown' ? 'outcome-unknown' : 'unavailable';
  return new AppError(code, { retryAfter: 2 }, error);
}

/**
 * Converts a gRPC error to an AppError. `repeatable`: the rpc is idempotent, so an unknown outcome becomes
 * `unavailable`.
 */
export function fromGrpcError(error: ServiceError, repeatable: boolean): AppError {
  const serviceError = serviceErrorIn(error);
  if (serviceError && !(repeatable && serviceError.code === 'outcome-unknown')) return serviceError;
  const failureClass = serviceError ? 'unknown' : classifyTransportError(error);
  if (failureClass === undefined) return new AppError('internal', {}, error);
  const code = failureClass === 'unknown' && !repeatable ? 'outcome-unknown' : 'unavailable';
  return new AppError(code, { retryAfter: 2 }, error);
}

/** Class of a transport error; undefined for unexpected ones, such as a too large message. */
function classifyTransportError({ code, details }: ServiceError): FailureClass | undefined {
  if (code === status.UNAVAILABLE) {
    return /No connection established|^Name resolution failed|ECONNREFUSED/.test(details)
      ? 'not-done'
      : 'unknown';
  }
  if (code === status.DEADLINE_EXCEEDED) {
    // grpc-js itself creates this message. Without remote_addr the call was never sent to a server.
    const wasNeverSent = details.startsWith('Deadline exceeded after') && !details.includes('remote_addr=');
    return wasNeverSent ? 'not-done' : 'unknown';
  }
  return code === status.CANCELLED ? 'unknown' : undefined;
}
