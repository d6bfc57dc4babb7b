import { describe, expect, it } from 'vitest';
import { hasFactor, isValidCounter, methodsOf, passkeyName } from './factors.ts';
import { readCode, recoveryCode } from './recovery-codes.ts';
import { stepAt, stepOf } from './totp.ts';

describe('recovery codes', () => {
  it('have 120 bits, as 24 base32 letters in groups of six', () => {
    expect(recoveryCode(Buffer.alloc(15))).toBe('AAAAAA-AAAAAA-AAAAAA-AAAAAA');
    expect(recoveryCode(Buffer.from('foobarfoobarfoo'))).toBe('MZXW6Y-TBOJTG-633CMF-ZGM33P');
  });

  it('are recognised in any grouping and distinguished from app codes of six digits', () => {
    const recovery = { kind: 'recovery', code: 'MZXW6Y-TBOJTG-633CMF-ZGM33P' };
    expect(readCode(' mzxw6y tbojtg 633cmf zgm33p')).toEqual(recovery);
    expect(readCode('MZXW6YTBOJTG633CMFZGM33P')).toEqual(recovery);
    expect(readCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' });
    expect(readCode('123-456')).toEqual({ kind: 'totp', code: '123456' });
    for (const typed of ['', '1234567', 'x123456', '12345']) expect(readCode(typed).kind).toBe('recovery');
  });
});

describe('the factors of an account', () => {
  it('determine whether a password suffices, and which methods to offer', () => {
    const none = { totp: false, passkeys: 0, recoveryCodes: 0 };
    expect(hasFactor({ ...none, recoveryCodes: 3 })).toBe(false);
    expect(hasFactor({ ...none, totp: true })).toBe(true);
    expect(hasFactor({ ...none, passkeys: 1 })).toBe(true);
    expect(methodsOf({ totp: true, passkeys: 2, recoveryCodes: 1 })).toEqual(['totp', 'passkey', 'recovery']);
    expect(methodsOf({ ...none, passkeys: 1 })).toEqual(['passkey']);
    expect(methodsOf(none)).toEqual([]);
    expect(hasFactor(none)).toBe(false);
  });

  it('include passkeys with trimmed names of at most 60 characters', () => {
    expect(passkeyName('  Celular ')).toBe('Celular');
    expect(passkeyName(' ')).toBe('Chave de acesso');
    const message = 'O texto não pode exceder 60 caracteres';
    const refusal = { code: 'invalid-input', detail: { message, fields: { name: message } } };
    expect(passkeyName('a'.repeat(60))).toHaveLength(60);
    expect(() => passkeyName('a'.repeat(61))).toThrow(expect.objectContaining(refusal));
    expect(() => passkeyName('a\u202eb')).toThrow('inválidos');
  });

  it.each([
    [0, 0, true],
    [0, 1, true],
    [4, 5, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('treat a signature counter of %d followed by %d as valid: %s', (stored, next, holds) => {
    expect(isValidCounter(stored, next)).toBe(holds);
  });
});

describe('a code of an authenticator app', () => {
  const codeAt = (step: number) => `code ${step}`;
  const now = new Date(30_000 * 100 + 29_999);

  it.each([
    [98, 0, undefined],
    [99, 0, 99],
    [100, 0, 100],
    [101, 0, 101],
    [102, 0, undefined],
    [99, 99, undefined],
    [100, 99, 100],
    [101, 101, undefined],
  ])('of step %i, with step %i used last, is accepted at step 100 as step %s', (step, last, taken) => {
    expect(stepAt(now)).toBe(100);
    expect(stepOf(codeAt(step), codeAt, last, now)).toBe(taken);
  });
});
