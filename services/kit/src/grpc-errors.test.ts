import { AppError, errorCodes } from '@g2/terms/errors';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { fromGrpcError } from './failure-class.ts';
import { toGrpcError } from './grpc-errors.ts';

const overTheWire = (error: unknown): AppError => {
  const sent = toGrpcError(error);
  const arrived: ServiceError = Object.assign(new Error('x'), {
    code: sent.code ?? status.UNKNOWN,
    details: sent.details ?? '',
    metadata: sent.metadata ?? new Metadata(),
  });
  return fromGrpcError(arrived, false);
};

describe('errors over gRPC', () => {
  it.each(errorCodes)('transfer %s unchanged', (code) => {
    const detail = {
      message: 'Ação não permitida',
      fields: { title: 'É obrigatório' },
      facts: { owed: '1' },
    };
    const back = overTheWire(new AppError(code, detail));
    expect([back.code, back.message, back.detail]).toEqual([code, detail.message, detail]);
  });

  it('disclose nothing of an unexpected error', () => {
    const back = overTheWire(new TypeError('secret of the house'));
    expect(back.code).toBe('internal');
    expect(JSON.stringify(back.detail) + back.message).not.toContain('secret');
  });

  it('forbid retries by the transport', () => {
    const sent = toGrpcError(new AppError('unavailable'));
    expect(sent.metadata?.get('grpc-retry-pushback-ms')).toEqual(['-1']);
  });
});
