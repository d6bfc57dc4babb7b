import { AppError } from '@g2/terms/errors';
import { expect, it } from 'vitest';
import { type AdjustmentRequest, adjustmentAct, parseAdjustment } from './adjustment.ts';

const userId = '01900000-0000-7000-8000-00000000abcd';
const request: AdjustmentRequest = { userId, delta: 5, reason: 'a', limit: 1_000 };
const made = { userId, delta: 5, reason: 'a', referenceType: null, referenceId: null };

it.each([
  [{ userId: userId.toUpperCase(), delta: -5, reason: ' a ', referenceId: ' ' }, { delta: -5 }],
  [
    { referenceType: ' ticket ', referenceId: ' 7 ' },
    { referenceType: 'ticket', referenceId: '7' },
  ],
  [{ delta: -1_000 }, { delta: -1_000 }],
  [{ delta: 10_000, limit: 10_000 }, { delta: 10_000 }],
  [{ reason: 'a'.repeat(1_000) }, { reason: 'a'.repeat(1_000) }],
  [{ referenceId: 'a'.repeat(200) }, { referenceId: 'a'.repeat(200) }],
])('accepts the adjustment %o', (given, result) => {
  expect(parseAdjustment({ ...request, ...given })).toEqual({ ...made, ...result });
});

const user = 'Usuário inválido';
const range = 'Delta deve estar entre -1000 e 1000';
const long = 'Motivo não pode exceder 1000 caracteres';
const reference = 'Referência não pode exceder 200 caracteres';
it.each([
  [{ userId: '' }, { userId: 'userId required' }],
  [{ userId: `x${userId}` }, { userId: user }],
  [{ userId: `${userId}x` }, { userId: user }],
  [{ delta: 0 }, { delta: 'Delta não pode ser zero' }],
  [{ delta: 1_001 }, { delta: range }],
  [{ delta: 0.5 }, { delta: range }],
  [{ delta: -10_001, limit: 10_000 }, { delta: 'Delta deve estar entre -10000 e 10000' }],
  [{ reason: ' ' }, { reason: 'Motivo é obrigatório' }],
  [{ reason: 'a'.repeat(1_001) }, { reason: long }],
  [{ reason: 'a\0' }, { reason: long }],
  [
    { referenceType: 'a'.repeat(201), referenceId: '\0' },
    { referenceType: reference, referenceId: reference },
  ],
])('[credits-adjustment-limits] refuses an adjustment with %o', (given, fields) => {
  const refusal = { code: 'invalid-input', detail: { message: Object.values(fields)[0], fields } };
  expect(() => parseAdjustment({ ...request, ...given })).toThrow(expect.objectContaining(refusal));
});

it('refuses an adjustment with a limit other than 1,000 or 10,000', () => {
  expect(() => parseAdjustment({ ...request, limit: 1_000_000 })).toThrow(AppError);
  expect(() => parseAdjustment({ ...request, limit: 999 })).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  );
});

it.each([
  ['ticket', true],
  ['a', true],
  ['sales_order-b', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['order 7', false],
  ['7order', false],
  ['order7', false],
  [null, false],
])('writes the reference type %j into the audit entry of an adjustment: %s', (referenceType, isTold) => {
  expect(adjustmentAct({ ...made, referenceType }, 'admin')).toEqual({
    action: 'credits-adjusted',
    actorId: 'admin',
    subjectType: 'user',
    subjectId: userId,
    detail: isTold ? { delta: '5', referenceType } : { delta: '5' },
  });
});
