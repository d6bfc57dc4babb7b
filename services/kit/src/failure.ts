import { AppError } from '@g2/terms/errors';
import { type ServiceError, status } from '@grpc/grpc-js';
import { saidByService } from './grpc-errors.ts';

/**
 * The three words for failure (docs/architecture.md), decided here for the whole house:
 * - `refused`: the domain, a codec or a constraint says no; asked again it says no again.
 * - `not-done`: known not to have run; whoever asked may ask again.
 * - `unknown`: may have run; repeated only under its key.
 */
export type Word = 'refused' | 'not-done' | 'unknown';

/** How far a statement had come: alone, inside a transaction that had not been committed, or at its COMMIT. */
export type Point = 'statement' | 'transaction' | 'commit';

/** A message that is not what its codec expects: no later try will read it. */
export class CodecError extends Error {}

/** SQLSTATE of the server, or the driver's code, of an error or of what it came of. */
export const sqlState = (error: unknown): string | undefined => fieldOf(error, 'code');

/** True when a unique index refused the row. @param index the one that is meant; any where absent */
export const isUniqueViolation = (error: unknown, index?: string): boolean =>
  sqlState(error) === '23505' && (index === undefined || fieldOf(error, 'constraint') === index);

/** A text that the server or the driver put on an error, or on what it came of. */
function fieldOf(error: unknown, field: 'code' | 'constraint'): string | undefined {
  for (let at: unknown = error; at && typeof at === 'object'; at = 'cause' in at ? at.cause : undefined) {
    const value = (at as Record<string, unknown>)[field];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** No connection was had, or the server let nobody in: nothing was sent. */
const NEVER_SENT = setOf(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH 28000 28P01 3D000 53300 57P03 08001 08004',
);
/** The connection broke while something was on its way. */
const CUT = setOf('ECONNRESET EPIPE ETIMEDOUT ECONNABORTED 57P01 57P02 08000 08003 08006 08007 40003');
/** The driver's own words for the same, which have no code: no connection was had, or it had broken before anything was sent. */
const NEVER_SENT_WORDS = /timeout exceeded when trying to connect|is not queryable/;
/** Classes of SQLSTATE that speak of the server's surroundings; 42P01 and its like, of a migration on its way. */
const SURROUNDINGS = setOf('08 25 28 3D 40 53 54 55 57 58 F0 XX');
const MIGRATING = setOf('42P01 42703 42883 42501');

/** True for trouble of the database's surroundings, as opposed to what it refused or what we did wrong. */
function isSurroundings(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (NEVER_SENT.has(state) || CUT.has(state) || MIGRATING.has(state)) return true;
  if (/^[0-9A-Z]{5}$/.test(state) && SURROUNDINGS.has(state.slice(0, 2))) return true;
  const text = messageOf(error);
  return NEVER_SENT_WORDS.test(text) || /Connection terminated/.test(text);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Domain codes that say "not now" rather than "no". */
const NOT_NOW = setOf('unavailable payment-in-progress too-many-requests internal');

/**
 * What a failure means for whoever asked. Trouble of the surroundings is the rule, refusal the exception: what is not
 * known to be a refusal is worth another try.
 * @param at how far a statement had come when it failed; of no meaning for other errors
 */
export function wordOf(error: unknown, at: Point = 'statement'): Word {
  if (error instanceof AppError) {
    if (error.code === 'outcome-unknown') return 'unknown';
    return NOT_NOW.has(error.code) ? 'not-done' : 'refused';
  }
  if (error instanceof CodecError) return 'refused';
  const state = sqlState(error) ?? '';
  if (/^2[23]/.test(state)) return 'refused';
  if (at === 'transaction' || NEVER_SENT.has(state)) return 'not-done';
  const text = messageOf(error);
  if (NEVER_SENT_WORDS.test(text)) return 'not-done';
  if (CUT.has(state) || /Connection terminated/.test(text)) return 'unknown';
  return at === 'commit' && !/^[0-9A-Z]{5}$/.test(state) ? 'unknown' : 'not-done';
}

/**
 * Trouble of the surroundings as the 503 it is; a refusal or a fault of ours as it came.
 * @param at as in {@link wordOf}
 */
export function asAppError(error: unknown, at: Point = 'statement'): unknown {
  if (error instanceof AppError) return error;
  // A COMMIT that failed without the server's word may have been carried out.
  const unsaid = at === 'commit' && !/^[0-9A-Z]{5}$/.test(sqlState(error) ?? '');
  if (!unsaid && !isSurroundings(error)) return error;
  const code = wordOf(error, at) === 'unknown' ? 'outcome-unknown' : 'unavailable';
  return new AppError(code, { retryAfter: 2 }, error);
}

/**
 * gRPC status → AppError.
 * @param repeatable the rpc only reads, or does the same however often it is asked: then nothing about it is unknown
 */
export function fromGrpcError(error: ServiceError, repeatable: boolean): AppError {
  const said = saidByService(error);
  if (said && !(repeatable && said.code === 'outcome-unknown')) return said;
  const word = said ? 'unknown' : transportWord(error);
  if (word === undefined) return new AppError('internal', {}, error);
  const code = word === 'unknown' && !repeatable ? 'outcome-unknown' : 'unavailable';
  return new AppError(code, { retryAfter: 2 }, error);
}

/** What the transport's own words mean; undefined for what should not happen, such as a message too large. */
function transportWord({ code, details }: ServiceError): Word | undefined {
  if (code === status.UNAVAILABLE) {
    return /No connection established|^Name resolution failed|ECONNREFUSED/.test(details)
      ? 'not-done'
      : 'unknown';
  }
  if (code === status.DEADLINE_EXCEEDED) {
    // Our own side's words; of a call that never got as far as a peer they name none.
    const neverLeft = details.startsWith('Deadline exceeded after') && !details.includes('remote_addr=');
    return neverLeft ? 'not-done' : 'unknown';
  }
  return code === status.CANCELLED ? 'unknown' : undefined;
}
