import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { AppError, errorCodes, fromGrpcError, toGrpcError } from './errors.ts';

const overTheWire = (error: unknown): AppError => {
  const sent = toGrpcError(error);
  const arrived: ServiceError = Object.assign(new Error('x'), {
    code: sent.code ?? status.UNKNOWN,
    details: sent.details ?? '',
    metadata: sent.metadata ?? new Metadata(),
  });
  return fromGrpcError(arrived);
};

describe('errors over gRPC', () => {
  it.each(errorCodes)('%s comes out as it went in', (code) => {
    const detail = { message: 'Ação não permitida', fields: { title: 'É obrigatório' }, facts: { a: 'b' } };
    const back = overTheWire(new AppError(code, detail));
    expect([back.code, back.message, back.detail]).toEqual([code, detail.message, detail]);
  });

  it('tells nothing of a fault', () => {
    const back = overTheWire(new TypeError('secret of the house'));
    expect(back.code).toBe('internal');
    expect(JSON.stringify(back.detail) + back.message).not.toContain('secret');
  });

  it('reads a missing peer and a late answer as unavailable', () => {
    for (const code of [status.UNAVAILABLE, status.DEADLINE_EXCEEDED]) {
      const error = Object.assign(new Error(), { code, details: '', metadata: new Metadata() });
      expect(fromGrpcError(error)).toMatchObject({ code: 'unavailable', detail: { retryAfter: 2 } });
    }
  });
});
