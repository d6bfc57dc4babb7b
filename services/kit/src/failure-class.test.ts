import { AppError } from '@g2/terms/errors';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import {
  asAppError,
  CodecError,
  classifyFailure,
  type FailureClass,
  fromGrpcError,
  type TransactionStage,
} from './failure-class.ts';
import { toGrpcError } from './grpc-errors.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });
/** An error with the server's error as its cause, as a failed transaction throws it. */
const wrapped = (code: string) => new Error('wrapped', { cause: withCode(code) });

describe('the class of a failure', () => {
  const table: [what: string, error: unknown, words: Record<TransactionStage, FailureClass>][] = [
    ['a refusal of the domain', new AppError('not-payable'), always('refused')],
    ['an unavailable peer', new AppError('unavailable'), always('not-done')],
    ['an internal error of a peer', new AppError('internal'), always('not-done')],
    ['a missing response', new AppError('outcome-unknown'), always('unknown')],
    ['an unreadable message', new CodecError('x'), always('refused')],
    ['a number out of range (22003)', wrapped('22003'), always('refused')],
    ['a unique violation (23505)', withCode('23505'), always('refused')],
    ['a deadlock (40P01)', withCode('40P01'), always('not-done')],
    ['a read-only server after a failover (25006)', withCode('25006'), always('not-done')],
    ['a rotated password (28P01)', withCode('28P01'), always('not-done')],
    ['a table that is not yet migrated (42P01)', withCode('42P01'), always('not-done')],
    ['a full disk (53100)', withCode('53100'), always('not-done')],
    ['too many connections (53300)', withCode('53300'), always('not-done')],
    ['a statement that took too long (57014)', withCode('57014'), always('not-done')],
    ['an I/O error (58030)', withCode('58030'), always('not-done')],
    ['a refused connection', withCode('ECONNREFUSED'), always('not-done')],
    ['an unresolved name', withCode('EAI_AGAIN'), always('not-done')],
    ['an unreachable host', withCode('EHOSTUNREACH'), always('not-done')],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect'), always('not-done')],
    [
      'a connection broken before the statement',
      new Error('Client has encountered a connection error and is not queryable'),
      always('not-done'),
    ],
    ['a server that shuts down (57P01)', withCode('57P01'), cut()],
    ['a connection that is reset', withCode('ECONNRESET'), cut()],
    ['a connection that ended', new Error('Connection terminated unexpectedly'), cut()],
    [
      'a bug of the service',
      new TypeError('x'),
      { statement: 'not-done', transaction: 'not-done', commit: 'unknown' },
    ],
  ];
  const rows = table.flatMap(([what, error, words]) =>
    (['statement', 'transaction', 'commit'] as const).map((at) => [what, at, words[at], error] as const),
  );

  it.each(rows)('of %s, at the %s, is %s', (_what, at, word, error) => {
    expect(classifyFailure(error, at)).toBe(word);
  });

  function always(word: FailureClass): Record<TransactionStage, FailureClass> {
    return { statement: word, transaction: word, commit: word };
  }
  /**
   * Before COMMIT a broken connection rolls the transaction back. A single statement or a COMMIT may have
   * been executed.
   */
  function cut(): Record<TransactionStage, FailureClass> {
    return { statement: 'unknown', transaction: 'not-done', commit: 'unknown' };
  }
});

describe('infrastructure errors as a response', () => {
  it.each([
    ['25006', 'transaction', 'unavailable'],
    ['53100', 'statement', 'unavailable'],
    ['57P01', 'transaction', 'unavailable'],
    ['57P01', 'commit', 'outcome-unknown'],
    ['ECONNRESET', 'statement', 'outcome-unknown'],
  ] as const)('%s at the %s becomes %s', (state, at, code) => {
    expect(asAppError(withCode(state), at)).toMatchObject({ code, detail: { retryAfter: 2 } });
  });

  it('do not replace constraint violations, programming errors and AppErrors', () => {
    for (const error of [
      withCode('23505'),
      withCode('22003'),
      new TypeError('x'),
      new AppError('conflict'),
    ]) {
      expect(asAppError(error)).toBe(error);
    }
    // A deferred constraint refuses only at COMMIT; it is still a refusal.
    const late = withCode('23514');
    expect(asAppError(late, 'commit')).toBe(late);
  });
});

describe('transport errors', () => {
  const reported = (code: status, details: string): ServiceError =>
    Object.assign(new Error(details), { code, details, metadata: new Metadata() });
  const table: [details: string, code: status, once: string, repeatable: string][] = [
    ['No connection established. Last error: x', status.UNAVAILABLE, 'unavailable', 'unavailable'],
    ['Name resolution failed for target dns:x', status.UNAVAILABLE, 'unavailable', 'unavailable'],
    ['Connection dropped', status.UNAVAILABLE, 'outcome-unknown', 'unavailable'],
    [
      'Deadline exceeded after 5.0s,waiting for name resolution',
      status.DEADLINE_EXCEEDED,
      'unavailable',
      'unavailable',
    ],
    [
      'Deadline exceeded after 5.0s,LB pick: 0.1s,remote_addr=x',
      status.DEADLINE_EXCEEDED,
      'outcome-unknown',
      'unavailable',
    ],
    ['Deadline exceeded', status.DEADLINE_EXCEEDED, 'outcome-unknown', 'unavailable'],
    ['Call cancelled', status.CANCELLED, 'outcome-unknown', 'unavailable'],
    ['Received message larger than max', status.RESOURCE_EXHAUSTED, 'internal', 'internal'],
    ['x', status.INTERNAL, 'internal', 'internal'],
  ];

  it.each(table)('"%s" (%i) becomes %s, and for an idempotent rpc %s', (details, code, once, repeatable) => {
    expect(fromGrpcError(reported(code, details), false).code).toBe(once);
    expect(fromGrpcError(reported(code, details), true).code).toBe(repeatable);
  });

  it('maps the service’s own unknown outcome to unavailable for an idempotent rpc', () => {
    const said = overTheWire(new AppError('outcome-unknown'));
    expect(fromGrpcError(said, false).code).toBe('outcome-unknown');
    expect(fromGrpcError(said, true).code).toBe('unavailable');
  });
});

function overTheWire(error: AppError): ServiceError {
  const sent = toGrpcError(error);
  return Object.assign(new Error('x'), {
    code: sent.code ?? status.UNKNOWN,
    details: sent.details ?? '',
    metadata: sent.metadata ?? new Metadata(),
  });
}
