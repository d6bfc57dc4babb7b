import { describe, expect, it } from 'vitest';
import { readCode, recoveryCode } from './codes.ts';
import { counterHolds, hasFactor, methodsOf, passkeyName } from './factors.ts';
import * as mails from './mails-factors.ts';

describe('recovery codes', () => {
  it('are 24 letters of base32 in groups: 120 bits', () => {
    expect(recoveryCode(Buffer.alloc(15))).toBe('AAAAAA-AAAAAA-AAAAAA-AAAAAA');
    expect(recoveryCode(Buffer.from('foobarfoobarfoo'))).toBe('MZXW6Y-TBOJTG-633CMF-ZGM33P');
  });

  it('are read however they were typed; six figures are a code of the app', () => {
    const recovery = { kind: 'recovery', code: 'MZXW6Y-TBOJTG-633CMF-ZGM33P' };
    expect(readCode(' mzxw6y tbojtg 633cmf zgm33p')).toEqual(recovery);
    expect(readCode('MZXW6YTBOJTG633CMFZGM33P')).toEqual(recovery);
    expect(readCode(' 123 456 ')).toEqual({ kind: 'totp', code: '123456' });
    expect(readCode('').kind).toBe('recovery');
  });
});

describe('what an account has', () => {
  it('says whether a password suffices, and what to ask for', () => {
    const none = { totp: false, passkeys: 0, recoveryCodes: 0 };
    expect(hasFactor({ ...none, recoveryCodes: 3 })).toBe(false);
    expect(hasFactor({ ...none, totp: true })).toBe(true);
    expect(hasFactor({ ...none, passkeys: 1 })).toBe(true);
    expect(methodsOf({ totp: true, passkeys: 2, recoveryCodes: 1 })).toEqual(['totp', 'passkey', 'recovery']);
    expect(methodsOf({ ...none, passkeys: 1 })).toEqual(['passkey']);
  });

  it('a passkey has a name', () => {
    expect(passkeyName('  Celular ')).toBe('Celular');
    expect(passkeyName(' ')).toBe('Chave de acesso');
    expect(() => passkeyName('a'.repeat(61))).toThrow('60');
    expect(() => passkeyName('a\u202eb')).toThrow('inválidos');
  });

  it.each([
    [0, 0, true],
    [0, 1, true],
    [4, 5, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('a count of %d and then %d holds: %s', (stored, next, holds) => {
    expect(counterHolds(stored, next)).toBe(holds);
  });
});

describe('mails about factors', () => {
  const url = 'https://g2.example';
  it.each([
    mails.factorAdded('Ana', 'totp', url),
    mails.factorRemoved('Ana', 'passkey', true, url),
    mails.factorReset('Ana', url),
    mails.recoveryCodeUsed('Ana', 9, url),
  ])('$subject says where to go if it was somebody else', ({ body }) => {
    expect(body).toContain('Se não foi você, defina uma nova senha: https://g2.example/auth/esqueci');
    expect(body).toContain('encerre as outras sessões: https://g2.example/profile/sessoes');
  });

  it('say what was added, what is left, and when to make new codes', () => {
    expect(mails.factorAdded('Ana', 'passkey', url).body).toContain('uma chave de acesso');
    expect(mails.factorRemoved('Ana', 'totp', false, url).body).not.toContain('não tem mais');
    expect(mails.factorRemoved('Ana', 'totp', true, url).body).toContain('a senha basta');
    expect(mails.recoveryCodeUsed('Ana', 9, url).body).toContain('Restam 9.');
    expect(mails.recoveryCodeUsed('Ana', 9, url).body).not.toContain('/profile/seguranca');
    expect(mails.recoveryCodeUsed('Ana', 1, url).body).toContain('Resta 1.');
    expect(mails.recoveryCodeUsed('Ana', 1, url).body).toContain('/profile/seguranca');
  });
});
